"""One roll in plain sentences: dice, what they needed, what became of them, and by which rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from battle.engine.target import NONE, Group, State, Target
from battle.sampling.checks import Check
from battle.sampling.procedure import AttackDice, Procedure

if TYPE_CHECKING:
    from battle.sampling.planning import Step

MOST_LINES = 2_000


class Trace:
    """Sentences in the order in which things happen, at most :data:`MOST_LINES` of them."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.left_out = 0

    def say(self, words: str) -> None:
        """One more sentence."""
        if len(self.lines) < MOST_LINES:
            self.lines.append(words)
        else:
            self.left_out += 1

    def ended(self) -> list[str]:
        """All of it."""
        more = [f"{self.left_out} more lines are left out."] if self.left_out else []
        return [*self.lines, *more]

    # Steps ---------------------------------------------------------------------------------------------------

    def begins(self, step: Step, toughness: int) -> None:
        """A batch of identical attacks (04.03)."""
        self.say(f"{', '.join(step.batch.weapons)} against T {toughness} (04.03, 05.02.01):")

    def attack_dice(self, dice: AttackDice, total: int) -> None:
        """How many were gathered."""
        words = [f"A {dice.attacks.printed}"]
        words += [f"{change.operation.value} {change.by}, {change.source}" for change in dice.attacks.changes]
        words += [
            f"+{times if times > 1 else ''}{'×' if times > 1 else ''}{more}, {rule}" for more, times, rule in dice.added
        ]
        self.say(f"  {total} attack dice of {dice.weapons} × {dice.name} ({'; '.join(words)}).")

    def dice(self, roll: str, faces: Sequence[int], after: Sequence[int], check: Check) -> None:
        """Dice as they fell, and as they lie once some were rolled again."""
        is_save = roll == "Save"
        rule = {"Hit": "05.01", "Save": "05.03"}.get(roll, "05.02")
        needs = "" if is_save else f", needing {check.words}"
        again = " ".join(map(str, sorted(after))) if any(check.again[face - 1] for face in faces) else ""
        rerolled = f"; after re-rolls {again} (01.05.02)" if again else ""
        self.say(f"  {roll} rolls{needs}: {' '.join(map(str, sorted(faces)))}{rerolled} ({rule}).")

    def hits(self, ordinary: int, critical: int, more: int, procedure: Procedure) -> None:
        """What the hit rolls gave."""
        extra = f", and {more} more by [SUSTAINED HITS {procedure.extra_hits}] (24.36)" if more else ""
        self.say(f"    {_counted(ordinary, 'hit')} and {_counted(critical, 'critical hit')}{extra}.")

    def hits_without_a_roll(self, number: int) -> None:
        """[TORRENT]."""
        self.say(f"  {_counted(number, 'hit')} without a roll (24.37).")

    def wounds(self, ordinary: int, critical: int) -> None:
        """What the wound rolls gave."""
        self.say(f"    {_counted(ordinary, 'wound')} and {_counted(critical, 'critical wound')}.")

    def wounds_without_a_roll(self, number: int) -> None:
        """[LETHAL HITS]."""
        self.say(f"  {_counted(number, 'wound')} of critical hits without a roll: [LETHAL HITS] (24.23).")

    def declared(self, target: Target, order: Sequence[int], precise: int | None) -> None:
        """The allocation order."""
        names = ", then ".join(target.groups[group].name for group in order)
        if precise is not None:
            self.say(f"  [PRECISION] picks {target.groups[precise].name}; then {names} (24.28, 05.03).")
        elif len(order) > 1:
            self.say(f"  Attacks are allocated to {names} (05.03).")

    def saved(self, face: int, group: Group, needed: int) -> None:
        """A save roll that keeps damage off."""
        self.say(f"    {face}: saved by {group.name} on {needed}+ (05.04).")

    def damage(
        self, face: int, group: Group, needed: int, damage: int, lost: int, left: int, feel_no_pain: int
    ) -> None:
        """An attack that inflicts damage."""
        needs = f"saved on {needed}+" if needed < NONE else "nothing saves"
        self.say(f"    {face}: {needs}, D {damage}: {self._lost(group, damage, lost, left, feel_no_pain)} (05.04).")

    def ignored(self, face: int, group: Group) -> None:
        """The first damage, where a rule changes it to 0."""
        self.say(f"    {face}: not saved by {group.name}; the D of this attack is changed to 0.")

    def mortal_wounds(self, group: Group, damage: int, lost: int, left: int) -> None:
        """A devastating critical wound."""
        words = self._lost(group, damage, lost, left, group.feel_no_pain_mortal)
        self.say(f"  [DEVASTATING WOUNDS], {_counted(damage, 'mortal wound')}: {words} (24.10, 06.02).")

    def hazards(self, faces: Sequence[int], hurts: int) -> None:
        """The attacker's hazard rolls."""
        failed = sum(face <= 2 for face in faces)
        wounds = _counted(failed * hurts, "mortal wound")
        self.say(f"Hazard rolls: {' '.join(map(str, sorted(faces)))}: {failed} failed, {wounds} (06.03, 24.15).")

    def explosions(self, faces: Sequence[int], wounds: int) -> None:
        """The rolls of destroyed models with Deadly Demise, and what the unit near by suffers."""
        rolled = " ".join(map(str, sorted(faces)))
        self.say(f"Deadly Demise, on a 6: {rolled}: {_counted(wounds, 'mortal wound')} (24.08).")

    def left(self, target: Target, state: State) -> None:
        """What is left of a unit."""
        words = []
        for group, wounds in zip(target.groups, state, strict=False):
            models = -(-wounds // group.wounds)
            lost = models * group.wounds - wounds
            hurt = f", one with {_counted(group.wounds - lost, 'wound')} left" if lost else ""
            words.append(f"{models} of {group.models} {group.name}{hurt}")
        self.say(f"Left: {'; '.join(words)}.")

    def excess(self, target: Target) -> None:
        """Nothing is left to attack."""
        self.say("    No model is left: what remains of these attacks is lost (05.04).")

    @staticmethod
    def _lost(group: Group, damage: int, lost: int, left: int, feel_no_pain: int) -> str:
        pain = f", Feel No Pain {feel_no_pain}+ rolled for each (24.12)" if feel_no_pain < NONE else ""
        rest = f"{left} left" if left else "destroyed"
        over = damage - lost if not left and feel_no_pain >= NONE else 0
        excess = f", {over} lost as excess" if over else ""
        return f"a model of {group.name} loses {lost}{pain}, {rest}{excess}"


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
