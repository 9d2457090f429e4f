"""What is wrong with the wargear recorded for a unit, and the nearest loadouts that are legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from datasheets.catalogue.datasheet import Datasheet
from roster.muster.loadouts.caps import Cap, CapKind, caps_of, forget_caps
from roster.muster.loadouts.identity import ById
from roster.muster.loadouts.model_loadouts import (
    ModelLoadout,
    TooManyLoadoutsError,
    available_options,
    forget_loadouts,
    model_loadouts,
)
from roster.muster.loadouts.modes import Mode, TooManyModesError, modes_of
from roster.muster.loadouts.problem import Problem, Row, make_problem
from roster.muster.loadouts.search import SearchLimitError, Sharing, Steps, least_drops, pieces_added, share_out
from roster.muster.loadouts.sight import comes_out_at_sight
from roster.muster.loadouts.starting import starting_otherwise

MAXIMUM_MODELS = 60
"""Models of a unit whose loadouts are searched; no datasheet allows half as many."""

MAXIMUM_DROPS = 12
"""Pieces at fault that are searched for one by one; where there are more, their number is a bound."""

TRIED_DROPS = 6
"""How far beyond what is too much at sight the number of pieces at fault is searched."""

MAXIMUM_UNWRITTEN = 3
"""Pieces a list leaves out that are still named."""

MAXIMUM_STARTING = 12
"""The same where single models start with weapons of their own."""

CACHED_PER_DATASHEET = 128


class Fault(StrEnum):
    """Why pieces of wargear are at fault."""

    LOADOUT = "loadout"
    """No models can carry them beside the rest."""
    NUMBER = "number"
    """The unit may not have as many."""
    DUPLICATES = "duplicates"
    """The unit may not have as many of the same."""
    ALL_MODELS = "all models"
    """Some models take what all take or none."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Models by kind and pieces by kind and item; a kind by its place in the datasheet, None where none is named."""

    models: tuple[int, ...]
    items: tuple[tuple[Row, int], ...]


@dataclass(frozen=True, slots=True)
class Excess:
    """Pieces at fault together: the smallest set, by row. ``cap`` is the limit they break, if one alone does."""

    fault: Fault
    dropped: tuple[tuple[Row, int], ...]
    cap: Cap | None = None


@dataclass(frozen=True, slots=True)
class Assessment:
    """What was found. ``undecided`` says why nothing was; else ``excesses`` are empty if all can be shared out.

    ``dropped`` is the smallest set of pieces without which it would be legal, and ``nearest`` the wargear
    that is left, with pieces added that the list must have left out.
    ``at_least`` is a bound where more pieces are at fault than were named one by one.
    ``unwritten`` are pieces the models carry beside; None where they are many.
    """

    excesses: tuple[Excess, ...] = ()
    dropped: tuple[tuple[Row, int], ...] = ()
    nearest: tuple[tuple[Row, int], ...] = ()
    unwritten: tuple[tuple[str, int], ...] | None = ()
    at_least: int = 0
    undecided: str = ""


_Key = tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[Row, int], ...]]

_KEPT: ById[Datasheet, dict[_Key, Assessment]] = ById(2048)
"""By options, models and items."""


def assess_loadouts(datasheet: Datasheet, recorded: Recorded, lineage: Collection[str] | None = None) -> Assessment:
    """Whether the recorded wargear can be shared out among the models; of options, those open to that lineage."""
    return assess_with(datasheet, recorded, available_options(datasheet, lineage))


def assess_with(datasheet: Datasheet, recorded: Recorded, options: tuple[int, ...]) -> Assessment:
    """The same with these options, by their places."""
    kept = _KEPT.get(datasheet, dict)
    key = (options, recorded.models, recorded.items)
    found = kept.get(key)
    if found is None:
        if len(kept) >= CACHED_PER_DATASHEET:
            kept.clear()
        found = kept[key] = _assessed(datasheet, recorded, options)
    return found


