"""What is asked and answered, as it is described: the schema, the examples of the page and of the API, real answers."""

from __future__ import annotations

import json
import re
import uuid
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from api.openapi import OPENAPI
from api.v1.schema.ask import ASK_SCHEMA
from api.v1.schema.simulation import ASK_AT_ONCE, ASK_SAVED
from battle.models import Gauntlet
from battle.questions import asking_of
from datasheets.catalogue import Catalogue
from tests.api.simulations import ask, table
from tests.api.test_openapi import closed
from tests.battle.scenario.documents import riflemen, scenario, unit
from tests.roster.saved import saved_roster

PAGE = Path(__file__).resolve().parents[2] / "docs" / "matchups.md"
ON_THE_PAGE = [
    json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
]
EXAMPLES = [*ON_THE_PAGE, ASK_AT_ONCE, ASK_SAVED]
ASKED = jsonschema.Draft202012Validator(ASK_SCHEMA)


def answer_validator() -> jsonschema.Draft202012Validator:
    components = {"schemas": closed(OPENAPI["APPEND_COMPONENTS"]["schemas"])}
    return jsonschema.Draft202012Validator({"$ref": "#/components/schemas/Answer", "components": components})


def test_the_schema_of_the_ask_document_is_served(visitor: APIClient, db: None) -> None:
    response = visitor.get("/api/v1/schemas/ask-1.json")
    assert (response["Content-Type"], response.json()) == ("application/schema+json", ASK_SCHEMA)
    ASKED.check_schema(ASK_SCHEMA)


def test_the_page_has_an_example_of_what_is_asked_most() -> None:
    assert [document["question"] for document in ON_THE_PAGE] == ["attack", "matrix", "field", "comparison"]


@pytest.mark.parametrize("document", EXAMPLES)
def test_every_example_fits_the_schema_and_can_be_asked(
    document: dict[str, Any], owner: User, release: Catalogue
) -> None:
    roster = saved_roster(owner, release)
    roster.uuid = uuid.UUID("0f3b8a52-4d8e-4a8f-9a52-7a0a3f1f2c11")
    roster.save()
    for slug in ("what-the-club-fields", "typical-targets"):
        Gauntlet.objects.create(slug=slug, name=slug, units=[unit()])
    ASKED.validate(document)
    asking = asking_of(owner, document)
    assert (asking.question.kind, asking.ask) == (document["question"], document)


@pytest.mark.parametrize(
    "document",
    [
        table(targets=[{"from": "saved"}]),
        table(targets=[{"from": "saved", "roster": "x", "text": "x"}]),
        table(targets=[{"from": "elsewhere"}]),
        table(seed=-1),
        table(seed=2**32),
        table(samples=99),
        table(colour="red"),
        scenario(target={"from": "gauntlet", "gauntlet": "typical-targets"}),
    ],
)
def test_what_is_refused_does_not_fit_the_schema(document: dict[str, Any]) -> None:
    assert not ASKED.is_valid(document)


@pytest.mark.parametrize(
    "document",
    [
        scenario(),
        scenario(question="exchange", target=riflemen()),
        table(),
        table(question="field", weights=[2, 1]),
        table(views=[{"name": "Near", "situation": {"distance": 6}}, {"activity": "fight"}]),
        {
            **{name: value for name, value in table().items() if name != "attackers"},
            "question": "comparison",
            "sides": [{"name": "One", "units": [riflemen()]}, {"name": "Two", "units": [riflemen(), unit()]}],
        },
    ],
)
def test_answers_fit_their_schema(document: dict[str, Any], as_owner: APIClient, release: Catalogue) -> None:
    response = ask(as_owner, document)
    assert response.status_code == 201
    answer_validator().validate(response.json()["result"])


def test_opened_cells_fit_their_schema(as_owner: APIClient, release: Catalogue) -> None:
    body = ask(as_owner, table()).json()
    answer_validator().validate(as_owner.get(f"{body['cells_url']}?row=0&column=0").json()["answer"])
