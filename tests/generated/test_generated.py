"""A sample of the generated proof; ``python -m tests.bench.proof`` runs thousands."""

from __future__ import annotations

import random

import pytest

from datasheets.catalogue import Catalogue
from roster.muster import check_roster
from roster.muster.fixes import apply_patch, find_fixes
from roster.muster.registry import all_checks
from tests.generated.coverage import Coverage, shares
from tests.generated.judging import judge_legal, judged
from tests.generated.mutations import MUTATIONS, RARE, Case
from tests.generated.repairs import first_fix, illegal, what_is_worse
from tests.generated.rosters import Generator
from tests.generated.scenes import INVENTED, SETTINGS, frames
from tests.muster.spec_catalogue import spec_catalogue

LEGAL = 45
CHANGED = 8
WAYS = 10
REPAIRED = 2
SCENES = 60

WITHOUT_A_CHANGE: dict[str, str] = {}
"""Checks that no change breaks, each with the reason."""


@pytest.fixture(scope="module")
def generator(catalogue: Catalogue) -> Generator:
    return Generator(catalogue, seed=7)


def numbers(generator: Generator, count: int) -> range:
    """So many rosters over all factions and detachments."""
    return range(3, 3 + len(generator.frames), len(generator.frames) // count)[:count]


def test_generated_rosters_pass_every_check(generator: Generator, catalogue: Catalogue) -> None:
    unexpected: dict[int, list[str]] = {}
    made = 0
    for number in numbers(generator, LEGAL):
        generated = generator.roster(number)
        if generated is None:
            continue
        made += 1
        legal = judge_legal(generated, catalogue)
        if legal.unexpected or legal.report.is_legal is False:
            unexpected[number] = legal.unexpected
    assert unexpected == {}
    assert made >= LEGAL - 2


def test_changed_rosters_break_just_the_check_that_is_meant(generator: Generator, catalogue: Catalogue) -> None:
    missed = []
    checks = set()
    chance = random.Random(11)  # noqa: S311  (seeded, not secret)
    for number in numbers(generator, CHANGED):
        generated = generator.roster(number)
        if generated is None:
            continue
        before = check_roster(generated.document, catalogue)
        made = 0
        for place, mutation in chance.sample(list(enumerate(MUTATIONS)), k=len(MUTATIONS)):
            changed = mutation.made_of(Case(generated, catalogue, number * 1_000 + place)) if made < WAYS else None
            if changed is None:
                continue
            made += 1
            mutant = judged(mutation, changed, before, catalogue)
            checks.add(mutation.check)
            if not mutant.is_caught_exactly:
                missed.append((mutation.check, mutation.name, number, sorted(mutant.new)))
    assert missed == []
    assert len(checks) >= 35


@pytest.mark.parametrize("name", SETTINGS)
def test_rare_changes_break_just_the_check_that_is_meant(name: str, catalogue: Catalogue) -> None:
    """In the first of the rosters made for it that admits the change."""
    data = spec_catalogue() if name in INVENTED else catalogue
    generator = Generator(data, seed=7)
    mutation = next(one for one in MUTATIONS if one.name == name)
    for number, frame in enumerate(frames(name, generator, SCENES)):
        generated = generator.generate(frame)
        changed = mutation.made_of(Case(generated, data, number)) if generated is not None else None
        if generated is None or changed is None:
            continue
        before = check_roster(generated.document, data)
        assert judged(mutation, changed, before, data).is_caught_exactly
        return
    pytest.fail(f"{name}: none of {SCENES} rosters admits it")


def test_fixes_of_changed_rosters_make_nothing_worse(generator: Generator, catalogue: Catalogue) -> None:
    worse = []
    tried = 0
    for number in numbers(generator, REPAIRED):
        generated = generator.roster(number)
        if generated is None:
            continue
        for name in ("no_warlord", "a_hero_twice", "one_piece_more", "a_stranger"):
            place, mutation = next((place, one) for place, one in enumerate(MUTATIONS) if one.name == name)
            changed = mutation.made_of(Case(generated, catalogue, number * 1_000 + place))
            if changed is None:
                continue
            before = check_roster(changed.document, catalogue)
            fix = first_fix(find_fixes(changed.document, catalogue, before))
            assert illegal(before) == frozenset({mutation.check})
            if fix is not None:
                tried += 1
                after = check_roster(apply_patch(changed.document, fix.patch), catalogue)
                if words := what_is_worse(before, after):
                    worse.append((name, number, words))
    assert worse == []
    assert tried >= 4


def test_every_check_has_a_change_that_breaks_it() -> None:
    broken = {mutation.check for mutation in MUTATIONS}
    assert {check.id for check in all_checks()} - broken == WITHOUT_A_CHANGE.keys()


def test_every_change_is_of_a_check_and_has_a_name_of_its_own() -> None:
    ids = {check.id for check in all_checks()}
    named = {one for mutation in MUTATIONS for one in (mutation.check, *mutation.also)}
    assert named - ids == set()
    names = [mutation.name for mutation in MUTATIONS]
    assert len(names) == len(set(names))
    assert set(names) >= RARE
    assert all(reason for mutation in MUTATIONS for reason in mutation.also.values())


def test_the_same_number_is_the_same_roster(generator: Generator, catalogue: Catalogue) -> None:
    again = Generator(catalogue, seed=7)
    first, second = generator.roster(10), again.roster(10)
    assert first is not None
    assert second is not None
    assert first.document == second.document


def test_coverage_adds_up(generator: Generator, catalogue: Catalogue) -> None:
    coverage = Coverage()
    generated = generator.roster(5)
    assert generated is not None
    coverage.add(generated)
    for share in shares(coverage, catalogue):
        assert share.seen + sum(share.reasons.values()) == share.all
