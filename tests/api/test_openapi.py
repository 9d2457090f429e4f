"""The description of the API: up to date, whole, and true of what the service answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from api.problems import Kind
from api.v1.schema.batches import CSV_EXAMPLE
from api.v1.schema.check import LIST_EXAMPLE, ROSTER_EXAMPLE
from api.v1.schema.report import REPORT_EXAMPLE
from api.v1.schema.roster import ROSTER_SCHEMA
from datasheets.catalogue import Catalogue
from roster.checking import check_text
from roster.documents import document_from_json, document_to_json
from roster.muster.registry import check_named
from roster.presentation import result_as_dict
from roster.selectors import CSV_COLUMNS
from tests.yaml_files import read_yaml

WRITTEN = Path(__file__).resolve().parents[2] / "docs" / "api" / "openapi.yaml"
COMMAND = "python manage.py spectacular --custom-settings api.openapi.OPENAPI --file docs/api/openapi.yaml"


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The description as the code makes it now; warnings fail."""
    file = tmp_path_factory.mktemp("openapi") / "openapi.yaml"
    call_command("spectacular", custom_settings="api.openapi.OPENAPI", file=str(file), validate=True, fail_on_warn=True)
    return read_yaml(file)


def operations(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def closed(schema: Any) -> Any:
    """The schema with no room for members it does not name: apps must bear additions, tests must notice them."""
    if isinstance(schema, list):
        return [closed(member) for member in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: closed(member) for name, member in schema.items()}
    return {"additionalProperties": False, **inner} if "properties" in schema and "type" in schema else inner


def validator_of(described: dict[str, Any], name: str) -> jsonschema.Draft202012Validator:
    schema = {"$ref": f"#/components/schemas/{name}", "components": closed(described["components"])}
    return jsonschema.Draft202012Validator(schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)


def test_the_file_in_docs_is_what_the_code_says(described: dict[str, Any]):
    assert read_yaml(WRITTEN) == described, f"Write it anew: {COMMAND}"


def test_every_operation_is_described(described: dict[str, Any]):
    assert described["openapi"] == "3.1.0"
    assert {name: operation["operationId"] for name, operation in operations(described)} == {
        "GET /api/v1/": "index",
        "POST /api/v1/auth/login": "login",
        "POST /api/v1/auth/logout": "logout",
        "GET /api/v1/checks": "list_checks",
        "GET /api/v1/data-errors": "list_data_errors",
        "POST /api/v1/data-errors": "report_data_error",
        "GET /api/v1/data-errors/{report}": "get_data_error",
        "GET /api/v1/events": "list_events",
        "GET /api/v1/events/{slug}": "get_event",
        "GET /api/v1/gauntlets": "list_gauntlets",
        "POST /api/v1/gauntlets": "create_gauntlet",
        "GET /api/v1/gauntlets/{slug}": "get_gauntlet",
        "PUT /api/v1/gauntlets/{slug}": "replace_gauntlet",
        "DELETE /api/v1/gauntlets/{slug}": "delete_gauntlet",
        "GET /api/v1/muster/batches": "list_batches",
        "POST /api/v1/muster/batches": "create_batch",
        "GET /api/v1/muster/batches/{batch}": "get_batch",
        "DELETE /api/v1/muster/batches/{batch}": "delete_batch",
        "GET /api/v1/muster/batches/{batch}/csv": "get_batch_csv",
        "GET /api/v1/muster/batches/{batch}/items": "list_batch_items",
        "GET /api/v1/muster/batches/{batch}/items/{position}": "get_batch_item",
        "POST /api/v1/muster/check": "check_roster",
        "POST /api/v1/muster/explain": "explain_roster",
        "GET /api/v1/problems": "list_problems",
        "GET /api/v1/release": "get_release",
        "GET /api/v1/releases": "list_releases",
        "GET /api/v1/releases/{label}": "get_release_by_label",
        "GET /api/v1/releases/{before}/diff/{after}": "diff_releases",
        "GET /api/v1/rosters": "list_rosters",
        "POST /api/v1/rosters": "create_roster",
        "GET /api/v1/rosters/{roster}": "get_roster",
        "PATCH /api/v1/rosters/{roster}": "change_roster",
        "DELETE /api/v1/rosters/{roster}": "delete_roster",
        "POST /api/v1/rosters/{roster}/fixes": "fix_roster",
        "POST /api/v1/rosters/{roster}/move": "move_roster",
        "GET /api/v1/rosters/{roster}/why": "explain_saved_roster",
        "GET /api/v1/simulations": "list_simulations",
        "POST /api/v1/simulations": "ask_simulation",
        "GET /api/v1/simulations/{simulation}": "get_simulation",
        "DELETE /api/v1/simulations/{simulation}": "delete_simulation",
        "POST /api/v1/simulations/{simulation}/again": "ask_again",
        "POST /api/v1/simulations/{simulation}/cancel": "cancel_simulation",
        "GET /api/v1/simulations/{simulation}/cells": "get_simulation_cell",
        "GET /api/v1/simulations/{simulation}/events": "follow_simulation",
        "GET /api/v1/simulations/{simulation}/result": "get_simulation_result",
    }


def test_every_answer_with_a_body_has_an_example_and_every_operation_its_problems(described: dict[str, Any]):
    for name, operation in operations(described):
        assert operation["summary"], name
        for status, response in operation["responses"].items():
            if status.startswith("2"):
                for content in response.get("content", {}).values():
                    assert content.get("examples"), (name, status)
            elif status != "304":  # neither a body nor a problem
                assert response["$ref"].startswith("#/components/responses/"), (name, status)
        assert "429" in operation["responses"], name


def test_every_kind_of_problem_has_an_example_that_fits(described: dict[str, Any]):
    validator = validator_of(described, "Problem")
    examples = {
        slug: example["value"]
        for response in described["components"]["responses"].values()
        for slug, example in response["content"]["application/problem+json"]["examples"].items()
    }
    # Neither a wrong method nor a fault of the service belongs to an operation.
    assert set(examples) == {kind.slug for kind in Kind} - {Kind.WRONG_METHOD.slug, Kind.FAULT.slug}
    for example in examples.values():
        validator.validate(example)


def test_examples_of_answers_fit_their_schemas(described: dict[str, Any]):
    checked = 0
    for _, operation in operations(described):
        for response in operation["responses"].values():
            for media_type, content in response.get("content", {}).items():
                for example in content.get("examples", {}).values():
                    if media_type == "application/json":
                        schema = {**closed(content["schema"]), "components": closed(described["components"])}
                        jsonschema.Draft202012Validator(schema).validate(example["value"])
                        checked += 1
    assert checked == 42


def test_the_example_of_the_csv_has_its_columns():
    assert CSV_EXAMPLE.value.splitlines()[0] == ",".join(CSV_COLUMNS)


def test_the_examples_of_requests_are_legal_rosters(catalogue: Catalogue):
    read = check_text(LIST_EXAMPLE, catalogue)
    assert read.is_legal is True
    assert (read.stated_points, read.computed_points) == (100, 100)
    assert document_to_json(document_from_json(ROSTER_EXAMPLE))["units"][0]["key"] == "u1"


def test_the_example_of_a_report_speaks_of_checks_there_are():
    for verdict in REPORT_EXAMPLE["verdicts"]:
        check = check_named(verdict["check"])
        assert verdict["title"] == check.title
        assert {violation["message"] for violation in verdict["violations"]} <= set(check.messages)


@pytest.mark.parametrize("text", [LIST_EXAMPLE, LIST_EXAMPLE.replace("• Warlord", "• Wrlord"), "", "Dear diary,"])
def test_reports_fit_their_schema(described: dict[str, Any], catalogue: Catalogue, text: str):
    report = result_as_dict(check_text(text, catalogue), catalogue, file="a.txt")
    validator_of(described, "Report").validate(json.loads(json.dumps(report)))


@pytest.mark.reference
def test_reports_on_real_lists_fit_their_schema(described: dict[str, Any], catalogue: Catalogue, reference_lists: Path):
    validator = validator_of(described, "Report")
    for file in sorted(reference_lists.glob("*gw-app-11e*.txt")):
        report = result_as_dict(check_text(file.read_text(), catalogue), catalogue)
        validator.validate(json.loads(json.dumps(report)))


def test_the_schema_of_the_roster_document_is_served(visitor: APIClient, db: None):
    response = visitor.get("/api/v1/schemas/roster-1.json")
    assert response["Content-Type"] == "application/schema+json"
    assert response.json() == ROSTER_SCHEMA
    validator = jsonschema.Draft202012Validator(response.json())
    validator.check_schema(response.json())
    validator.validate(ROSTER_EXAMPLE)
    assert not validator.is_valid({**ROSTER_EXAMPLE, "schema": "quartermaster.roster/2"})


def test_the_description_is_served_as_yaml_and_as_json(visitor: APIClient, db: None, described: dict[str, Any]):
    as_yaml = visitor.get("/api/v1/schema/")
    assert as_yaml["Content-Type"] == "application/vnd.oai.openapi; charset=utf-8"
    assert read_yaml(as_yaml.content) == described
    as_json = visitor.get("/api/v1/schema/", HTTP_ACCEPT="application/json")
    assert json.loads(as_json.content) == described
    assert visitor.get("/api/v1/schema/", HTTP_ACCEPT="text/html").status_code == 200


def test_the_page_of_the_description_loads_nothing_from_elsewhere(visitor: APIClient, db: None):
    page = visitor.get("/api/v1/docs/", HTTP_ACCEPT="text/html")
    assert (page.status_code, page["Content-Type"]) == (200, "text/html; charset=utf-8")
    content = page.content.decode()
    assert "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js" in content
    assert "http://" not in content.replace("http://testserver", "")
    assert "https://" not in content
    # No script stands in the page itself: the policy of the site forbids that.
    assert content.count("<script") == content.count("<script src=")
    script = visitor.get("/api/v1/docs/?script=")
    assert script["Content-Type"] == "application/javascript"
    assert '"/api/v1/schema/"' in script.content.decode()
