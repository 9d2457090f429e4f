"""The generated proof in words, for a terminal and as tables for docs/muster-proof.md."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence

from datasheets.catalogue import Catalogue
from tests.bench.proof_findings import CheckFindings, Findings
from tests.generated.coverage import shares
from tests.generated.mutations import MUTATIONS
from tests.generated.repairs import BEYOND_REPAIR, Repair
from tests.generated.scenes import INVENTED

SHOWN = 12
"""Cases of one kind that are printed."""


def report(found: Findings, catalogue: Catalogue, seconds: float) -> None:
    """Print what was found."""
    print(f"\n{found.rosters} legal rosters, {found.coverage.units['all']} units, {seconds:.0f} s")
    print(f"  verdicts {dict(found.verdicts)}; frames without a roster {found.frames_without}")
    print(f"  not as foreseen: {len(found.unexpected)}")
    for line in found.unexpected[:SHOWN]:
        print(f"    {line[:400]}")
    print(f"  not checked, by reason: {sum(found.reasons.values())}")
    for (check, reason), count in found.reasons.most_common(SHOWN):
        print(f"    {count:5} {check}: {reason[:160]}")
    _tell_times(found)
    print("\nOf the catalogue, in some roster:")
    for share in shares(found.coverage, catalogue):
        print(f"  {share.of}: {share.seen} of {share.all} ({100 * share.seen / max(share.all, 1):.1f} %)")
        for reason, count in Counter(share.reasons).most_common():
            print(f"      never: {count:4} {reason}")
    print(f"  battle sizes {dict(found.coverage.sizes)}; plans {dict(found.coverage.plans)}")
    _tell_changes(found)
    _tell_repairs(found)


def _tell_times(found: Findings) -> None:
    for least, most in ((1, 9), (10, 19), (20, 200)):
        rows = [row for row in found.times if least <= row[0] <= most]
        if rows:
            for name, place in (("first", 1), ("second", 2)):
                times = sorted(float(row[place]) for row in rows)
                middle, late = statistics.median(times), times[len(times) * 99 // 100]
                print(
                    f"  {least}-{most} units, {len(rows)} rosters, {name} check:"
                    f" median {middle:.2f} ms, 99 % {late:.2f}, worst {times[-1]:.2f}"
                )


def _tell_changes(found: Findings) -> None:
    rows = found.checks()
    total, missed = sum(row.made for row in rows), sum(row.missed for row in rows)
    if not total:
        return
    print(f"\n{total} changed rosters ({found.scenes} were made for a rare change), {missed} not caught as meant")
    words = [f"{name}, {one}" for name, ones in found.missed.items() for one in ones]
    for line in words[:SHOWN]:
        print(f"    {line[:400]}")
    print(f"  checks broken by some change: {sum(row.made > 0 for row in rows)} of {len(rows)}")
    print("   made  just it  with others")
    for row in rows:
        print(f"  {row.made:5} {row.alone:8} {row.with_others:12}  {row.check}{_said(row)}")


def _said(row: CheckFindings) -> str:
    """What there is to say of a check beside its numbers."""
    words = [f"not caught: {row.missed}"] if row.missed else []
    if row.check in _invented():
        words.append("on invented data")
    words += [f"{other}, as {why}" for other, why in row.others.items()]
    return f"  ({'; '.join(words)})" if words else ""


def _invented() -> frozenset[str]:
    return frozenset(one.check for one in MUTATIONS if one.name in INVENTED)


def _tell_repairs(found: Findings) -> None:
    if not found.repairs:
        return
    worse = [one for one in found.repairs if one.made_worse]
    mendable = found.mendable()
    print(f"\n{len(found.repairs)} illegal rosters: {_share(found.repairs)} repaired by fixes, {len(worse)} made worse")
    print(f"  without those beyond repair: {_share(mendable)} of {len(mendable)}")
    for check, reason in BEYOND_REPAIR.items():
        ones = [one for one in found.repairs if one.check == check]
        print(f"    {check}: {reason} ({_share(ones)} of {len(ones)})")
    steps = Counter(one.steps for one in found.repairs if one.is_repaired)
    print(f"  fixes applied: {dict(sorted(steps.items()))}")
    for one in worse[:SHOWN]:
        print(f"    worse: {one.name}: {one.made_worse}")
    for line in _left(mendable):
        print(f"    left: {line}")


def _share(repairs: Sequence[Repair]) -> str:
    good = sum(one.is_repaired for one in repairs)
    return f"{good} ({100 * good / max(len(repairs), 1):.1f} %)"


def _left(repairs: Sequence[Repair]) -> Iterator[str]:
    lost = [one for one in repairs if not one.is_repaired]
    kinds = Counter((one.check, one.left) for one in lost)
    for (check, left), count in kinds.most_common(30):
        sample = next(one.name for one in lost if (one.check, one.left) == (check, left))
        yield f"{count:5} broken {check}, left {left}   ({sample})"


# Tables ------------------------------------------------------------------------------------------------


def markdown(found: Findings, catalogue: Catalogue, seconds: float) -> str:
    """The tables of docs/muster-proof.md."""
    return "\n\n".join(
        "\n".join(table) for table in (_figures(found, catalogue, seconds), _coverage(found, catalogue), _checks(found))
    )


def _figures(found: Findings, catalogue: Catalogue, seconds: float) -> Iterator[str]:
    rows = found.checks()
    made, missed = sum(row.made for row in rows), sum(row.missed for row in rows)
    yield f"Release {catalogue.stamp.label}, {seconds:.0f} seconds."
    yield ""
    yield "| What | How many |"
    yield "|---|---:|"
    yield f"| Generated legal rosters | {found.rosters} |"
    yield f"| of them judged legal | {found.verdicts['legal']} |"
    yield f"| of them left open, as something could not be checked | {found.verdicts['open']} |"
    yield f"| Units in them | {found.coverage.units['all']} |"
    yield f"| Findings that were not foreseen | {len(found.unexpected)} |"
    yield f"| Further rosters, made for rare changes | {found.scenes} |"
    yield f"| Changed rosters | {made} |"
    yield f"| of them not caught by just the checks meant | {missed} |"
    yield f"| Checks broken by some change | {sum(row.made > 0 for row in rows)} of {len(rows)} |"
    if found.repairs:
        mendable = found.mendable()
        yield f"| Illegal rosters to which fixes were applied | {len(found.repairs)} |"
        yield f"| of them repaired | {_share(found.repairs)} |"
        yield f"| repaired, of those {len(mendable)} that are not beyond repair | {_share(mendable)} |"
        yield f"| of them made worse | {sum(bool(one.made_worse) for one in found.repairs)} |"


def _coverage(found: Findings, catalogue: Catalogue) -> Iterator[str]:
    yield "| Of the catalogue | in some roster | of | never, and why |"
    yield "|---|---:|---:|---|"
    for share in shares(found.coverage, catalogue):
        reasons = "; ".join(f"{count} {reason}" for reason, count in share.reasons.items())
        yield f"| {share.of} | {share.seen} | {share.all} | {reasons} |"


def _checks(found: Findings) -> Iterator[str]:
    yield "| Check | changed rosters | broke just it | and others | not caught | |"
    yield "|---|---:|---:|---:|---:|---|"
    for row in found.checks():
        words = ["on invented data"] if row.check in _invented() else []
        words += [f"`{other}`: {why}" for other, why in row.others.items()]
        yield f"| `{row.check}` | {row.made} | {row.alone} | {row.with_others} | {row.missed} | {'; '.join(words)} |"
