"""Clauses, and the vocabulary of what they may consist of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from datasheets.catalogue.ability import Clause
from datasheets.sources import SourceFault, records
from datasheets.sources.build import FIXTURES
from datasheets.sources.clauses import clause_of, clauses_in
from datasheets.sources.used_words import used_words
from datasheets.sources.vocabulary import FILE, Noted, Vocabulary, read_vocabulary, vocabulary_of, written
from tests.datasheets.sources.play_rows import EFFECT, bundle, read, row


def test_a_tree_becomes_clauses_with_dotted_parameters_and_named_branches() -> None:
    tree = {
        "type": "conditional",
        "condition": {"operator": "or", "operands": [{"type": "phase-is", "parameters": {"phase": "fight"}}]},
        "modifier": {"keywords": ["Lance", "Blast"], "effect": {"type": "no-effect"}, "count": None},
        "choice_prompt": "Words for people",
    }
    clause = clause_of(tree)
    assert clause.type == "conditional"
    assert clause.parameters == (("modifier.keywords.0", "Lance"), ("modifier.keywords.1", "Blast"))
    assert [(branch.role, [each.type for each in branch.clauses]) for branch in clause.branches] == [
        ("condition", ["or"]),
        ("modifier.effect", ["no-effect"]),
    ]
    (operand,) = clause.branch("condition")[0].branch("operands")
    assert operand.parameter("parameters.phase") == "fight"
    assert operand.parameter("parameters.turn") is None
    assert [each.type for each in clauses_in(clause)] == ["conditional", "or", "phase-is", "no-effect"]


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ({"type": "summon"}, 'a clause of the type "summon"'),
        ({**EFFECT, "surprise": 1}, 'the parameter "surprise" of "roll-modifier"'),
        ({**EFFECT, "target": "everybody"}, 'the value "everybody" of "target"'),
        ({**EFFECT, "twist": {"type": "roll-modifier"}}, 'the branch "twist" of "roll-modifier"'),
    ],
)
def test_a_construct_that_is_not_known_stops_the_build_by_name(effect: dict[str, Any], told: str) -> None:
    known = vocabulary_of(_clauses(bundle()), "made-up 1")
    rows = bundle(abilities=[row("oath"), row("odd", effect=effect)])
    with pytest.raises(SourceFault) as fault:
        read(rows, known)
    assert str(fault.value) == (
        f"ability ash-wardens:odd: {told} is not known. See `manage.py upstream_vocabulary`, and add it to"
        f" fixtures/{FILE} once it is clear what it means."
    )


def _clauses(rows: records.Bundle) -> list[Clause]:
    noted = Noted()
    read(rows, noted)
    return noted.clauses


def test_a_field_that_is_not_known_stops_the_reading_by_name() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `mood`"):
        bundle(abilities=[row("oath", mood="grim")])
    with pytest.raises(msgspec.ValidationError, match="interaction_flags"):
        bundle(interaction_flags=[{"id": "new"}])


def test_the_known_vocabulary_is_what_the_installed_package_uses() -> None:
    assert written(used_words()) == (FIXTURES / FILE).read_text(encoding="utf-8")


def test_the_vocabulary_reads_back_as_it_was_written(tmp_path: Path) -> None:
    vocabulary = vocabulary_of(_clauses(bundle()), "made-up 1")
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(written(vocabulary), encoding="utf-8")
    assert read_vocabulary(tmp_path) == vocabulary
    assert isinstance(vocabulary, Vocabulary)
