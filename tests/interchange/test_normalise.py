"""Lines of a text: numbered, cleaned on a copy, the original kept."""

from __future__ import annotations

import pytest

from roster.interchange.normalise import Bullet, source_lines


def test_lines_are_numbered_over_the_empty_ones() -> None:
    lines = source_lines("one\r\n\r\ntwo\rthree\n\u00a0\nfour\u2028five")
    assert [(line.number, line.text) for line in lines] == [
        (1, "one"),
        (3, "two"),
        (4, "three"),
        (6, "four"),
        (7, "five"),
    ]


@pytest.mark.parametrize(
    ("text", "content", "bullet", "indent"),
    [
        ("  • 4x Power weapon", "4x Power weapon", Bullet.SOLID, 2),
        ("     ◦ 4x Power  weapon ", "4x Power weapon", Bullet.HOLLOW, 5),
        ("◦\u00a01x Omnispex", "1x Omnispex", Bullet.HOLLOW, 0),
        ("    1x Thunder hammer", "1x Thunder hammer", Bullet.NONE, 4),
        ("\t• 1x Bane", "1x Bane", Bullet.SOLID, 4),
        ("* 1x Bane", "1x Bane", Bullet.SOLID, 0),
        ("- 1x Bane", "1x Bane", Bullet.SOLID, 0),
        ("o 1x Bane", "1x Bane", Bullet.HOLLOW, 0),
        ("o tempora", "o tempora", Bullet.NONE, 0),
        ("***LOUD***", "LOUD", Bullet.NONE, 0),
        ("## CHARACTERS", "CHARACTERS", Bullet.NONE, 0),
        (r"\+ FACTION KEYWORD: Orks", "+ FACTION KEYWORD: Orks", Bullet.NONE, 0),
        ("Autoch\u2011pattern bolt pistol", "Autoch-pattern bolt pistol", Bullet.NONE, 0),
        ("T\u2019au \u201cEmpire\u201d", 'T\'au "Empire"', Bullet.NONE, 0),
        ("Ka\u0302hl\u200b", "Kâhl", Bullet.NONE, 0),
    ],
)
def test_a_line_is_cleaned_and_its_original_kept(text: str, content: str, bullet: Bullet, indent: int) -> None:
    (line,) = source_lines(text)
    assert (line.content, line.bullet, line.indent, line.text) == (content, bullet, indent, text)