def forget_assessments(*, with_loadouts: bool = False) -> None:
    """Forget what was found, as a process does that starts anew; ``with_loadouts`` the loadouts listed as well."""
    _KEPT.clear()
    if with_loadouts:
        forget_caps()
        forget_loadouts()


def _assessed(datasheet: Datasheet, recorded: Recorded, options: tuple[int, ...]) -> Assessment:
    models = sum(recorded.models)
    if models > MAXIMUM_MODELS:
        return Assessment(undecided=f"more than {MAXIMUM_MODELS} models are too many to share wargear out among")
    try:
        each_by_itself = _assessor(datasheet, recorded, options).assess()
        modes = modes_of(datasheet, options)
        if not modes or each_by_itself.undecided:
            return each_by_itself
        is_whole = each_by_itself.unwritten == () and not each_by_itself.excesses
        ways = _ways([_assessor(mode.datasheet, recorded, options, mode, is_whole=is_whole) for mode in modes])
    except TooManyLoadoutsError:
        return Assessment(undecided="its models have too many loadouts to try them all")
    except TooManyModesError:
        return Assessment(undecided="its models have too many ways to arm all of them alike")
    return in_best_way(recorded, each_by_itself, ways)


def _ways(assessors: Sequence[_Assessor]) -> list[Assessment]:
    """What comes of the modes, but for those that at sight need more dropped than some other in all."""
    if any(one.comes_out_at_sight for one in assessors):
        return [Assessment()]
    ways: dict[int, Assessment] = {}
    least: int | None = None
    for place in sorted(range(len(assessors)), key=lambda place: assessors[place].bound):
        if least is not None and assessors[place].bound > least:
            break
        found = ways[place] = assessors[place].assess()
        if not found.undecided:
            least = _size(found) if least is None else min(least, _size(found))
    return [found for _, found in sorted(ways.items())]


def _assessor(
    datasheet: Datasheet,
    recorded: Recorded,
    options: tuple[int, ...],
    mode: Mode | None = None,
    *,
    is_whole: bool = False,
) -> _Assessor:
    """What assesses the wargear with the options as they are, or in one mode of those that all models take or none.

    ``is_whole``: the list leaves nothing out, so that what is nearest to it leaves nothing out either.
    """
    loadouts: list[tuple[ModelLoadout, ...]] = []
    otherwise = starting_otherwise(datasheet, recorded.models)
    for place, kind in enumerate(datasheet.kinds):
        own: tuple[ModelLoadout, ...] = ()
        if recorded.models[place]:
            wanted = _wanted(recorded, place)
            for item in (*(mode.granted() if mode is not None else ()), *otherwise.get(place, ())):
                wanted.setdefault(item, 1)
            own = model_loadouts(datasheet, kind, options, wanted)
            if mode is not None:
                own = tuple(one for one in own if mode.allows(kind.name, one))
        loadouts.append(own)
    named = MAXIMUM_STARTING if otherwise else MAXIMUM_UNWRITTEN
    return _Assessor(recorded, loadouts, caps_of(datasheet, options, sum(recorded.models)), is_whole, named)


def in_best_way(recorded: Recorded, each_by_itself: Assessment, ways: Sequence[Assessment]) -> Assessment:
    """What counts where all models take some things or none: the way that fits best what is written.

    A list that says exactly what its models carry, each taken by itself, is held to it: it left nothing out.
    """
    undecided = next((way for way in ways if way.undecided), None)
    legal = [way for way in ways if not (way.undecided or way.excesses or way.at_least)]
    if legal:
        best = min(legal, key=_left_out)
        if each_by_itself.unwritten != () or best.unwritten == ():
            return best
        added: Counter[Row] = Counter(dict(recorded.items))
        added.update({(None, item): count for item, count in best.unwritten or ()})
        return Assessment((Excess(Fault.ALL_MODELS, ()),), (), tuple(added.items()))
    if undecided is not None:
        return undecided
    best = min(ways, key=_size)
    more = _size(best) - _size(each_by_itself)
    if each_by_itself.at_least or (more <= 0 and not best.at_least):
        return replace(each_by_itself, nearest=best.nearest) if each_by_itself.at_least else best
    mixed = Excess(Fault.ALL_MODELS, best.dropped)
    return Assessment((*each_by_itself.excesses, mixed), best.dropped, best.nearest)


