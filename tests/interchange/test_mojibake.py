"""Encodings read wrongly are put right, real accents stay."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from roster.interchange import read_text
from roster.interchange.mojibake import repaired
from roster.interchange.result import LineStatus
from tests.interchange.texts import meanings, text_of, units


@pytest.mark.parametrize(
    ("garbled", "right"),
    [
        ("Tâ€™au Empire", "T’au Empire"),
        ("â€¢ 1x Bane", "• 1x Bane"),
        ("â—¦ 1x Bane", "◦ 1x Bane"),
        ("KÃ¢hl", "Kâhl"),
        ("Ã‰liminez lâ€™Adversaire", "Éliminez l’Adversaire"),
        ("1Â\u00a0995 Points", "1\u00a0995 Points"),
        ("â€œquotedâ€\u009d", "“quoted”"),
    ],
)
def test_utf8_read_as_cp1252_is_repaired(garbled: str, right: str) -> None:
    assert repaired(garbled) == right


@pytest.mark.parametrize(
    "text",
    [
        "Khârn the Betrayer",
        "Brôkhyr Thunderkyn",
        "Needgaârd",
        "Éliminez l’Adversaire",
        "É’s list",
        "Ânes ® et ¼",
        "Ô rage",
    ],
)
def test_real_accents_stay(text: str) -> None:
    assert repaired(text) == text


def test_a_garbled_list_is_read_and_says_which_lines_were_repaired(catalogue: Catalogue) -> None:
    result = read_text(text_of("mojibake"), catalogue)
    assert [unit.datasheet.id for unit in units(result)] == [
        "tau-empire:commander-in-coldstar-battlesuit",
        "tau-empire:kroot-carnivores",
        "tau-empire:crisis-starscythe-battlesuits",
    ]
    assert [reference.name for reference in units(result)[0].enhancements] == ["Through Unity, Devastation"]
    assert meanings(result, LineStatus.UNKNOWN) == {}
    assert meanings(result, LineStatus.USED)[3] == "army faction: T’au Empire (broken characters were repaired)"
    assert result.lines[1].text == "Tâ€™au Empire"
