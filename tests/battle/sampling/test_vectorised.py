"""Many rolls at once: seeded, in chunks that can be rolled by anybody and added in any order."""

from __future__ import annotations

import random

import numpy as np
import pytest

from battle.engine.policies import Policies
from battle.engine.profiles import Fighters
from battle.engine.situation import Situation
from battle.engine.weapons import Weapon
from battle.sampling.merging import Chunk, Tally, chunks, seed_of
from battle.sampling.planning import Plan, plan_of
from battle.sampling.sampled import (
    MOST_SAMPLES,
    TooMany,
    affordable,
    chunk_size,
    errors_of,
    sampled,
    tally,
    tally_of,
    work_of,
)
from tests.battle.engine.units import ability, attackers, character, models, unit, weapon


def _plan() -> Plan:
    gun = weapon("D6", 3, 5, 1, "D3", ability("sustained hits", 1), "devastating wounds", "precision")
    other = weapon(2, 3, 4, 0, 1, name="Other")
    target = unit(models(5, 4, 4, 2, 7, 5), models(2, 4, 3, 2, name="Shield"), character(4, 2, 4, 4))
    return plan_of(attackers((3, gun), (5, other)), target, Situation(), Policies(precise="Captain"))


def test_chunks_add_up_to_the_same_in_any_order() -> None:
    plan = _plan()
    parts = [tally_of(plan, chunk, 5) for chunk in chunks(3_500, 500)]
    shuffled = random.Random(1).sample(parts, len(parts))  # noqa: S311

    forwards, backwards = sum(parts, start=Tally()), sum(shuffled, start=Tally())

    assert forwards == backwards
    assert forwards.samples == sum(forwards.states.values()) == 3_500
    assert len(forwards.kills) == 2


def test_a_chunk_can_be_rolled_again_by_itself() -> None:
    plan = _plan()

    assert tally_of(plan, Chunk(3, 200), 9) == tally_of(plan, Chunk(3, 200), 9)
    assert tally_of(plan, Chunk(3, 200), 9) != tally_of(plan, Chunk(4, 200), 9)
    assert tally_of(plan, Chunk(3, 200), 9) != tally_of(plan, Chunk(3, 200), 10)


def test_seeds_of_chunks_do_not_meet() -> None:
    seeds = {seed_of(seed, index) for seed in range(50) for index in range(50)}

    assert len(seeds) == 2_500


def test_all_samples_are_rolled_in_chunks_that_follow_from_the_plan() -> None:
    plan = _plan()

    assert [one.samples for one in chunks(25_000, chunk_size(plan))] == [10_000, 10_000, 5_000]
    assert tally(plan, 12_000, 3) == tally_of(plan, Chunk(0, 10_000), 3) + tally_of(plan, Chunk(1, 2_000), 3)


def test_standard_errors_are_those_of_the_samples() -> None:
    plan = _plan()
    found = tally(plan, 4_000, 2)
    errors = errors_of(plan.structure, found)
    dead = np.array(
        [
            8 - sum(plan.structure.models_left(state, group) for group in range(3))
            for state, count in found.states.items()
            for _ in range(count)
        ]
    )

    assert errors.kills == pytest.approx(dead.std() / 4_000**0.5)
    share = float((dead == 3).mean())
    assert errors.models[3] == pytest.approx((share * (1 - share) / 4_000) ** 0.5)


def test_more_samples_than_can_be_rolled_in_time_are_refused() -> None:
    plan = plan_of(attackers((200, weapon("6D6", 3, 5, 1, 1))), unit(models(100, 4, 4, 2)), Situation(), Policies())

    assert affordable(plan) == 7_100
    with pytest.raises(TooMany) as refused:
        sampled(plan, 8_000, 1)

    assert str(refused.value) == "8,000 samples would take too long; at most 7,100 of these attacks"


def test_of_few_attacks_a_million_samples_can_be_rolled() -> None:
    plan = plan_of(attackers(weapon(1, 3, 5, 1, 1)), unit(models(1, 4, 4, 2)), Situation(), Policies())

    assert affordable(plan) == MOST_SAMPLES


def test_further_hits_and_feel_no_pain_count_as_work() -> None:
    endless = weapon(1, 3, 5, 1, 1, ability("sustained hits", 600))
    huge = weapon(1, 3, 5, 1, 200)
    giant, tough = unit(models(1, 4, 4, 900)), unit(models(1, 4, 4, 900, 7, 5))

    def work(gun: Weapon, target: Fighters) -> float:
        return work_of(plan_of(attackers(gun), target, Situation(), Policies()))

    assert work(endless, giant) == pytest.approx(1 + 600 / 6)
    assert work(huge, giant) == pytest.approx(1)
    assert work(huge, tough) == pytest.approx(1 + 200 / 20)
