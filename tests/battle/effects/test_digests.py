"""Texts are known again by their digests."""

from __future__ import annotations

from pathlib import Path

import pytest

from battle.effects.digests import digest_of
from battle.effects.judged import judged_abilities
from tests.battle.effects.datasheet_texts import datasheet_texts


def test_case_accents_dashes_and_markup_make_no_difference() -> None:
    plain = digest_of("Add 1 to the Hit roll of a re-rolled die.")

    assert digest_of("**ADD 1** to thé Hit\u00a0roll\nof a re\u2010rolled die") == plain
    assert digest_of("Add 2 to the Hit roll of a re-rolled die.") != plain


def test_a_digest_is_sha_256_of_the_folded_text() -> None:
    # Of the five bytes "a + 1".
    assert digest_of(" A+1!") == "8867f6d47879725548588e004e57223e232214c11a80a7e01d5f509971478391"


@pytest.mark.reference
def test_judged_texts_are_those_of_the_datasheets(reference_lists: Path) -> None:
    texts: dict[str, set[str]] = {}
    for found in datasheet_texts(reference_lists.parent / "data" / "gdc-11e"):
        texts.setdefault(found.digest, set()).add(found.name.casefold())

    unknown = [
        ability.id for ability in judged_abilities().values() if ability.datasheets and ability.digest not in texts
    ]
    assert unknown == []
