"""What comes out at sight is what the search finds, on every datasheet."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Knowledge
from roster.muster.loadouts import Assessment, assess_loadouts, forget_assessments
from roster.muster.loadouts.sight import comes_out_at_sight
from tests.bench.loadouts import Case, mixed, one_too_many

LOOK = "roster.muster.loadouts.assessment.comes_out_at_sight"


@pytest.fixture(scope="module")
def cases(catalogue: Catalogue) -> list[Case]:
    chance = random.Random(5)  # noqa: S311  (seeded, not secret)
    sheets = [
        sheet
        for sheet in catalogue.data.datasheets
        if sheet.knowledge is Knowledge.FULL and sheet.kinds and sheet.items and sheet.tiers
    ]
    legal = [mixed(sheet, chance) for sheet in sheets[::3]]
    return [*legal, *(one_too_many(case, chance) for case in legal[::3])]


def _found(cases: list[Case]) -> list[Assessment]:
    forget_assessments()
    return [assess_loadouts(case.sheet, case.recorded) for case in cases]


def test_the_search_answers_the_same_where_nothing_is_seen(cases: list[Case], monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Counter[bool]()

    def counting(*arguments: object) -> bool:
        answer = comes_out_at_sight(*arguments)  # type: ignore[arg-type]
        seen[answer] += 1
        return answer

    monkeypatch.setattr(LOOK, counting)
    by_sight = _found(cases)
    monkeypatch.setattr(LOOK, lambda *_: False)
    by_search = _found(cases)
    forget_assessments()

    assert seen[True] > 200
    assert [
        (case.sheet.id, mine) for case, mine, other in zip(cases, by_sight, by_search, strict=True) if mine != other
    ] == []