def _left_out(found: Assessment) -> int:
    """Pieces that the list leaves out; more than are named where they are many."""
    return MAXIMUM_UNWRITTEN + 1 if found.unwritten is None else sum(count for _, count in found.unwritten)


def _size(found: Assessment) -> int:
    return found.at_least or sum(count for _, count in found.dropped)


def _wanted(recorded: Recorded, kind: int) -> dict[str, int]:
    """Pieces that models of that kind may be asked for."""
    wanted: Counter[str] = Counter()
    for (one, item), count in recorded.items:
        if one in (None, kind):
            wanted[item] += count
    return dict(wanted)


class _Assessor:
    def __init__(
        self,
        recorded: Recorded,
        loadouts: Sequence[Sequence[ModelLoadout]],
        caps: Sequence[Cap],
        is_whole: bool,
        most_unwritten: int,
    ) -> None:
        self._recorded = recorded
        self._is_whole = is_whole
        self._most_unwritten = most_unwritten
        self._loadouts = loadouts
        self._caps = caps
        self._steps = Steps()

    @cached_property
    def comes_out_at_sight(self) -> bool:
        """Whether all is legal and nothing left out, as needs no search to say; False says nothing."""
        return comes_out_at_sight(self._recorded.models, self._recorded.items, self._loadouts, self._caps)

    @cached_property
    def _whole(self) -> Problem:
        return self._problem(self._caps)

    @cached_property
    def bound(self) -> int:
        """Pieces at fault whatever the sharing."""
        return max(0, least_drops(self._whole), _over_caps(self._whole))

    def assess(self) -> Assessment:
        if self.comes_out_at_sight:
            return Assessment()
        whole, bound = self._whole, self.bound
        if bound == 0:
            try:
                found = share_out(whole, self._steps, drops=0)
            except SearchLimitError:
                return Assessment(undecided="the ways to share its wargear out are too many to try them all")
            if found is not None:
                return Assessment(unwritten=self._unwritten(whole)[0])
            if not self._recorded.items:
                return Assessment(unwritten=None)  # Nothing is written: it is the models that are too many.
            bound = 1
        return self._broken(bound)

    def _problem(self, caps: Sequence[Cap], less: Mapping[Row, int] | None = None) -> Problem:
        items = Counter(dict(self._recorded.items))
        items.subtract(less or {})
        return make_problem(items, self._recorded.models, self._loadouts, caps)

    # What is at fault ------------------------------------------------------------------------

    def _broken(self, bound: int) -> Assessment:
        """The pieces at fault, first without limits, then with those on numbers, then with all."""
        excesses: list[Excess] = []
        dropped: Counter[Row] = Counter()
        judged: int | None = None
        try:
            for fault, allowed in STAGES:
                caps = [cap for cap in self._caps if cap.kind in allowed]
                if judged is not None and len(caps) == judged:
                    continue
                judged = len(caps)
                problem = self._problem(caps) if judged < len(self._caps) else self._whole
                sharing = _with_fewest_drops(problem, self._steps, dropped.total())
                if sharing is None:
                    raise SearchLimitError
                more = sharing.drops - dropped.total()
                if more:
                    now = Counter(dict(_by_row(problem, sharing)))
                    excesses += self._named(fault, now, dropped, problem)
                    dropped = now
        except SearchLimitError:
            return Assessment(nearest=self._default(), at_least=max(bound, dropped.total()), excesses=tuple(excesses))
        whole = self._problem(self._caps, dropped)
        added = self._unwritten(whole)[1]
        left = Counter(dict(self._recorded.items))
        left.subtract(dropped)
        left.update(added)
        nearest = tuple((row, count) for row, count in left.items() if count > 0)
        return Assessment(tuple(excesses), tuple(sorted(dropped.items(), key=_by_name)), nearest)

    def _named(self, fault: Fault, now: Counter[Row], before: Counter[Row], problem: Problem) -> list[Excess]:
        """The excess by the caps it breaks: each that is broken by itself, else all of them together."""
        dropped = tuple(sorted((now - before).items(), key=_by_name)) or tuple(sorted(now.items(), key=_by_name))
        if fault is Fault.LOADOUT:
            return [Excess(fault, dropped)]
        kind = CapKind.NUMBER if fault is Fault.NUMBER else CapKind.DUPLICATES
        alone = [cap for cap in problem.caps if cap.kind is kind and self._is_broken(cap, before.total())]
        by_items = [cap for cap in alone if cap.items]
        explained = {item for cap in by_items for item in cap.items}
        if by_items and all(item in explained for (_, item), _ in dropped):
            alone = by_items
        return [Excess(fault, dropped, cap) for cap in alone] or [Excess(fault, dropped)]

    def _is_broken(self, cap: Cap, drops: int) -> bool:
        if cap.items:
            return sum(count for (_, item), count in self._recorded.items if item in cap.items) > cap.most
        return share_out(self._problem([cap]), self._steps, drops=drops) is None

    # What is legal ---------------------------------------------------------------------------

    def _default(self) -> tuple[tuple[Row, int], ...]:
        pieces: Counter[Row] = Counter()
        for kind, count in enumerate(self._recorded.models):
            for item in self._loadouts[kind][0].items if count else ():
                pieces[kind, item] += count
        return tuple(pieces.items())

    def _unwritten(self, problem: Problem) -> tuple[tuple[tuple[str, int], ...] | None, Counter[Row]]:
        """Pieces the models must carry beside what is written, the fewest; None and none where they are many."""
        fewest = sum(
            count * min(len(one.items) for one in own)
            for count, own in zip(self._recorded.models, self._loadouts, strict=True)
            if count
        )
        steps = Steps()
        first = max(0, fewest - sum(problem.need))
        for unwritten in range(first, max(self._most_unwritten, first if self._is_whole else 0) + 1):
            try:
                sharing = share_out(problem, steps, drops=0, unwritten=unwritten)
            except SearchLimitError:
                break
            if sharing is not None:
                added = pieces_added(problem, sharing)
                names: Counter[str] = Counter()
                for (_, item), count in added.items():
                    names[item] += count
                return tuple(sorted(names.items())), added
        return None, Counter()


