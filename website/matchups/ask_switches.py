"""What only play can turn on, as a form: grouped by the units that have it, judged rules apart from unverified ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from battle.armies import Fielded
from battle.effects.judged import Switch
from battle.effects.upstream.translating import PREFIX
from battle.scenario.switches import switches_on_offer
from roster.muster.words import abridged, listed

MOST_SWITCHES_ON = 100


@dataclass(frozen=True, slots=True)
class SwitchRow:
    """A switch on offer. ``more`` says what it costs, how often it is and how long it lasts."""

    id: str
    name: str
    title: str
    says: str
    more: str
    is_on: bool
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SwitchGroup:
    """The switches that the same units have; the judged ones first. ``names`` are the units where they are many."""

    units: str
    names: tuple[str, ...]
    judged: tuple[SwitchRow, ...]
    unverified: tuple[SwitchRow, ...]


@dataclass
class Switches:
    """The switches of the units that were chosen, and which of them are turned on."""

    units: Sequence[Fielded]
    on: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    faults: dict[str, list[str]] = field(default_factory=dict)
    general_faults: list[str] = field(default_factory=list)

    @classmethod
    def handed_in(cls, units: Sequence[Fielded], names: Iterable[str]) -> Switches:
        """Those turned on that are still on offer; ``gone`` are the others."""
        wanted = dict.fromkeys(name[:200] for name in names)
        known = {offer.switch.name for offer in switches_on_offer(*units)}
        on = tuple(name for name in wanted if name in known)
        found = cls(units, on, tuple(name for name in wanted if name not in known))
        found._judge()
        return found

    @property
    def groups(self) -> tuple[SwitchGroup, ...]:
        """The switches by who has them, in the order of the units."""
        grouped: defaultdict[tuple[str, ...], list[SwitchRow]] = defaultdict(list)
        for number, offer in enumerate(switches_on_offer(*self.units)):
            grouped[offer.units].append(self._row(f"switch-{number}", offer.switch))
        return tuple(
            SwitchGroup(
                _together(units),
                units if len(units) > 2 else (),
                tuple(row for row in rows if not row.name.startswith(PREFIX)),
                tuple(row for row in rows if row.name.startswith(PREFIX)),
            )
            for units, rows in grouped.items()
        )

    @property
    def has_unverified(self) -> bool:
        """Whether any on offer was judged by nobody."""
        return any(group.unverified for group in self.groups)

    @property
    def has_unverified_on(self) -> bool:
        """Whether any of those is turned on, so that the page shows them open."""
        return any(name.startswith(PREFIX) for name in self.on)

    @property
    def is_valid(self) -> bool:
        """Whether all that are on can be on together."""
        return not self.faults and not self.general_faults

    def add_fault(self, message: str, name: str = "") -> None:
        """Something that is wrong with one of them, or with all."""
        if name in self.on:
            self.faults.setdefault(name, []).append(message)
        else:
            self.general_faults.append(message)

    def _judge(self) -> None:
        if len(self.on) > MOST_SWITCHES_ON:
            self.general_faults.append(f"{len(self.on)} are turned on; at most {MOST_SWITCHES_ON} can be.")
        switches = {offer.switch.name: offer.switch for offer in switches_on_offer(*self.units)}
        for name in self.on:
            for other in switches[name].instead_of:
                if other in self.on:
                    self.add_fault(f"It is not on together with “{title_of(other)}”. Turn one of them off.", name)
        if self.gone:
            titles = abridged([f"“{title_of(name)[:60]}”" for name in self.gone])
            self.general_faults.append(f"No unit that is chosen has {titles} any more; it is left out. Run again.")

    def _row(self, id: str, switch: Switch) -> SwitchRow:
        more = (
            f"costs {switch.cost}" if switch.cost else "",
            f"once per {switch.once}" if switch.once else "",
            _lasts(switch.lasts),
        )
        return SwitchRow(
            id,
            switch.name,
            title_of(switch.name),
            switch.says,
            ", ".join(words for words in more if words),
            switch.name in self.on,
            tuple(self.faults.get(switch.name, ())),
        )


def _lasts(until: str) -> str:
    """``"lasts the phase"``, also where only ``"phase"`` is written."""
    if not until:
        return ""
    return f"lasts {until}" if " " in until else f"lasts the {until}"


def _together(units: Sequence[str]) -> str:
    """``"Boyz"``, ``"Boyz and Nobz"``, ``"Boyz and 12 more units"``."""
    return listed(units) if len(units) < 3 else f"{units[0]} and {len(units) - 1} more units"


def title_of(name: str) -> str:
    """``"Oath of moment: oath"`` for ``"adeptus-astartes:oath-of-moment/oath"``."""
    slug = name.removeprefix(PREFIX).rpartition(":")[2]
    words = ": ".join(dict.fromkeys(part.replace("-", " ") for part in slug.split("/")))
    return words[:1].upper() + words[1:]
