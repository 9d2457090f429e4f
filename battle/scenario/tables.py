"""Tables of units against units: matrices, fields and comparisons, asked strictly and answered row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from battle.armies import Fielded
from battle.engine.matrix import Activity
from battle.engine.policies import Policies
from battle.engine.situation import Phase, Situation
from battle.scenario.cells import Terms, row_as_dict
from battle.scenario.fielding import Armies, units_of
from battle.scenario.settling import policies_of, refuse_unknown_weapons, situation_of
from battle.scenario.shapes import ComparisonShape, FieldShape, MatrixShape, TableShape, ViewShape
from battle.scenario.situation_shapes import SituationShape
from battle.scenario.switches import Offer, refuse_switches, switches_on_offer
from battle.scenario.unit_shapes import MOST_UNITS_OF_A_SIDE, RosterShape, Units, UnitShape
from datasheets.catalogue import Catalogue
from roster.document_faults import DocumentError

MOST_CELLS = 12_800
FORTH, BACK = "forth", "back"


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at the table. ``shape`` is the situation as it was asked."""

    name: str
    activity: Activity
    situation: Situation
    shape: SituationShape


@dataclass(frozen=True, slots=True)
class Side:
    """Units of one side. ``places`` are those of the scenario's units that they come from."""

    name: str
    units: tuple[Fielded, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One unit against the whole other side in one view: ``side`` of those that attack, and ``unit`` of that side.

    ``direction`` back: units of the targets attack.
    """

    view: int
    direction: str
    side: int
    unit: int


@dataclass(frozen=True, slots=True)
class AskedTable:
    """A table whose units are fielded and in which everything that is named exists.

    ``sides`` are those that attack, one of them except in a comparison.
    """

    question: str
    name: str
    sides: tuple[Side, ...]
    targets: Side
    views: tuple[View, ...]
    both_ways: bool
    weights: tuple[float, ...] | None
    policies: Policies
    offers: tuple[Offer, ...]

    @property
    def units(self) -> tuple[Fielded, ...]:
        """All units, those that attack first."""
        return (*(unit for side in self.sides for unit in side.units), *self.targets.units)

    @property
    def is_mirrored(self) -> bool:
        """Whether a side meets itself, so that both ways are the same."""
        return [unit.fighters for unit in self.sides[0].units] == [unit.fighters for unit in self.targets.units]

    def rows(self) -> Iterator[Row]:
        """All rows that have to be worked out, view by view."""
        goes_back = self.both_ways and not self.is_mirrored
        for view in range(len(self.views)):
            for place, side in enumerate(self.sides):
                yield from (Row(view, FORTH, place, unit) for unit in range(len(side.units)))
            if goes_back:
                yield from (Row(view, BACK, 0, unit) for unit in range(len(self.targets.units)))

    def attacker_of(self, row: Row) -> Fielded:
        """The unit that attacks in the row."""
        return (self.targets if row.direction == BACK else self.sides[row.side]).units[row.unit]

    def attacked_in(self, row: Row) -> tuple[Fielded, ...]:
        """The units that it attacks, one by one."""
        return (self.sides[0] if row.direction == BACK else self.targets).units

    def answer(self, row: Row, seed: int) -> dict[str, Any]:
        """The cells of the row, and what is said of them."""
        view = self.views[row.view]
        terms = Terms(view.activity, view.situation, self.policies, seed)
        targets = [unit.fighters for unit in self.attacked_in(row)]
        return row_as_dict(self.attacker_of(row).fighters, targets, terms)


def asked_table(scenario: TableShape, catalogue: Catalogue | None) -> AskedTable:
    """The question with its units fielded; raises :class:`DocumentError`, with its place in the scenario."""
    shapes = views_of(scenario)
    both_ways = not isinstance(scenario, ComparisonShape) and scenario.both_ways
    named = list(_sides_of(scenario))
    # Before anything is fielded.
    listed = [_listed(units, pointer) for _, units, pointer in named]
    _refuse_many_cells(listed, _listed(scenario.targets, "/targets"), len(shapes), both_ways=both_ways)
    armies: Armies = {}
    sides = tuple(_fielded(name, units, pointer, catalogue, armies) for name, units, pointer in named)
    targets = _fielded("", scenario.targets, "/targets", catalogue, armies)
    everybody = (*(unit for side in sides for unit in side.units), *targets.units)
    offers = switches_on_offer(*everybody)
    policies = policies_of(scenario.policies)
    for name in ("order", "precise"):
        if getattr(policies, name) is not None:
            raise DocumentError(f"/policies/{name}", "It names groups of one target, and a table has many.")
    refuse_unknown_weapons(policies.weapons or (), everybody, "/policies/weapons")
    for place, view in enumerate(shapes):
        pointer = f"/views/{place}/situation" if scenario.views else "/situation"
        if view.situation.phase is not Phase.SHOOTING:
            raise DocumentError(f"{pointer}/phase", "The activity says in which phases units attack.")
        refuse_switches(view.situation.switches, offers, pointer)
        refuse_unknown_weapons(view.situation.spent, everybody, f"{pointer}/spent")
    return AskedTable(
        _QUESTIONS[type(scenario)],
        scenario.name,
        sides,
        targets,
        tuple(View(view.name, view.activity, situation_of(view.situation), view.situation) for view in shapes),
        both_ways,
        _weights(scenario, targets) if isinstance(scenario, FieldShape) else None,
        policies,
        offers,
    )


_QUESTIONS: dict[type[TableShape], str] = {MatrixShape: "matrix", FieldShape: "field", ComparisonShape: "comparison"}


def views_of(scenario: TableShape) -> tuple[ViewShape, ...]:
    """The views of the table: those it lists, or the one of its ``activity`` and ``situation``.

    Raises :class:`DocumentError` where both stand there.
    """
    if not scenario.views:
        activity = Activity.SHOOTING if scenario.activity is UNSET else scenario.activity
        return (ViewShape("", activity, SituationShape() if scenario.situation is UNSET else scenario.situation),)
    for field in ("activity", "situation"):
        if getattr(scenario, field) is not UNSET:
            raise DocumentError(f"/{field}", f"Each of the views has its own {field}; write it there, or no views.")
    return scenario.views


def _sides_of(scenario: TableShape) -> Iterator[tuple[str, Units, str]]:
    """Those that attack: the name of each side, its units and where they stand."""
    if isinstance(scenario, ComparisonShape):
        for place, side in enumerate(scenario.sides):
            yield side.name, side.units, f"/sides/{place}/units"
    else:
        yield "", scenario.attackers, "/attackers"


def _listed(units: Units, pointer: str) -> int:
    """How many units are written down for a side, attached ones with those that they join."""
    count = sum(map(_units_written, units))
    _refuse_many(count, pointer)
    return count


def _units_written(shape: UnitShape) -> int:
    if not isinstance(shape, RosterShape):
        return 1
    if shape.units:
        return len(set(shape.units))
    written = shape.roster.get("units", ())
    entries = written if isinstance(written, list) else []
    return sum(not (isinstance(entry, dict) and entry.get("attached_to")) for entry in entries)


def _refuse_many(count: int, pointer: str) -> None:
    if count > MOST_UNITS_OF_A_SIDE:
        raise DocumentError(
            pointer, f"{count} units stand on this side; at most {MOST_UNITS_OF_A_SIDE} can. Name fewer of them."
        )


def _refuse_many_cells(sides: Sequence[int], targets: int, views: int, *, both_ways: bool) -> None:
    cells = sum(sides) * targets * views * (2 if both_ways else 1)
    if cells > MOST_CELLS:
        raise DocumentError(
            "", f"This would be {cells:,} cells; at most {MOST_CELLS:,} are answered. Ask with fewer units or views."
        )


def _fielded(name: str, shapes: Units, pointer: str, catalogue: Catalogue | None, armies: Armies) -> Side:
    found: list[Fielded] = []
    places: list[int] = []
    for place, shape in enumerate(shapes):
        units = units_of(shape, f"{pointer}/{place}", catalogue, armies)
        found += units
        places += [place] * len(units)
    if not found:
        raise DocumentError(pointer, "No unit stands on this side.")
    _refuse_many(len(found), pointer)
    return Side(name, tuple(found), tuple(places))


def _weights(scenario: FieldShape, targets: Side) -> tuple[float, ...] | None:
    """A weight for each unit of the targets; all units of a roster have the roster's."""
    weights = scenario.weights
    if weights is None:
        return None
    if len(weights) != len(scenario.targets):
        raise DocumentError(
            "/weights", f"{len(weights)} weights for {len(scenario.targets)} targets; write one for each."
        )
    if not any(weights):
        raise DocumentError("/weights", "All weights are 0, so that no target counts. Give one of them more.")
    return tuple(weights[place] for place in targets.places)
