"""The figures of R-31 add up, and the list of named rules is what the texts give."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from battle.effects.judged import judged_abilities
from battle.effects.shapes import Upstream
from battle.effects_coverage import NamedRules, coverage_as_markdown, coverage_of, named_rules_in, page_of
from datasheets.catalogue import Catalogue
from tests.battle.effects.named_rules import FILE, classified, touches_attacks


def test_every_encoded_effect_is_judged_offered_or_left(catalogue: Catalogue) -> None:
    found = coverage_of(catalogue, judged_abilities(), named_rules_in(FILE))

    rows = found.encoded.values()
    assert sum(row.touching for row in rows) > 2000
    assert all(0 <= row.carried <= row.touching for row in rows)
    assert sum(row.touching - row.carried for row in rows) >= found.reasons.total() > 0
    assert sum(row.touching for row in found.named.values()) == sum(row.touching for row in found.by_kind.values())
    assert all(row.judged + row.offered <= row.touching <= row.counted for row in found.named.values())


def test_the_page_is_up_to_date(catalogue: Catalogue) -> None:
    page = Path(__file__).resolve().parents[3] / "docs" / "effects-coverage.md"

    assert page.read_text(encoding="utf-8") == page_of(catalogue), "run manage.py generate_effects_coverage"


def test_a_judged_ability_counts_as_judged_and_not_as_a_switch(catalogue: Catalogue) -> None:
    id = "death-guard:tank-hunters"
    named = {"death-guard": NamedRules({"datasheet": 3}, {"datasheet": (id, "Nobody’s rule (Nobody)")})}
    judged = judged_abilities()[id]

    without = coverage_of(catalogue, {}, named).named["death-guard"]
    with_it = coverage_of(catalogue, {id: judged}, named).named["death-guard"]
    empty = coverage_of(catalogue, {id: replace(judged, given=())}, named).named["death-guard"]

    assert (without.counted, without.touching, without.judged, without.offered) == (3, 2, 0, 1)
    assert (with_it.judged, with_it.offered) == (1, 0)
    assert (empty.judged, empty.offered) == (0, 1)


def test_the_page_says_how_right_encodings_were(catalogue: Catalogue) -> None:
    judged = judged_abilities()["death-guard:tank-hunters"]
    right = replace(judged, id="death-guard:other", upstream=Upstream.RIGHT, mistakes=())
    found = coverage_of(catalogue, {judged.id: judged, right.id: right}, {})

    page = coverage_as_markdown(found, {"death-guard": "Death Guard"})
    assert (
        "2 abilities of 1 datasheets of 1 factions were judged against their texts, with 6 probes. 2 of them have an "
        "encoding: 1 are right (50.0 %), 1 partial (50.0 %), 0 wrong (0.0 %)."
    ) in page
    assert "| `gate-dropped` | 1 | 50.0 % |" in page


@pytest.mark.parametrize(
    ("text", "touches"),
    [
        ("add 1 to the Hit roll", True),
        ("ranged attacks have +2 <b>S</b>", True),
        ("has the **[LETHAL HITS]** ability", True),
        ("has the Benefit of Cover", True),
        ("that enemy unit suffers D3 mortal wounds", False),
        ("add 1 to the Move characteristic", False),
        ("you can re-roll the Charge roll", False),
    ],
)
def test_a_text_touches_attacks_by_its_words(text: str, touches: bool) -> None:
    assert touches_attacks(text) is touches


@pytest.mark.reference
def test_the_list_of_named_rules_is_what_the_texts_give(catalogue: Catalogue, reference_lists: Path) -> None:
    found = classified(catalogue, reference_lists.parent / "data" / "gdc-11e")

    assert {
        faction: NamedRules(row["counted"], {k: tuple(v) for k, v in row["touching"].items()})
        for faction, row in found.items()
    } == named_rules_in(FILE)
