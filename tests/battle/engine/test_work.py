"""Answers that would take too much are refused by count, the same on every machine."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from battle.engine.remembering import Store, forget
from battle.engine.situation import Situation
from battle.engine.work import TooLarge, TooSlow, hurried, limited, measured, refuse_in_a_hurry, spend
from tests.battle.engine.units import attack, attackers, models, unit, weapon

GUNS = attackers((10, weapon(2, 3, 4, 1, 1)))
TARGET = unit(models(10, 4, 3, 2))


def test_without_a_limit_nothing_is_too_much() -> None:
    spend(1e30)


def test_work_adds_up_until_there_is_none_left() -> None:
    with limited(100):
        spend(60)
        spend(40)
        with pytest.raises(TooLarge) as refused:
            spend(1)

    assert str(refused.value) == "it would take too long to work out"
    spend(1)


def test_a_limit_changes_no_answer() -> None:
    free = attack(GUNS, TARGET, Situation())
    with limited(1e8):
        assert attack(GUNS, TARGET, Situation()).states == free.states


def test_an_attack_beyond_the_limit_is_refused_before_it_is_worked_out() -> None:
    huge = attackers((200, weapon(20, 3, 5, 1, "D6")))
    with limited(1e8), pytest.raises(TooLarge):
        attack(huge, unit(models(200, 4, 3, 5)), Situation())


def test_thousands_of_orders_are_too_much() -> None:
    """9! orders of nine kinds of model."""
    many = unit(*(models(1, 4, 3, 2 + number, name=f"Kind {number}") for number in range(9)))
    with limited(1e7), pytest.raises(TooLarge):
        attack(GUNS, many, Situation())


def test_what_does_not_fit_into_memory_is_refused_without_any_limit() -> None:
    guns = attackers((150, weapon(4, 3, 5, 0, "D6", "devastating wounds")))
    target = unit(models(30, 4, 2, 20), models(29, 4, 6, 20, name="Other"))

    with pytest.raises(TooLarge, match="chances of attacks left and states of the unit to keep at once"):
        attack(guns, target, Situation())


def test_what_is_remembered_costs_as_much_as_when_it_was_worked_out() -> None:
    """Else a question would be refused or not by what was asked before it."""
    forget()
    with limited(1e12):
        with measured() as first:
            attack(GUNS, TARGET, Situation())
        with measured() as second:
            attack(GUNS, TARGET, Situation())

    assert first.spent == second.spent > 0


def test_a_store_forgets_what_was_not_used_for_longest() -> None:
    store: Store[str, bytes] = Store(100, len)
    made: list[str] = []

    def value(key: str, size: int) -> bytes:
        return store.get(key, lambda: made.append(key) or bytes(size))  # type: ignore[func-returns-value]

    value("a", 40)
    value("b", 40)
    value("a", 40)
    value("c", 40)
    value("too large", 101)
    value("a", 40)
    value("b", 40)

    assert made == ["a", "b", "c", "too large", "b"]


def test_the_same_question_is_answered_once_and_alike() -> None:
    forget()
    found = attack(GUNS, TARGET, Situation())

    assert attack(GUNS, TARGET, Situation()) is found
    forget()
    assert attack(GUNS, TARGET, Situation()).states == found.states


def test_threads_share_a_store() -> None:
    store: Store[int, tuple[int, ...]] = Store(50, len)

    def squares(seed: int) -> list[tuple[int, ...]]:
        return [store.get((seed + number) % 20, partial(_square, (seed + number) % 20)) for number in range(500)]

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(squares, range(8)))

    for seed, values in enumerate(found):
        assert values == [_square((seed + number) % 20) for number in range(500)]


def _square(number: int) -> tuple[int, ...]:
    return (number * number,) * 10


def test_who_is_in_a_hurry_waits_for_so_much_work_of_all_answers_together() -> None:
    with hurried(100):
        with limited(80):
            spend(60)
        with limited(80), pytest.raises(TooSlow) as refused:
            spend(41)

    assert str(refused.value) == "it would take longer than anybody waits for"
    with limited(80):
        spend(60)


def test_a_limit_is_a_limit_in_a_hurry_too() -> None:
    with hurried(100), limited(10), pytest.raises(TooLarge):
        spend(11)


def test_nothing_that_is_not_counted_begins_in_a_hurry() -> None:
    refuse_in_a_hurry()
    with hurried(100), pytest.raises(TooSlow):
        refuse_in_a_hurry()


def test_what_could_not_be_finished_was_done_all_the_same() -> None:
    with limited(100) as allowance:
        with pytest.raises(TooLarge):
            _spent_for_a_store(70, 40)

        assert allowance.spent == 70


def _spent_for_a_store(*units: float) -> None:
    with measured():
        for one in units:
            spend(one)
