"""A unit of a roster, with everything attached to it, as the engine's fighters."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from battle.armies.abilities import CoreAbilities, abilities_in, core_abilities
from battle.armies.damaged import damaged_rows
from battle.armies.pieces import MOST_MODELS, Crew, NotFielded, crew_of
from battle.armies.rules import ForFriends, Member, items_asked, laid_on
from battle.armies.sharing import Items
from battle.armies.unheld import unheld_rules
from battle.armies.weapons import not_modelled_of, weapons_of
from battle.effects.attaching import with_wounds
from battle.effects.judged import Switch
from battle.engine.profiles import Fighters, Loadout, Profile, WeaponUse
from battle.engine.target import NONE
from datasheets.catalogue import Catalogue
from datasheets.catalogue.attachment import AttachmentRole
from datasheets.catalogue.datasheet import ModelKind, ModelProfile
from datasheets.catalogue.names import fold_keyword, fold_name
from roster.muster.army import Army
from roster.muster.report import PriceKind
from roster.muster.unit import CHARACTER, Unit
from roster.muster.words import listed


@dataclass(frozen=True, slots=True)
class Fielded:
    """Fighters and where they come from: the keys of the roster's units. ``assumptions`` are sentences.

    ``switches`` are those that turn rules of theirs on, ``for_friends`` what other units of the army have of them.
    """

    fighters: Fighters
    keys: tuple[str, ...]
    assumptions: tuple[str, ...] = ()
    switches: tuple[Switch, ...] = ()
    for_friends: tuple[ForFriends, ...] = ()

    @property
    def name(self) -> str:
        """The unit's name, with who is attached to it."""
        return self.fighters.name


def fielded(units: Sequence[Unit], army: Army) -> Fielded:
    """One unit of the army, or all units of an attached unit (19.01) with the bodyguard unit among them.

    Raises :class:`NotFielded` where its characteristics are not known.
    """
    followers = _followers(army)
    crews = [crew_of(unit, army) for unit in sorted(units, key=lambda unit: unit.index in followers)]
    size = sum(crew.size for crew in crews)
    if size > MOST_MODELS:
        raise NotFielded(f"{crews[0].unit.name} has {size} models with those attached; {MOST_MODELS} can fight.")
    builder = _Builder(army, crews, followers)
    return builder.build()


def _followers(army: Army) -> dict[int, AttachmentRole | None]:
    """The part that attached units play, by their index; those that are not attached are not in it."""
    return {joined.unit.index: joined.role for attached in army.attached_units for joined in attached.joined}


