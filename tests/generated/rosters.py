"""Random rosters that are legal by construction: every faction, battle size and detachment in turn."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from datasheets.catalogue import Catalogue
from datasheets.catalogue.datasheet import Datasheet, WarlordRule
from datasheets.catalogue.detachment import Detachment, Enhancement
from datasheets.catalogue.faction import BattleSize, Faction
from datasheets.catalogue.names import fold_keyword
from roster.document import RosterDocument
from tests.generated.attach import add, choose, made, must_join
from tests.generated.draft import Draft, Drafted
from tests.generated.enhance import able_kinds, demanded_of, give_demanded, give_some, give_to_one_of
from tests.generated.plan import could_ride, rider_for
from tests.generated.terms import BATTLELINE, CHARACTER, DEDICATED, Terms, available, random_detachments
from tests.generated.written import written

ATTEMPTS = 12
"""Armies that are begun before a frame is given up: a first unit may not leave room for what it needs."""


@dataclass(frozen=True)
class Frame:
    """What the roster is to be: its seed, its frame, and a datasheet to be in it if there is a place for it.

    ``wanted`` are further ones, and ``gift`` is an enhancement that one of them is to bear if it can.
    """

    seed: int
    faction: Faction
    size: BattleSize
    detachment: Detachment | None
    focus: Datasheet | None = None
    wanted: tuple[Datasheet, ...] = ()
    gift: Enhancement | None = None


@dataclass
class Generated:
    """A roster with what it was made from."""

    frame: Frame
    draft: Draft
    document: RosterDocument
    chance: random.Random = field(repr=False)


class Generator:
    """Rosters by number: the same number is the same roster."""

    def __init__(self, catalogue: Catalogue, *, seed: int = 1, with_stubs: bool = False) -> None:
        self.catalogue = catalogue
        self.seed = seed
        self._with_stubs = with_stubs
        self.frames: list[tuple[Faction, Detachment | None]] = [
            (faction, detachment)
            for faction in catalogue.data.factions
            for detachment in (available(catalogue, faction) if faction.has_detachments else [None])
        ]
        self._natives: dict[str, list[Datasheet]] = {}

    def frame(self, number: int) -> Frame:
        """The frame of the roster of that number: detachments, sizes and datasheets come in turn."""
        turn, place = divmod(number, len(self.frames))
        faction, detachment = self.frames[place]
        sizes = self.catalogue.data.battle_sizes
        size = sizes[(turn + place) % len(sizes)]
        natives = self._natives_of(faction)
        own = sum(one.id == faction.id for one, _ in self.frames[:place])
        per_turn = sum(one.id == faction.id for one, _ in self.frames)
        focus = natives[(turn * per_turn + own) % len(natives)] if natives else None
        return Frame(self.seed * 1_000_003 + number, faction, size, detachment, focus)

    def _natives_of(self, faction: Faction) -> list[Datasheet]:
        if faction.id not in self._natives:
            terms = Terms(self.catalogue, faction, self.catalogue.data.battle_sizes[0], ())
            self._natives[faction.id] = [sheet for sheet in terms.natives if self._with_stubs or terms.is_full(sheet)]
        return self._natives[faction.id]

    def roster(self, number: int) -> Generated | None:
        """The roster of that number; None where the frame admits none (a large detachment in a small battle)."""
        return self.generate(self.frame(number))

    def generate(self, frame: Frame) -> Generated | None:
        """A roster of the frame."""
        chance = random.Random(frame.seed)  # noqa: S311  (seeded, not secret)
        detachments = random_detachments(self.catalogue, frame.faction, frame.size, frame.detachment, chance)
        if detachments is None:
            return None
        terms = Terms(self.catalogue, frame.faction, frame.size, detachments)
        for _ in range(ATTEMPTS):
            draft = _Builder(terms, frame, chance, with_stubs=self._with_stubs).build()
            if draft is not None:
                return Generated(frame, draft, written(draft, chance, self.catalogue), chance)
        return None


class _Builder:
    def __init__(self, terms: Terms, frame: Frame, chance: random.Random, *, with_stubs: bool) -> None:
        self._terms = terms
        self._frame = frame
        self._chance = chance
        usable = lambda sheet: with_stubs or terms.is_full(sheet)  # noqa: E731  (said once, used twice)
        self._natives = [sheet for sheet in terms.natives if usable(sheet)]
        self._allies = [sheet for sheet in terms.allies if usable(sheet)]
        demanded = {one for detachment in terms.detachments for one in detachment.demanded_warlords}
        if demanded:
            self._natives = [one for one in self._natives if one.warlord is not WarlordRule.MUST or one.id in demanded]
            self._allies = [one for one in self._allies if one.warlord is not WarlordRule.MUST or one.id in demanded]
        self._demanded = demanded
        self._by_id = {sheet.id: sheet for sheet in (*self._natives, *self._allies)}
        self._draft = Draft(terms)

    def build(self) -> Draft | None:
        draft = self._draft
        if not self._natives or not self._warlord_first() or not self._what_detachments_demand():
            return None
        for sheet in self._frame.wanted:
            self._add_alone(sheet)
        if self._frame.focus is not None:
            self._add(self._frame.focus)
        self._fill()
        if not self._crown() or not give_demanded(draft):
            return None
        if self._frame.gift is not None:
            give_to_one_of(self._frame.wanted, self._frame.gift, draft, self._chance)
        give_some(draft, self._chance)
        if any(demanded_of(unit, draft) and not unit.enhancements for unit in draft.units):
            return None
        for number, unit in enumerate(draft.units, 1):
            unit.key = f"u{number}"
        return draft

    def _add(self, sheet: Datasheet) -> Drafted | None:
        if sheet.id not in self._by_id:
            return None
        if DEDICATED in self._terms.keywords(sheet).possible:
            return self._add_transport(sheet)
        return add(sheet, self._draft, self._chance, self._by_id)

    def _add_alone(self, sheet: Datasheet) -> None:
        """Add it attached to nobody, if it may be."""
        if must_join(sheet, self._terms) or DEDICATED in self._terms.keywords(sheet).possible:
            self._add(sheet)
        elif sheet.id in self._by_id and (unit := made(sheet, self._terms, self._chance)) is not None:
            choose(unit, self._draft, self._chance)
            self._draft.try_add([unit])

    def _add_transport(self, sheet: Datasheet) -> Drafted | None:
        """A Dedicated Transport comes with a unit that can ride in it, found or added."""
        transport = made(sheet, self._terms, self._chance)
        if transport is None or sheet.transport is None:
            return None
        choose(transport, self._draft, self._chance)
        rider = rider_for(transport, self._draft)
        if rider is None:
            riders = [one for one in self._natives if self._could_ride(one, sheet)]
            for other in self._chance.sample(riders, k=min(4, len(riders))):
                add(other, self._draft, self._chance, self._by_id)
                rider = rider_for(transport, self._draft)
                if rider is not None:
                    break
        if rider is None:
            return None
        self._draft.riders[transport] = rider
        if self._draft.try_add([transport]):
            return transport
        del self._draft.riders[transport]
        return None

    def _could_ride(self, sheet: Datasheet, transport: Datasheet) -> bool:
        if transport.transport is None or must_join(sheet, self._terms):
            return False
        keywords = self._terms.keywords(sheet)
        one = Drafted(sheet, [], keywords.sure, keywords.possible)
        return could_ride([one], transport.transport, transport.transport.capacity)

    # What has to be there ----------------------------------------------------------------------------

    def _can_lead(self, sheet: Datasheet) -> bool:
        """Whether a unit of the datasheet may be the Warlord, with the right choice made for it."""
        terms = self._terms
        if not terms.is_native(sheet):
            rules = terms.guests.get(sheet.id, ())
            if not rules or any(rule.cannot_be_warlord for rule in rules):
                return False
        if sheet.warlord is WarlordRule.NEVER and terms.chosen.isdisjoint(sheet.warlord_with):
            return False
        return CHARACTER in self._terms.keywords(sheet).possible or not self._terms.has_characters

    def _warlord_first(self) -> bool:
        sheets = [sheet for sheet in self._by_id.values() if self._can_lead(sheet)]
        if self._demanded:
            sheets = [sheet for sheet in sheets if sheet.id in self._demanded]
        focus = self._frame.focus
        if focus in sheets and self._chance.random() < 0.5:
            sheets = [focus]
        return any(self._made_warlord(sheet) for sheet in self._chance.sample(sheets, k=min(6, len(sheets))))

    def _made_warlord(self, sheet: Datasheet) -> bool:
        if CHARACTER in self._terms.keywords(sheet).sure or not self._terms.has_characters:
            unit = add(sheet, self._draft, self._chance, self._by_id)
            return unit is not None and (not unit.is_character or bool(able_kinds(unit)))
        unit = made(sheet, self._terms, self._chance)
        if unit is None:
            return False
        choose(unit, self._draft, self._chance, wanted=CHARACTER)
        return unit.is_character and self._draft.try_add([unit])

    def _what_detachments_demand(self) -> bool:
        for detachment in self._terms.detachments:
            for id in detachment.required_datasheets:
                sheet = self._by_id.get(id)
                is_there = any(unit.sheet.id == id for unit in self._draft.units)
                if not is_there and (sheet is None or self._add(sheet) is None):
                    return False
            for row in detachment.unit_minimums:
                keyword = fold_keyword(row.keyword)
                sheets = [one for one in self._natives if keyword in self._terms.keywords(one).sure]
                for _ in range(20):
                    if sum(keyword in unit.sure for unit in self._draft.units) >= row.minimum:
                        break
                    self._add(self._chance.choice(sheets))
                else:
                    return False
        return True

    # The rest ----------------------------------------------------------------------------------------

    def _fill(self) -> None:
        wanted = self._chance.choice((0, 3, 8, 14, 25, 25, 40))
        allied = self._chance.choice((0.0, 0.0, 0.1, 0.4)) if self._allies else 0.0
        misses = 0
        while len(self._draft.units) < wanted and misses < 25:
            own = self._chance.random() >= allied
            if own and self._draft.units and self._chance.random() < 0.2:
                # Once more what is there already: copies cost more, and are limited.
                sheet = self._chance.choice(self._draft.units).sheet
            elif own:
                sheet = self._chance.choice(self._natives)
            else:
                sheet = self._some_ally()
            misses += self._add(sheet) is None

    def _some_ally(self) -> Datasheet:
        """An ally; as often a Battleline one, of which some rules want as many as of others."""
        battleline = [one for one in self._allies if BATTLELINE in self._terms.keywords(one).sure]
        return self._chance.choice(battleline if battleline and self._chance.random() < 0.4 else self._allies)

    def _crown(self) -> bool:
        """The Warlord: one that is demanded, else one that must be, else anyone who may."""
        able = [
            unit
            for unit in self._draft.units
            if self._can_lead(unit.sheet)
            and (not self._terms.has_characters or (unit.is_character and able_kinds(unit)))
        ]
        if self._demanded:
            able = [unit for unit in able if unit.sheet.id in self._demanded]
        able = [unit for unit in able if unit.sheet.warlord is WarlordRule.MUST] or able
        wanted = [
            fold_keyword(rule.warlord_required_keyword)
            for rule in self._terms.open_rules
            if rule.warlord_required_keyword
            and any(self._draft.is_guest(unit) and unit.sheet.id in rule.guests for unit in self._draft.units)
        ]
        able = [unit for unit in able if set(wanted) <= unit.sure]
        if not able:
            return False
        self._chance.choice(able).is_warlord = True
        return True
