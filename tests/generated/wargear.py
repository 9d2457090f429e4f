"""Random legal models of a unit and what they carry, by the options and limits of its datasheet."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from datasheets.catalogue.datasheet import CompositionTier, Datasheet, KindCount
from datasheets.catalogue.names import fold_keyword
from datasheets.catalogue.wargear import ItemBudget, WargearOption
from tests.generated.prices import PriceBook, best_row, named_counts

Counts = dict[str, int]

DISTRIBUTIONS = 6
"""How often models of one size are spread over kinds anew until the manual prices just them."""


@dataclass
class Model:
    """One model: its kind, what it carries, and how often it used each option by its place."""

    kind: str
    items: Counter[str]
    uses: Counter[int] = field(default_factory=Counter)


# Who is in the unit ------------------------------------------------------------------------------------


def make_ups(sheet: Datasheet) -> Sequence[CompositionTier]:
    """The make-ups of the datasheet; the kinds say it themselves where it has none."""
    own = CompositionTier(tuple(KindCount(kind.name, kind.minimum, kind.maximum) for kind in sheet.kinds))
    return sheet.tiers or (own,)


def random_counts(sheet: Datasheet, book: PriceBook, chance: random.Random, *, padded: bool = False) -> Counts | None:
    """Models by kind: a make-up of the datasheet, of a size the manual prices; None where there is none.

    ``padded``: of any size it allows, also one that pays for more models than it has.
    """
    table = book.table(sheet)
    if table is None or sheet.maximum_models <= 0:
        return None
    added = {fold_keyword(one.kind) for one in table.add_ons}
    choices: list[tuple[CompositionTier, int | Counts]] = []
    for tier in make_ups(sheet):
        for row in book.rows(sheet):
            named = named_counts(sheet, row) if row.composition else None
            if not row.composition:
                choices.append((tier, row.models))
            elif named is not None and _is_of(tier, named):
                choices.append((tier, named))
        if padded:
            choices += [(tier, size) for size in range(max(1, tier.minimum), tier.maximum + 1)]
    chance.shuffle(choices)
    for tier, wanted in choices:
        if isinstance(wanted, dict):
            if sheet.minimum_models <= sum(wanted.values()) <= sheet.maximum_models:
                return {kind: count for kind, count in wanted.items() if count}
            continue
        for _ in range(DISTRIBUTIONS):
            counts = _spread(tier, sheet, wanted, added, chance)
            if counts is None:
                break
            plain = {kind: count for kind, count in counts.items() if fold_keyword(kind) not in added}
            priced = best_row(book.rows(sheet), sheet, plain)
            exact = priced is not None and priced.models == sum(plain.values())
            if priced is not None and (exact or padded):
                return counts
    return None


def _is_of(tier: CompositionTier, counts: Counts) -> bool:
    rows = {row.kind: row for row in tier.counts}
    return counts.keys() <= rows.keys() and all(
        row.minimum <= counts.get(kind, 0) <= row.maximum for kind, row in rows.items()
    )


def _spread(
    tier: CompositionTier, sheet: Datasheet, size: int, added: Collection[str], chance: random.Random
) -> Counts | None:
    """``size`` models over the kinds of the tier, and of the kinds priced apart any number."""
    counts = {row.kind: row.minimum for row in tier.counts}
    extra = [row for row in tier.counts if fold_keyword(row.kind) in added]
    for row in extra:
        counts[row.kind] = chance.randint(row.minimum, row.maximum)
    plain = [row for row in tier.counts if row not in extra]
    left = size - sum(row.minimum for row in plain)
    while left > 0:
        open_rows = [row for row in plain if counts[row.kind] < row.maximum]
        if not open_rows:
            return None
        row = chance.choice(open_rows)
        more = min(left, row.maximum - counts[row.kind], chance.randint(1, left))
        counts[row.kind] += more
        left -= more
    total = sum(counts.values())
    if left < 0 or not sheet.minimum_models <= total <= sheet.maximum_models:
        return None
    return {kind: count for kind, count in counts.items() if count}


# What they carry ---------------------------------------------------------------------------------------


class Armoury:
    """One unit that takes options one by one, each within its own limits and those of the datasheet."""

    def __init__(self, sheet: Datasheet, counts: Counts, lineage: Collection[str], chance: random.Random) -> None:
        self._sheet = sheet
        self._chance = chance
        kinds = {kind.name: kind for kind in sheet.kinds}
        self.models = [
            Model(name, Counter(kinds[name].default_items)) for name, count in counts.items() for _ in range(count)
        ]
        self.used: Counter[int] = Counter()
        """Uses of each option by its place."""
        self._shared: Counter[object] = Counter()
        self._options = [
            (place, option)
            for place, option in enumerate(sheet.options)
            if option.required_faction is None or option.required_faction in lineage
        ]
        self._budgets = [(budget, _counting(sheet, budget)) for budget in sheet.budgets]
        self._start()

    @property
    def size(self) -> int:
        """Models of the unit."""
        return len(self.models)

    def arm(self, wildness: float) -> None:
        """Take options at random, each with this likelihood; twice over, as one may lead to another."""
        for together in self._taken_together():
            if self._chance.random() < wildness:
                self._take_all(together)
        for _ in range(2):
            order = [one for one in self._options if not one[1].all_models]
            self._chance.shuffle(order)
            for place, option in order:
                if self._chance.random() < wildness:
                    self._take(place, option)

    def _start(self) -> None:
        """Single models start with something else where all would come with more of an item than the unit may have."""
        ways = [
            (place, option, model, choice)
            for place, option in self._options
            for model in self.models
            for choice in option.choices
            if option.kind in (None, model.kind)
        ]
        self._chance.shuffle(ways)
        for place, option, model, choice in ways:
            over = [counting for budget, counting in self._budgets if self._is_over(budget, counting)]
            if any(set(option.replaces) & counting and not set(choice) & counting for counting in over):
                self._apply(place, option, model, choice, is_start=True)

    def _is_over(self, budget: ItemBudget, counting: frozenset[str]) -> bool:
        steps = self.size // budget.per_models if budget.per_models else 1
        return sum(model.items[item] for model in self.models for item in counting) > budget.count * steps

    def _taken_together(self) -> list[list[tuple[int, WargearOption]]]:
        """The options that all models take or none: those of several kinds with the same choices are one."""
        found: dict[object, list[tuple[int, WargearOption]]] = {}
        for place, option in self._options:
            if option.all_models:
                alike = frozenset(tuple(sorted(choice)) for choice in option.choices)
                found.setdefault(alike, []).append((place, option))
        return list(found.values())

    def _take(self, place: int, option: WargearOption) -> None:
        able = [model for model in self.models if option.kind in (None, model.kind)]
        self._chance.shuffle(able)
        for model in able[: self._chance.randint(1, max(1, len(able)))]:
            for _ in range(self._chance.randint(1, self._most_per_model(option))):
                if not self._apply(place, option, model, self._chance.choice(option.choices)):
                    break

    def _take_all(self, together: Sequence[tuple[int, WargearOption]]) -> None:
        """All models take it with one and the same choice; none does where one cannot."""
        before = [(Counter(model.items), Counter(model.uses)) for model in self.models]
        used, shared = Counter(self.used), Counter(self._shared)
        chosen = sorted(self._chance.choice(together[0][1].choices))
        for place, option in together:
            choice = next(one for one in option.choices if sorted(one) == chosen)
            for model in self.models:
                if option.kind in (None, model.kind) and not self._apply(place, option, model, choice):
                    for other, (items, uses) in zip(self.models, before, strict=True):
                        other.items, other.uses = items, uses
                    self.used, self._shared = used, shared
                    return

    def _most_per_model(self, option: WargearOption) -> int:
        if option.per_model is not None:
            return max(option.per_model, option.limit or 0)
        if option.limit is not None and self._sheet.maximum_models == 1:
            return option.limit
        return 1

    def _most_in_unit(self, option: WargearOption) -> int | None:
        if option.maximum_models is not None and self.size > option.maximum_models:
            return 0
        if option.per_model is not None:
            return None
        limits = [option.limit] if option.limit is not None else []
        if option.per_models:
            limits.append(self.size // option.per_models)
        return min(limits, default=None)

    def _apply(
        self, place: int, option: WargearOption, model: Model, choice: tuple[str, ...], *, is_start: bool = False
    ) -> bool:
        if model.uses[place] >= self._most_per_model(option):
            return False
        given, taken = Counter(option.replaces), Counter(choice)
        if any(model.items[item] < count for item, count in given.items()):
            return False
        most, key = self._most_in_unit(option), _likeness(place, option)
        if most is not None and self._shared[key] >= most:
            return False
        before = Counter(model.items)
        model.items = model.items - given + taken
        model.uses[place] += 1
        self.used[place] += 1
        if not (is_start or self._is_within_budgets()) or not self._keeps_conditions(model):
            model.items = before
            model.uses = +(model.uses - Counter([place]))
            self.used = +(self.used - Counter([place]))
            return False
        self._shared[key] += 1
        return True

    # One step beyond ---------------------------------------------------------------------------------

    def use_beyond(self, place: int, choice: tuple[str, ...]) -> bool:
        """Use an option that the unit limits once more often than it may; False where no models are left to."""
        option = self._sheet.options[place]
        most = self._most_in_unit(option)
        able = [model for model in self.models if option.kind in (None, model.kind)]
        if most is None or len(able) <= most:
            return False
        given = Counter(option.replaces)
        if any(model.items[item] < count for model in able[: most + 1] for item, count in given.items()):
            return False
        for model in able[: most + 1]:
            model.items = model.items - given + Counter(choice)
        return True

    def use_for_one(self) -> bool:
        """Take for one model what all take or none; False where the datasheet has nothing of the sort."""
        for (place, option), *_ in self._taken_together():
            able = [model for model in self.models if option.kind in (None, model.kind)]
            if len(self.models) < 2 or not able or not self._is_alone(option):
                continue
            if self._apply(place, option, able[0], option.choices[0]):
                return True
        return False

    def _is_alone(self, option: WargearOption) -> bool:
        """Whether only its likes grant what it grants."""
        items = {item for choice in option.choices for item in choice}
        alike = {frozenset(choice) for choice in option.choices}
        return all(
            not items & set(choice) or frozenset(choice) in alike
            for other in self._sheet.options
            for choice in other.choices
        )

    def use_the_same(self, budget: ItemBudget) -> bool:
        """Take more of one item than the budget allows of the same, and no more in all; False where none can."""
        steps = self.size // budget.per_models if budget.per_models else 1
        room, same = budget.count * steps, (budget.duplicate_limit or 0) * steps
        if same + 1 > room:
            return False
        for item in budget.items:
            ways = [
                (option, choice)
                for option in self._sheet.options
                for choice in option.choices
                if choice == (item,) and option.per_model is not None
            ]
            taken = 0
            before = [Counter(model.items) for model in self.models]
            for option, choice in ways:
                for model in self.models:
                    given = Counter(option.replaces)
                    if option.kind not in (None, model.kind) or taken > same:
                        continue
                    if model.items[item] or any(model.items[one] < count for one, count in given.items()):
                        continue
                    model.items = model.items - given + Counter(choice)
                    taken += 1
            if taken == same + 1:
                return True
            for model, items in zip(self.models, before, strict=True):
                model.items = items
        return False

    # Limits ------------------------------------------------------------------------------------------

    def _keeps_conditions(self, model: Model) -> bool:
        """Whether the model carries what the options it used ask for, and nothing that bars them."""
        for place in model.uses:
            option = self._sheet.options[place]
            if any(not model.items[item] for item in option.while_carrying):
                return False
            if any(model.items[item] for item in option.unless_carrying):
                return False
        return True

    def _is_within_budgets(self) -> bool:
        for budget, counting in self._budgets:
            steps = self.size // budget.per_models if budget.per_models else 1
            ids = set(budget.options)
            if sum(self.used[place] for place, option in self._options if option.id in ids) > budget.count * steps:
                return False
            if self._is_over(budget, counting):
                return False
            if budget.duplicate_limit is None:
                continue
            for item in budget.items:
                if sum(model.items[item] for model in self.models) > budget.duplicate_limit * steps:
                    return False
        return True


def _likeness(place: int, option: WargearOption) -> object:
    """What the limit of an option belongs to: one that stands at several kinds of model alike is one option."""
    if option.kind is None:
        return place
    choices = frozenset(tuple(sorted(choice)) for choice in option.choices)
    return choices, option.limit, option.per_models


def _counting(sheet: Datasheet, budget: ItemBudget) -> frozenset[str]:
    """The items that count against the budget: of a bundle larger than its count, the rarest stands for it."""
    choices = [set(choice) for option in sheet.options for choice in option.choices]
    counting = set(budget.items)
    for choice in choices:
        together = sorted(choice & set(budget.items), key=lambda item: (sum(item in one for one in choices), item))
        if len(together) > budget.count:
            counting -= set(together[1:])
    return frozenset(counting)


def armed(
    sheet: Datasheet, counts: Counts, lineage: Collection[str], chance: random.Random
) -> tuple[list[Model], Counter[int]]:
    """The models with random legal wargear, and how often each option was used, by its place."""
    armoury = Armoury(sheet, counts, lineage, chance)
    armoury.arm(chance.choice((0.0, 0.3, 0.6, 0.9)))
    return armoury.models, armoury.used
