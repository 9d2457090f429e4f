"""What the abilities around a unit do to attacks: judged ones by themselves, others as switches that are off (R-45)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from battle.armies.abilities import AbilityIndex, abilities_in, might_matter
from battle.armies.army_rules import army_rules
from battle.armies.pieces import Crew
from battle.effects.attaching import (
    Holder,
    is_split,
    laid_on_friend,
    laid_on_own,
    reaches,
    switch_of_nearness,
)
from battle.effects.judged import Given, JudgedAbility, Switch, judged_ability
from battle.effects.shapes import Who
from battle.effects.upstream import Proposal, proposal_of
from battle.engine.effects import Effect, Test
from battle.engine.profiles import Profile
from datasheets.catalogue import Catalogue
from datasheets.catalogue.ability import Ability, Stratagem
from datasheets.catalogue.names import fold_keyword, fold_name
from roster.muster.army import Army
from roster.muster.loadouts.identity import ById


@dataclass(frozen=True, slots=True)
class Member:
    """A profile of the fighters: the crew and kind of model it is of, and what its models carry, folded.

    ``by_all`` is carried by every model of it, ``by_any`` by one at least. ``bears``: the crew's enhancements.
    """

    crew: int
    kind: str
    profile: str
    by_all: frozenset[str]
    by_any: frozenset[str]
    bears: bool = False


@dataclass(frozen=True, slots=True)
class ForFriends:
    """An effect that other units of the army have too, and the switch that says they are near enough."""

    ability: str
    given: Given
    holder: Holder
    switches: tuple[Switch, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """What the rules of a unit come to: effects, switches on offer, what is not modelled, and what friends have."""

    effects: tuple[Effect, ...] = ()
    switches: tuple[Switch, ...] = ()
    not_modelled: tuple[str, ...] = ()
    for_friends: tuple[ForFriends, ...] = ()


def laid_on(crews: Sequence[Crew], members: Sequence[Member], profiles: Sequence[Profile], army: Army) -> Laid:
    """The rules of a unit, attached or not: of its datasheets, factions, detachments, enhancements and stratagems."""
    laying = _Laying(army.catalogue, profiles)
    index = abilities_in(army.catalogue)
    for place, crew in enumerate(crews):
        _lay_crew(laying, crew, _holder(place, crew, members, profiles), index)
    whole = _whole(crews, members)
    for ability in army_rules(crews, army):
        laying.add(ability, whole, f"{ability.name} of {whole.name}")
    for chosen in army.detachments:
        for ability in index.detachments.get(chosen.detachment.id if chosen.detachment else "", ()):
            laying.add(ability, whole, f"{ability.name} of the detachment {chosen.name}")
    keywords = frozenset().union(*(crew.unit.keywords for crew in crews))
    for stratagem, ability in _stratagems(army, keywords):
        laying.add(ability, whole, "", cost=f"{stratagem.command_points} CP")
    return laying.result()


def _lay_crew(laying: _Laying, crew: Crew, holder: Holder, index: AbilityIndex) -> None:
    items = {fold_name(laying.catalogue.items[id].name) for id in crew.datasheet.items if id in laying.catalogue.items}
    for ability in index.datasheets.get(crew.datasheet.id, ()):
        folded = fold_name(ability.name)
        wargear = folded if folded in items else ""
        if wargear and wargear not in holder.items:
            continue
        laying.add(ability, holder, f"{ability.name} of {crew.unit.name}", datasheet=crew.datasheet.id, wargear=wargear)
    for enhancement in crew.unit.recognised_enhancements:
        words = f"{enhancement.name} of {crew.unit.name}"
        abilities = index.enhancements.get(enhancement.id, ())
        if not abilities:
            laying.name(words)
        bearing = replace(holder, name=crew.unit.name)
        for ability in abilities:
            laying.add(ability, bearing, words, borne=True)


@dataclass
class _Laying:
    """Collects what rules come to, each effect of an ability once for all models of the unit."""

    catalogue: Catalogue
    profiles: Sequence[Profile]
    effects: list[Effect] = field(default_factory=list)
    switches: dict[str, Switch] = field(default_factory=dict)
    not_modelled: list[str] = field(default_factory=list)
    for_friends: list[ForFriends] = field(default_factory=list)
    done: set[tuple[str, int]] = field(default_factory=set)

    def name(self, words: str) -> None:
        """Say that something is not modelled."""
        if words:
            self.not_modelled.append(words)

    def add(
        self,
        ability: Ability,
        holder: Holder,
        words: str,
        *,
        datasheet: str = "",
        wargear: str = "",
        borne: bool = False,
        cost: str = "",
    ) -> None:
        """Lay an ability on the unit; ``words`` name it for people, empty where it need not be named.

        ``wargear`` is the folded item that it is of, ``borne`` says that one model bears it, ``cost`` what it costs.
        """
        judged = judged_ability(ability.id)
        if not borne:
            holder = replace(holder, bearers=())
        if judged is not None and judged.is_for(datasheet):
            self._judged(judged, holder, words)
        elif might_matter(ability):
            self._proposed(ability, holder, words, wargear, cost)

    def _judged(self, ability: JudgedAbility, holder: Holder, words: str) -> None:
        for part in ability.not_carried:
            if part.matters:
                self.name(f"{words}: {part.what}, because {part.because}" if words else "")
        for place, given in enumerate(ability.given):
            self._lay(ability.id, place, given, holder, words)
        self._offer(ability.switches)
        self._share(ability.id, ability.given, holder, ability.switches)

    def _proposed(self, ability: Ability, holder: Holder, words: str, wargear: str, cost: str) -> None:
        found = proposed(ability, self.catalogue)
        switches = tuple(replace(switch, cost=cost) for switch in found.switches) if cost else found.switches
        given = found.given
        if wargear:
            given = tuple(replace(one, to=replace(one.to, carrying=frozenset({wargear}))) for one in given)
        has_any = [self._lay(ability.id, place, one, holder, words) for place, one in enumerate(given)]
        reasons = "; ".join(found.reasons)
        if any(has_any):
            self._offer(switches)
            self._share(ability.id, given, holder, switches)
            names = " or ".join(switch.name for switch in found.switches)
            rest = f"; of the rest {reasons}" if reasons else ""
            self.name(f"{words}: not judged; {names} applies the data package's encoding{rest}" if words else "")
        else:
            self.name(f"{words}: {reasons}" if reasons and words else words)

    def _lay(self, ability: str, place: int, given: Given, holder: Holder, words: str) -> bool:
        """Whether the unit has the effect; one that all its models have is not laid on them twice."""
        if is_split(given, holder):
            items = ", ".join(sorted(given.to.carrying))
            self.name(f"{words}: only some models of a kind carry {items}" if words else "")
            return False
        effect = laid_on_own(given, holder, self.profiles)
        if effect is None or not self._is_met(given, holder):
            return False
        if not effect.models:
            if (ability, place) in self.done:
                return True
            self.done.add((ability, place))
        self.effects.append(effect)
        return True

    def _is_met(self, given: Given, holder: Holder) -> bool:
        """Whether the unit has the keywords that friends need, its own unit being one."""
        if given.to.who is not Who.ARMY:
            return True
        return reaches(given.to, holder.keywords)

    def _offer(self, switches: Iterable[Switch]) -> None:
        for switch in switches:
            self.switches.setdefault(switch.name, switch)

    def _share(self, ability: str, given: Sequence[Given], holder: Holder, switches: Iterable[Switch]) -> None:
        for one in given:
            if one.to.who is not Who.ARMY:
                continue
            near = switch_of_nearness(one, ability, holder)
            used = {one.effect.switch, *_asked(one.effect)}
            own = [switch for switch in switches if switch.name in used]
            self.for_friends.append(ForFriends(ability, one, holder, (*own, near) if near else tuple(own)))

    def result(self) -> Laid:
        """Everything that was collected; switches of effects that the unit has."""
        used = {name for effect in self.effects for name in (effect.switch, *_asked(effect))}
        return Laid(
            tuple(self.effects),
            tuple(switch for name, switch in self.switches.items() if name in used),
            tuple(dict.fromkeys(self.not_modelled)),
            tuple(self.for_friends),
        )


def _asked(effect: Effect) -> Iterator[str]:
    for condition in effect.conditions:
        if condition.test is Test.SWITCHED_ON:
            yield from condition.values


# Friends ----------------------------------------------------------------------------------------------------


def given_by_friends(
    effects: Sequence[Effect], keywords: frozenset[str], friends: Iterable[ForFriends]
) -> tuple[tuple[Effect, ...], tuple[Switch, ...]]:
    """What other units of the army give a unit, each effect of an ability once, and the switches for it.

    ``effects`` are those it has: what it has of an ability itself, friends do not give it again.
    """
    found: dict[tuple[str, Given], Effect] = {}
    switches: dict[str, Switch] = {}
    for one in friends:
        effect = laid_on_friend(one.given, one.ability, one.holder, keywords)
        if effect is None or (one.ability, one.given) in found:
            continue
        if any(_is_same(one.given.effect, own) for own in effects):
            continue
        found[one.ability, one.given] = effect
        switches.update({switch.name: switch for switch in one.switches})
    return tuple(found.values()), tuple(switches.values())


def _is_same(plain: Effect, own: Effect) -> bool:
    """Whether an effect of the unit is this one, from an ability of its own."""
    parts = (own.part, own.change, own.side, own.switch)
    return parts == (plain.part, plain.change, plain.side, plain.switch) and own.source.startswith(
        f"{plain.source} of "
    )


# Holders ----------------------------------------------------------------------------------------------------


def _holder(place: int, crew: Crew, members: Sequence[Member], profiles: Sequence[Profile]) -> Holder:
    own = [member for member in members if member.crew == place]
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for member in own:
        kinds[member.kind].append(member.profile)
    first = next(profile for profile in profiles if profile.name == own[0].profile)
    return Holder(
        name=crew.unit.name,
        kinds=tuple((kind, tuple(names)) for kind, names in kinds.items()),
        items=frozenset().union(*(member.by_any for member in own)),
        bearers=tuple(member.profile for member in own if member.bears),
        component=first.component,
        follows=not first.is_bodyguard,
        carriers=tuple((member.profile, member.by_all) for member in own),
        keywords=crew.unit.keywords,
    )


def _whole(crews: Sequence[Crew], members: Sequence[Member]) -> Holder:
    """The whole unit as one that has a rule of its faction or detachment."""
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for member in members:
        kinds[member.kind].append(member.profile)
    return Holder(
        name=crews[0].unit.name,
        kinds=tuple((kind, tuple(names)) for kind, names in kinds.items()),
        items=frozenset().union(*(member.by_any for member in members)),
        carriers=tuple((member.profile, member.by_all) for member in members),
        keywords=frozenset().union(*(crew.unit.keywords for crew in crews)),
    )


# Stratagems and proposals -----------------------------------------------------------------------------------


_ASKED: ById[Catalogue, dict[str, frozenset[str]]] = ById(4)


def items_asked(datasheet: str, catalogue: Catalogue) -> frozenset[str]:
    """Folded items that judged abilities of the datasheet ask their bearers to carry."""
    known = _ASKED.get(catalogue, dict)
    if datasheet not in known:
        judged = [judged_ability(one.id) for one in abilities_in(catalogue).datasheets.get(datasheet, ())]
        known[datasheet] = frozenset(
            item
            for ability in judged
            if ability is not None and ability.is_for(datasheet)
            for given in ability.given
            if given.to.who is Who.BEARER
            for item in given.to.carrying
        )
    return known[datasheet]


_PROPOSALS: ById[Ability, Proposal] = ById(8192)
_KEYWORDS: ById[Catalogue, frozenset[str]] = ById(4)
CORE = ""
"""Whose stratagems are those of every army (15)."""
_STRATAGEMS: ById[Catalogue, Mapping[str, tuple[tuple[Stratagem, Ability], ...]]] = ById(4)


def proposed(ability: Ability, catalogue: Catalogue) -> Proposal:
    """What the encoding of an ability comes to, worked out once."""
    return _PROPOSALS.get(ability, lambda: proposal_of(ability, known_keywords(catalogue)))


def known_keywords(catalogue: Catalogue) -> frozenset[str]:
    """Keywords that units of the catalogue have, folded."""
    return _KEYWORDS.get(
        catalogue,
        lambda: frozenset(
            fold_keyword(keyword)
            for sheet in catalogue.data.datasheets
            for keyword in (*sheet.keywords, *sheet.faction_keywords)
        ),
    )


def _stratagems(army: Army, keywords: frozenset[str]) -> Iterator[tuple[Stratagem, Ability]]:
    """Stratagems of every army and of its detachments for a unit with these keywords, and what they do."""
    table = _STRATAGEMS.get(army.catalogue, lambda: _stratagems_in(army.catalogue))
    owners = [CORE, *(chosen.detachment.id for chosen in army.detachments if chosen.detachment)]
    for owner in owners:
        for stratagem, ability in table.get(owner, ()):
            wanted = frozenset(map(fold_keyword, stratagem.keywords_all))
            one_of = frozenset(map(fold_keyword, stratagem.keywords_any))
            if keywords.issuperset(wanted) and (not one_of or not keywords.isdisjoint(one_of)):
                yield stratagem, ability


def _stratagems_in(catalogue: Catalogue) -> Mapping[str, tuple[tuple[Stratagem, Ability], ...]]:
    abilities = {ability.id: ability for ability in catalogue.data.abilities}
    found: defaultdict[str, list[tuple[Stratagem, Ability]]] = defaultdict(list)
    for stratagem in catalogue.data.stratagems:
        ability = abilities.get(stratagem.ability or "")
        if ability is not None:
            found[stratagem.detachment or CORE].append((stratagem, ability))
    return {id: tuple(rows) for id, rows in found.items()}
