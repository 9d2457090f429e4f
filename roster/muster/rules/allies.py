"""Allies: units of another faction, and the terms on which the army may include them (25.04, R-16)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from datasheets.catalogue.attachment import AlliedRule, LimitBySize
from roster.muster.army import Army
from roster.muster.needs import Need
from roster.muster.permissions import EnhancementForAlly
from roster.muster.registry import Finding, Found, Message, NotApplicable, NotChecked, muster_check
from roster.muster.report import Usage, Violation
from roster.muster.unit import BATTLELINE, Unit
from roster.muster.words import counted, listed

FAMILY = "Allies"


def _limits(rows: Sequence[LimitBySize], army: Army) -> list[LimitBySize]:
    """The rows for the army's battle size."""
    return [row for row in rows if army.battle_size is not None and row.battle_size == army.battle_size.id]


def _confirmed(army: Army) -> str:
    """How far the rows judged by were checked against the rules (R-16)."""
    rules = [rule for rule, _ in army.guests.values()]
    open_rows = sum(not rule.is_confirmed for rule in rules)
    return f" {open_rows} of {counted(len(rules), 'allied rule')} not confirmed." if open_rows else ""


def _known(army: Army) -> str:
    return f"{counted(army.catalogue.rows.allied_rules, 'allied rule')} known"


def _counting(rule: AlliedRule, units: Sequence[Unit], army: Army) -> list[Unit]:
    """The guests that count against the limits of the rule (R-16)."""
    counting = [unit for unit in units if not any(unit.has(keyword) for keyword in rule.uncounted_if)]
    for free in rule.free_guests:
        places = sum(unit.has_all(free.beside) for unit in army.units)
        spared = [unit for unit in counting if unit.datasheet is not None and unit.datasheet.id == free.guest][:places]
        counting = [unit for unit in counting if unit not in spared]
    return counting


