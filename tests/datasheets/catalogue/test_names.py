"""Names fold to one key however they are spelled; what strangers send is not kept."""

from __future__ import annotations

import pytest

from datasheets.catalogue.names import LONGEST_REMEMBERED, fold_keyword, fold_name, remembered


@pytest.mark.parametrize(
    ("spelled", "key"),
    [
        ("T’au  Empire", "tau empire"),
        ("T'AU EMPIRE", "tau empire"),
        ("Khârn the Betrayer", "kharn the betrayer"),
        ("Autoch‑pattern bolt pistol", "autoch pattern bolt pistol"),
        ("Claws & Fangs", "claws and fangs"),
        ("–", ""),
    ],
)
def test_spellings_of_a_name_fold_alike(spelled: str, key: str) -> None:
    assert fold_name(spelled) == key


@pytest.mark.parametrize(
    ("keyword", "other", "are_equal"),
    [
        ("Tzaangors", "TZAANGOR", True),
        ("Epic Heroes", "Epic Hero", True),
        ("Gun Batteries", "Gun Battery", True),
        ("Commissar", "Commissar Graves", False),
        ("Tempestus", "Tempestu", True),
        ("Ruthless", "Ruthles", False),
        ("Gas", "Ga", False),
    ],
)
def test_keywords_match_whole_and_in_singular_or_plural(keyword: str, other: str, are_equal: bool) -> None:
    assert (fold_keyword(keyword) == fold_keyword(other)) is are_equal


def test_only_names_of_a_likely_length_are_remembered() -> None:
    asked: list[int] = []

    @remembered(entries=8)
    def key(text: str) -> str:
        asked.append(len(text))
        return text

    for length in (LONGEST_REMEMBERED, LONGEST_REMEMBERED + 1) * 2:
        assert key("x" * length) == "x" * length
    assert asked == [LONGEST_REMEMBERED, LONGEST_REMEMBERED + 1, LONGEST_REMEMBERED + 1]