class _Builder:
    def __init__(self, army: Army, crews: Sequence[Crew], followers: dict[int, AttachmentRole | None]) -> None:
        self._army = army
        self._crews = crews
        self._followers = followers
        self._is_attached = len(crews) > 1
        self._taken: Counter[str] = Counter()
        self._profiles: list[Profile] = []
        self._loadouts: list[Loadout] = []
        self._members: list[Member] = []
        self._not_modelled: list[str] = []
        self._assumptions: list[str] = []

    def build(self) -> Fielded:
        cores = [self._add(place, crew) for place, crew in enumerate(self._crews)]
        if self._is_attached and any(core.fights_first for core in cores):
            # Every model has to have it (24.13, 24.33).
            self._not_modelled += _lost_by_company("Fights First", self._crews, [core.fights_first for core in cores])
        laid = laid_on(self._crews, self._members, self._profiles, self._army)
        profiles, effects = with_wounds(self._profiles, laid.effects)
        names = [crew.unit.name for crew in self._crews]
        fighters = Fighters(
            name=names[0] if len(names) == 1 else f"{names[0]} with {listed(names[1:])}",
            profiles=profiles,
            loadouts=tuple(self._loadouts),
            keywords=frozenset().union(*(crew.unit.keywords for crew in self._crews)),
            is_attached=self._is_attached,
            has_stealth=all(core.has_stealth for core in cores),
            fights_first=all(core.fights_first for core in cores),
            points=sum(crew.unit.price.points or 0 for crew in self._crews),
            effects=effects,
            not_modelled=tuple(dict.fromkeys((*laid.not_modelled, *self._not_modelled))),
        )
        keys = tuple(crew.unit.key for crew in self._crews)
        assumptions = tuple(dict.fromkeys(self._assumptions))
        return Fielded(fighters, keys, assumptions, laid.switches, laid.for_friends)

    def _add(self, number: int, crew: Crew) -> CoreAbilities:
        unit, catalogue = crew.unit, self._army.catalogue
        abilities = abilities_in(catalogue).datasheets.get(crew.datasheet.id, ())
        core = core_abilities(abilities)
        self._assumptions += crew.assumptions
        self._not_modelled += _not_modelled(crew, core, catalogue)
        base = self._template(crew, core)
        each, borne = self._points(crew)
        bearer = _bearer(crew)
        for place, kind in enumerate(crew.datasheet.kinds):
            if not crew.models[place]:
                continue
            profile = _with_statistics(base, _statistics(crew, kind), kind, core)
            enhancement = borne if place == bearer else 0.0
            is_character = CHARACTER in unit.keywords and unit.may_be_character(kind)
            profile = replace(profile, points=each, is_character=is_character)
            shares = crew.shared.kinds[place]
            if not is_character:
                for part, with_items in self._told_apart(shares, crew):
                    self._field(kind, profile, part, enhancement, number, bears=place == bearer, items=with_items)
                    enhancement = 0.0
                continue
            # The CHARACTERs of a unit stand one by one (05.03).
            bears = place == bearer
            for items, count in shares:
                for _ in range(count):
                    self._field(kind, profile, ((items, 1),), enhancement, number, bears=bears)
                    enhancement, bears = 0.0, False
        return core

    def _template(self, crew: Crew, core: CoreAbilities) -> Profile:
        role = self._followers.get(crew.unit.index)
        follows = crew.unit.index in self._followers and role is not AttachmentRole.JOINER
        return Profile(
            name="",
            models=0,
            toughness=1,
            save=NONE,
            wounds=1,
            feel_no_pain=core.feel_no_pain,
            is_bodyguard=not (self._is_attached and follows),
            component=crew.unit.name if self._is_attached else "",
            damaged_at=damaged_rows().damaged.get(crew.datasheet.id),
            lone_operative=core.lone_operative,
            has_stealth=core.has_stealth,
            deadly_demise=core.deadly_demise,
            keywords=crew.unit.keywords,
        )

    def _points(self, crew: Crew) -> tuple[float, float]:
        """Points of one model without enhancements, and those of the enhancements (R-28)."""
        price = crew.unit.price
        if price.points is None:
            words = price.missing[0] if price.missing else "it has no price"
            self._assumptions.append(f"{crew.unit.name}: points are left out of account, since {words}.")
            return 0.0, 0.0
        borne = sum(part.points for part in price.parts if part.kind is PriceKind.ENHANCEMENT)
        return (price.points - borne) / crew.size, float(borne)

    def _field(
        self,
        kind: ModelKind,
        profile: Profile,
        shares: Sequence[tuple[Items, int]],
        enhancement: float,
        number: int,
        *,
        bears: bool,
        items: tuple[str, ...] = (),
    ) -> None:
        own = f"{kind.name} with {listed(list(items))}" if items else kind.name
        name = self._name(own, self._crews[number])
        models = sum(count for _, count in shares)
        self._profiles.append(replace(profile, name=name, models=models, enhancement_points=enhancement))
        known = self._army.catalogue.items
        carrying = [self._names_of(carried) for carried, _ in shares]
        by_all = frozenset.intersection(*carrying) if carrying else frozenset()
        self._members.append(
            Member(number, fold_name(kind.name), name, by_all, frozenset().union(*carrying), bears=bears)
        )
        for carried, count in shares:
            uses = tuple(
                WeaponUse(weapon, each) for item, each in carried if item in known for weapon in weapons_of(known[item])
            )
            self._loadouts.append(Loadout(name, count, uses))

    def _told_apart(
        self, shares: Sequence[tuple[Items, int]], crew: Crew
    ) -> Iterator[tuple[Sequence[tuple[Items, int]], tuple[str, ...]]]:
        """The models of a kind by which of the items they carry that a judged ability asks of its bearer."""
        asked = items_asked(crew.datasheet.id, self._army.catalogue)
        parts: defaultdict[frozenset[str], list[tuple[Items, int]]] = defaultdict(list)
        for carried, count in shares:
            parts[self._names_of(carried) & asked].append((carried, count))
        if len(parts) == 1:
            yield shares, ()
            return
        items = self._army.catalogue.items
        for names, part in parts.items():
            yield (
                part,
                tuple(items[id].name for id, _ in part[0][0] if id in items and fold_name(items[id].name) in names),
            )

    def _names_of(self, carried: Items) -> frozenset[str]:
        items = self._army.catalogue.items
        return frozenset(fold_name(items[id].name) for id, _ in carried if id in items)

    def _name(self, kind: str, crew: Crew) -> str:
        """A name that no other profile of the fighters has."""
        names = {profile.name for profile in self._profiles}
        candidates = [
            kind,
            f"{kind} of {crew.unit.name}",
            *(f"{kind} {number}" for number in range(2, MOST_MODELS + 2)),
        ]
        if not self._is_attached:
            candidates.pop(1)
        return next(name for name in candidates if name not in names)