@muster_check(
    "ally",
    "required-detachment",
    family=FAMILY,
    title="Allies have the detachment that lets them in",
    messages={
        "locked": Message(
            "{unit} may be taken by {faction} only with {detachments:or}.",
            "Select that detachment, or remove {unit}.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION, Need.DETACHMENTS),
)
def required_detachment(army: Army) -> Iterator[Finding]:
    """Allied units that need a detachment in the army have it."""
    if army.faction is None:
        return
    allies = [unit for unit in army.units if not army.is_native(unit) and army.allied_rules(unit)]
    for unit in allies:
        rules = army.allied_rules(unit)
        if not any(army.is_open(rule) for rule in rules):
            wanted = dict.fromkeys(detachment for rule in rules for detachment in rule.detachments)
            known = army.catalogue.detachments
            names = tuple(known[one].name if one in known else one for one in wanted)
            params = {"unit": unit.name, "faction": army.faction.name, "detachments": names}
            yield Violation(unit.pointer, "locked", params)
    if not allies:
        yield NotApplicable(f"No allied units ({_known(army)}).")
    rules_used = listed([rule.name for rule, _ in army.guests.values()])
    yield Found(f"{counted(len(allies), 'allied unit')} by {rules_used}.{_confirmed(army)}")


@muster_check(
    "ally",
    "points-limit",
    family=FAMILY,
    title="Allies are within their points limit",
    messages={
        "over": Message("{used} points of {rule}; {battle_size} allows {limit}.", "Remove {surplus:point|points}."),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION, Need.BATTLE_SIZE, Need.DETACHMENTS),
)
def allied_points(army: Army) -> Iterator[Finding]:
    """The allies of each rule cost no more points than it allows at this battle size."""
    words = []
    for rule, guests in army.guests.values():
        units = _counting(rule, guests, army)
        for row in _limits(rule.points_limits, army):
            used = sum(part.points for unit in units for part in unit.price.parts)
            yield Usage(rule.name, used, row.maximum, tuple(unit.pointer for unit in units))
            if used > row.maximum and army.battle_size is not None:
                params = {
                    "rule": rule.name,
                    "used": used,
                    "limit": row.maximum,
                    "surplus": used - row.maximum,
                    "battle_size": army.battle_size.name,
                }
                yield Violation(units[-1].pointer, "over", params, tuple(unit.pointer for unit in units))
            elif any(unit.price.points is None for unit in units):
                yield NotChecked(f"Some unit of {rule.name} has no whole price.")
            words.append(f"{rule.name}: {used} of {row.maximum} points")
    if not words:
        yield NotApplicable(f"No allied units with a points limit ({_known(army)}).")
    yield Found(f"{'; '.join(words)}.{_confirmed(army)}")


@muster_check(
    "ally",
    "count-limit",
    family=FAMILY,
    title="Allies are within their numbers",
    messages={
        "over": Message("{used} × {keyword} by {rule}; {battle_size} allows {limit}.", "Remove {surplus}."),
        "over_all": Message("{used:unit|units} by {rule}; {battle_size} allows {limit}.", "Remove {surplus}."),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION, Need.BATTLE_SIZE, Need.DETACHMENTS),
)
def allied_count(army: Army) -> Iterator[Finding]:
    """No rule brings in more allies of a kind than it allows at this battle size."""
    words = []
    for rule, guests in army.guests.values():
        units = _counting(rule, guests, army)
        for row in _limits(rule.count_limits, army):
            counting = [unit for unit in units if row.keyword is None or unit.has(row.keyword)]
            causes = tuple(unit.pointer for unit in counting)
            of = f"{rule.name}, {row.keyword}" if row.keyword else rule.name
            yield Usage(of, len(counting), row.maximum, causes)
            if len(counting) > row.maximum and army.battle_size is not None:
                params = {
                    "rule": rule.name,
                    "used": len(counting),
                    "limit": row.maximum,
                    "surplus": len(counting) - row.maximum,
                    "battle_size": army.battle_size.name,
                }
                at = counting[row.maximum].pointer
                if row.keyword is None:
                    yield Violation(at, "over_all", params, causes)
                else:
                    yield Violation(at, "over", {**params, "keyword": row.keyword}, causes)
            of = f"{row.maximum} × {row.keyword}" if row.keyword else counted(row.maximum, "unit")
            words.append(f"{rule.name}: {len(counting)} of {of}")
    if not words:
        yield NotApplicable(f"No allied units that are limited in number ({_known(army)}).")
    yield Found(f"{'; '.join(words)}.{_confirmed(army)}")


@muster_check(
    "ally",
    "all-models-keyword",
    family=FAMILY,
    title="Allies stand beside none but the models they accept",
    messages={
        "other": Message(
            "{rule} asks that every other model of the army is {keywords:or}; {unit} is not.",
            "Remove {unit}, or the allies by {rule}.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION, Need.DETACHMENTS),
)
def all_models_keyword(army: Army) -> Iterator[Finding]:
    """Where an allied rule asks a keyword of every model beside its allies, they have it (R-16)."""
    asking = [(rule, units) for rule, units in army.guests.values() if rule.all_models_keywords]
    for rule, units in asking:
        for unit in army.units:
            if unit.datasheet is None or unit in units or any(unit.has(one) for one in rule.all_models_keywords):
                continue
            if not unit.keywords_are_known:
                yield NotChecked(f"The keywords of {unit.name} are not known.")
                continue
            params = {"rule": rule.name, "keywords": rule.all_models_keywords, "unit": unit.name}
            yield Violation(unit.pointer, "other", params, tuple(one.pointer for one in units))
    if not asking:
        yield NotApplicable(f"No allied rule here asks a keyword of the whole army ({_known(army)}).")
    words = [f"{rule.name}: all {listed(rule.all_models_keywords, conjunction='or')}" for rule, _ in asking]
    yield Found(f"{'; '.join(words)}.{_confirmed(army)}")


@muster_check(
    "ally",
    "exclusive-bucket",
    family=FAMILY,
    title="Allies that exclude each other are not combined",
    messages={
        "both": Message("{sides} exclude each other as allies of one army.", "Keep one of them."),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION, Need.DETACHMENTS),
)
def exclusive_bucket(army: Army) -> Iterator[Finding]:
    """Of allies that exclude each other (one large Knight or some small ones) only one kind is there."""
    buckets: defaultdict[str, dict[str, list[Unit]]] = defaultdict(dict)
    for rule, units in army.guests.values():
        if rule.exclusive_bucket is not None:
            for side, own in _sides(rule, units).items():
                buckets[rule.exclusive_bucket].setdefault(side, []).extend(own)
    for sides in buckets.values():
        if len(sides) > 1:
            second = list(sides.values())[1]
            causes = tuple(unit.pointer for own in sides.values() for unit in own)
            yield Violation(second[0].pointer, "both", {"sides": tuple(sides)}, causes)
    if not buckets:
        yield NotApplicable(f"No allied units of kinds that exclude each other ({_known(army)}).")
    yield Found(f"Only {listed([side for sides in buckets.values() for side in sides])}.{_confirmed(army)}")


def _sides(rule: AlliedRule, units: Sequence[Unit]) -> dict[str, list[Unit]]:
    """The units by the keyword the rule limits them by; by the rule's name where it limits by none."""
    keywords = tuple(dict.fromkeys(row.keyword for row in rule.count_limits if row.keyword is not None))
    sides: dict[str, list[Unit]] = {}
    for unit in units:
        side = next((keyword for keyword in keywords if unit.has(keyword)), rule.name)
        sides.setdefault(side, []).append(unit)
    return sides


@muster_check(
    "ally",
    "battleline-ratio",
    family=FAMILY,
    title="Allies have as many Battleline units as others",
    messages={
        "outnumbered": Message(
            "{others:unit|units} of {keyword} without Battleline by {rule}, and {battleline} with it.",
            "Add {surplus:Battleline unit|Battleline units} of {keyword}, or remove {surplus} of the others.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION, Need.DETACHMENTS),
)
def battleline_ratio(army: Army) -> Iterator[Finding]:
    """For each keyword the rule names, its allies have at least as many Battleline units as others."""
    words = []
    for rule, units in army.guests.values():
        for keyword in rule.ratio_keywords:
            own = [unit for unit in units if unit.has(keyword)]
            others = [unit for unit in own if BATTLELINE not in unit.keywords]
            battleline = len(own) - len(others)
            if len(others) > battleline:
                params = {
                    "rule": rule.name,
                    "keyword": keyword,
                    "others": len(others),
                    "battleline": battleline,
                    "surplus": len(others) - battleline,
                }
                causes = tuple(unit.pointer for unit in own)
                yield Violation(others[battleline].pointer, "outnumbered", params, causes)
            if own:
                words.append(f"{keyword}: {battleline} Battleline, {len(others)} other")
    if not words:
        yield NotApplicable(f"No allied units that are bound to such a ratio ({_known(army)}).")
    yield Found(f"{'; '.join(words)}.{_confirmed(army)}")


@muster_check(
    "ally",
    "warlord",
    family=FAMILY,
    title="The Warlord is one that the allies accept",
    messages={
        "keyword": Message(
            "{rule} asks for a {keyword} Warlord; {warlord} is not one.",
            "Choose a {keyword} Warlord, or drop the allies.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION, Need.DETACHMENTS),
)
def allied_warlord(army: Army) -> Iterator[Finding]:
    """Where an allied rule demands a keyword of the Warlord, the Warlord has it."""
    demanding = [(rule, units) for rule, units in army.guests.values() if rule.warlord_required_keyword]
    for rule, units in demanding:
        keyword = rule.warlord_required_keyword or ""
        for warlord in army.warlords:
            if warlord.datasheet is not None and not warlord.has(keyword):
                params = {"rule": rule.name, "keyword": keyword, "warlord": warlord.name}
                yield Violation(warlord.pointer, "keyword", params, tuple(unit.pointer for unit in units))
    if not demanding:
        yield NotApplicable(f"No allied rule here asks for a certain Warlord ({_known(army)}).")
    elif not army.warlords:
        yield NotChecked("The roster names no Warlord.")
    yield Found(f"Warlord: {listed([warlord.name for warlord in army.warlords])}.{_confirmed(army)}")


@muster_check(
    "ally",
    "enhancements",
    family=FAMILY,
    title="No ally bears an enhancement it may not have",
    messages={
        "barred": Message(
            "{unit} is here by {rule}, which bars it from enhancements; it bears {enhancement}.",
            "Remove {enhancement}.",
        ),
    },
    needs=(Need.UNITS,),
    presumes=(Need.FACTION, Need.DETACHMENTS),
)
def allied_enhancements(army: Army) -> Iterator[Finding]:
    """No unit bears an enhancement that the allied rule it comes in by forbids."""
    allies = 0
    for rule, units in army.guests.values():
        for unit in units:
            allies += 1
            if army.permits(EnhancementForAlly(unit)):
                continue
            for held in unit.enhancements:
                params = {"unit": unit.name, "rule": rule.name, "enhancement": held.name}
                yield Violation(held.pointer, "barred", params)
    if not allies:
        yield NotApplicable(f"No allied units ({_known(army)}).")
    yield Found(f"{counted(allies, 'allied unit')}, none with an enhancement it may not have.{_confirmed(army)}")
