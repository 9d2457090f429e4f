"""The differences between two releases as a page of Markdown, to be read, sent round and kept."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.catalogue.catalogue import ReleaseStamp
from datasheets.releases.report import TITLES, FactionChanges, ReleaseDiff

_SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>#|"})


def changelog(diff: ReleaseDiff) -> str:
    """What changed, faction by faction; ends with a line feed."""
    return "\n".join(_lines(diff)) + "\n"


def _lines(diff: ReleaseDiff) -> Iterator[str]:
    yield f"# Release {diff.after.label}: what changed since {diff.before.label}"
    yield ""
    yield f"- {diff.before.label}: {_sources(diff.before)}"
    yield f"- {diff.after.label}: {_sources(diff.after)}"
    yield ""
    if not diff.changes:
        yield "Nothing that a roster could notice."
        return
    yield ", ".join(f"{TITLES[topic].lower()} {count}" for topic, count in diff.counts.items()).capitalize() + "."
    for faction in diff.factions:
        yield from _faction(faction)


def _faction(faction: FactionChanges) -> Iterator[str]:
    yield ""
    yield f"## {plain(faction.name)}"
    for topic, changes in faction.topics.items():
        yield ""
        yield f"### {TITLES[topic]}"
        yield ""
        yield from (f"- {plain(str(change))}" for change in changes)


def _sources(stamp: ReleaseStamp) -> str:
    return plain(f"{stamp.manual.name} {stamp.manual.version} of {stamp.manual.date}, {stamp.upstream}")


def plain(text: str) -> str:
    """``text`` so that Markdown shows it as it is; an arrow is written as one."""
    return text.replace(" -> ", " → ").translate(_SPECIAL)