def _statistics(crew: Crew, kind: ModelKind) -> ModelProfile:
    named = [profile for profile in crew.datasheet.profiles if profile.name == kind.profile]
    return named[0] if named else crew.datasheet.profiles[0]


def _with_statistics(base: Profile, stats: ModelProfile, kind: ModelKind, core: CoreAbilities) -> Profile:
    damaged_at = base.damaged_at if base.damaged_at is not None and base.damaged_at < stats.W else None
    demises = not core.demise_kind or fold_keyword(core.demise_kind) in fold_keyword(kind.name)
    return replace(
        base,
        toughness=stats.T,
        save=min(stats.Sv, NONE),
        wounds=stats.W,
        invulnerable=stats.invulnerable or NONE,
        invulnerable_melee=stats.invulnerable_melee or NONE,
        invulnerable_ranged=stats.invulnerable_ranged or NONE,
        damaged_at=damaged_at,
        deadly_demise=base.deadly_demise if demises else None,
    )


def _bearer(crew: Crew) -> int:
    """The place of the kind that bears the enhancements: as written, else the first CHARACTER, else the first."""
    present = [place for place, count in enumerate(crew.models) if count]
    kinds = crew.datasheet.kinds
    if crew.unit.entry.bearer:
        named = crew.unit.kind(crew.unit.entry.bearer)
        if named is not None and kinds.index(named) in present:
            return kinds.index(named)
    characters = [place for place in present if kinds[place].is_character]
    return (characters or present)[0]


# What is not modelled ------------------------------------------------------------------------------------


def _not_modelled(crew: Crew, core: CoreAbilities, catalogue: Catalogue) -> Iterator[str]:
    """What is not modelled beside abilities of datasheets, factions, detachments and enhancements."""
    unit = crew.unit
    for name in core.unread:
        yield f"{name} of {unit.name}"
    if core.firing_deck is not None:
        yield f"Firing Deck {core.firing_deck} of {unit.name}: weapons of models embarked in it do not shoot"
    if crew.datasheet.id in damaged_rows().otherwise:
        yield f"What {unit.name} loses with {damaged_rows().otherwise[crew.datasheet.id]} wounds left or fewer"
    for name in unheld_rules().get(crew.datasheet.id, ()):
        yield f"{name} of {unit.name}: its datasheet of July 2026 prints it, the data have it not"
    yield from _wargear(crew, catalogue)


def _wargear(crew: Crew, catalogue: Catalogue) -> Iterator[str]:
    """Wargear that does something of its own, unless an ability of the datasheet of that name says what."""
    told = {fold_name(one.name) for one in abilities_in(catalogue).datasheets.get(crew.datasheet.id, ())}
    for own in crew.shared.kinds:
        for items, _ in own:
            for id, _ in items:
                item = catalogue.items.get(id)
                if item is not None:
                    yield from not_modelled_of(item)
                if item is not None and not item.profiles and fold_name(item.name) not in told:
                    yield f"{item.name} of {crew.unit.name}"


def _lost_by_company(name: str, crews: Sequence[Crew], having: Sequence[bool]) -> Iterator[str]:
    """An ability that some components of an attached unit have and the whole has not, until they are alone."""
    if not all(having):
        for crew, has in zip(crews, having, strict=True):
            if has:
                yield f"{name} of {crew.unit.name} once it is alone"