STAGES: tuple[tuple[Fault, frozenset[CapKind]], ...] = (
    (Fault.LOADOUT, frozenset()),
    (Fault.NUMBER, frozenset({CapKind.NUMBER})),
    (Fault.DUPLICATES, frozenset({CapKind.NUMBER, CapKind.DUPLICATES})),
)


def _with_fewest_drops(problem: Problem, steps: Steps, at_least: int) -> Sharing | None:
    first = max(at_least, least_drops(problem), _over_caps(problem))
    for drops in range(max(first, 0), min(first + TRIED_DROPS, MAXIMUM_DROPS) + 1):
        found = share_out(problem, steps, drops=drops)
        if found is not None:
            return found
    return None


def _over_caps(problem: Problem) -> int:
    """Pieces over the cap that is most exceeded by what is recorded alone."""
    over = [
        sum(need for (_, item), need in zip(problem.rows, problem.need, strict=True) if item in cap.items) - cap.most
        for cap in problem.caps
        if cap.items and not cap.options
    ]
    return max(over, default=0) if over else 0


def _by_row(problem: Problem, sharing: Sharing) -> list[tuple[Row, int]]:
    return [(row, count) for row, count in zip(problem.rows, sharing.dropped, strict=True) if count]


def _by_name(row_and_count: tuple[Row, int]) -> tuple[int, str]:
    (kind, item), _ = row_and_count
    return (-1 if kind is None else kind, item)
