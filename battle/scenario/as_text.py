"""The answer to a scenario in lines, for a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import fields

from battle.armies import Fielded
from battle.engine.attacks import BatchReport, Result
from battle.engine.demise import ByProduct
from battle.engine.exchange import Exchange
from battle.engine.explaining import Against, Contribution, stages_of
from battle.engine.measures import Measures
from battle.engine.situation import Situation
from battle.engine.target import NONE, Target
from battle.scenario.answers import Answer, TableAnswer
from battle.scenario.attacking import AttackAnswer
from battle.scenario.dueling import ChainAnswer
from battle.scenario.duels_as_text import chain_lines
from battle.scenario.exchanging import ExchangeAnswer
from battle.scenario.figures import figure_in_words, mean_of, rolled_for
from battle.scenario.lines import NEGLIGIBLE, lost_and_assumed, percent, unit_in_words, view_in_words
from battle.scenario.pairing import PairAnswer
from battle.scenario.rolling import Sampling
from battle.scenario.situation_shapes import unusual
from battle.scenario.switches import offer_lines, switches_on_offer
from battle.scenario.tables_as_text import table_lines
from roster.muster.words import counted

SHOWN_ANSWERS = 8


def answer_lines(answer: Answer) -> list[str]:
    """Everything the answer says: distribution, stages, choices, assumptions and what is not modelled."""
    match answer:
        case AttackAnswer():
            return list(_attack(answer))
        case ExchangeAnswer():
            return list(_exchange(answer))
        case ChainAnswer():
            return list(chain_lines(answer))
        case PairAnswer():
            return list(_pair(answer))
        case TableAnswer():
            return list(table_lines(answer.document))


def _attack(answer: AttackAnswer) -> Iterator[str]:
    yield from _head(
        answer.name, f"{unit_in_words(answer.attacker)} attacks {unit_in_words(answer.target)}.", answer.situation
    )
    yield from _outcome(answer.result.measures, answer.target)
    yield from _how(answer.result, answer.attacker)
    if answer.sampling is None:
        yield from _contributions(answer.contributions)
    yield from _foot(answer, answer.result.not_modelled)


def _exchange(answer: ExchangeAnswer) -> Iterator[str]:
    found = answer.exchange
    who = (
        f"{unit_in_words(answer.attacker)} attacks {unit_in_words(answer.target)}, and what is left of it strikes back."
    )
    yield from _head(answer.name, who, answer.situation)
    yield from _outcome(found.first.measures, answer.target)
    yield from _how(found.first, answer.attacker)
    yield ""
    yield f"The answer: {_situation(answer.answer)}."
    yield from _outcome(found.back, answer.attacker)
    yield from _answers(found)
    back = [name for _, result, _ in found.answers for name in result.not_modelled]
    yield from _foot(answer, tuple(dict.fromkeys((*found.first.not_modelled, *back))))


def _pair(answer: PairAnswer) -> Iterator[str]:
    if answer.name:
        yield answer.name
    yield f"{unit_in_words(answer.attacker)} attacks {unit_in_words(answer.target)}."
    yield view_in_words(answer.activity.value, unusual(answer.shape))
    yield from _outcome(answer.after.measures, answer.target)
    for place, phase in enumerate(answer.phases):
        if len(answer.phases) > 1:
            yield f"The {phase.phase.value} phase by itself{', at a target that is fresh' if place else ''}:"
            yield from _outcome(phase.found.result.measures, answer.target)
        yield from _how(phase.found.result, answer.attacker)
        if phase.found.sampling is None:
            yield from _contributions(phase.found.contributions)
    yield from _foot(answer, answer.after.not_modelled)


def _answers(found: Exchange) -> Iterator[str]:
    """The cases of survivors, likely ones first; those that differ only in wounds together."""
    chances: defaultdict[str, float] = defaultdict(float)
    kills: defaultdict[str, float] = defaultdict(float)
    for survivors, result, chance in found.answers:
        chances[survivors] += chance
        kills[survivors] += chance * result.measures.expected_kills
    likely = sorted(chances, key=lambda words: -chances[words])
    for words in likely[:SHOWN_ANSWERS]:
        each = kills[words] / chances[words]
        yield f"  {percent(chances[words])}: left are {words}; they destroy {each:.2f} models on average."
    if len(likely) > SHOWN_ANSWERS:
        rest = sum(chances[words] for words in likely[SHOWN_ANSWERS:])
        yield f"  {percent(rest)}: {len(likely) - SHOWN_ANSWERS} other cases of survivors."


# Parts ------------------------------------------------------------------------------------------------------


def _head(name: str, who: str, situation: Situation) -> Iterator[str]:
    if name:
        yield name
    yield who
    yield f"Situation: {_situation(situation)}."


def _situation(situation: Situation) -> str:
    """The phase and everything that is other than in an unremarkable turn."""
    plain = Situation()
    words = [f"{situation.phase.value} phase"]
    for field in fields(situation):
        value = getattr(situation, field.name)
        if field.name == "phase" or value == getattr(plain, field.name):
            continue
        name = field.name.replace("_", " ")
        if isinstance(value, bool):
            words.append(name if value else f"not {name}")
        elif isinstance(value, frozenset):
            words.append(f"{name}: {', '.join(sorted(value))}")
        elif field.name == "distance":
            words.append(f'{value:g}" away')
        else:
            words.append(f"{name} {value}")
    return ", ".join(words)


def _outcome(measures: Measures, unit: Fielded) -> Iterator[str]:
    models = unit.fighters.models
    points = f", {measures.points:.1f} points" if unit.fighters.points else ""
    yield (
        f"  Destroyed of {unit.name}: {measures.expected_kills:.3f} of {counted(models, 'model')} on average{points}; "
        f"{measures.wounds:.2f} wounds lost. The whole unit: {percent(measures.destroyed)}."
    )
    yield "  Models destroyed   just so many   at least"
    at_least = 1.0
    for number, chance in enumerate(measures.kills):
        if chance >= NEGLIGIBLE:
            yield f"  {number:>16}   {percent(chance):>12}   {percent(min(1.0, at_least)):>8}"
        at_least -= chance
    if len(measures.groups) > 1:
        for group in measures.groups:
            left = mean_of(group.left)
            yield f"  {group.name}: {left:.2f} left on average, none in {percent(group.destroyed)}."


def _how(result: Result, attacker: Fielded) -> Iterator[str]:
    if len(result.order) > 1:
        yield f"  Attacks are allocated to: {', then '.join(result.order)}."
    for batch in result.batches:
        yield from _batch(batch, result.target, attacker)
    for weapon, reason in result.left_out:
        yield f"  Without attacks: {weapon}: {reason}"
    if result.hazards:
        yield f"  Hazard rolls of the attacker: {result.hazards} (24.15)."
    for product in result.by_products:
        yield _by_product(product)


def _by_product(product: ByProduct) -> str:
    wounds = mean_of(product.mortal_wounds)
    return f"  {product.source}: {wounds:.2f} mortal wounds on average to each unit nearby."


def _batch(batch: BatchReport, target: Target, attacker: Fielded) -> Iterator[str]:
    stages = stages_of(batch, target)
    yield f"  {', '.join(batch.weapons)}:"
    told = [(name, figure) for name, figure in stages.figures if figure.value or figure.steps]
    dice = rolled_for(batch, attacker.fighters)
    yield f"    {'; '.join(figure_in_words(name, figure, dice.get(name, '')) for name, figure in told)}"
    if batch.table.abilities:
        yield f"    {' '.join(str(ability) for ability in batch.table.abilities)}"
    yield (
        f"    {stages.attacks:.2f} attacks, {stages.hits:.2f} hits ({percent(stages.hit)} each, "
        f"{percent(stages.critical_hit)} critical), {stages.wounds:.2f} wounds ({percent(stages.wound)} of a hit)"
    )
    for count, groups in stages.against:
        for against in groups:
            yield f"    {count:.2f} {_against(against)}"
    if chosen := _chosen(batch):
        yield f"    chosen: {chosen}"
    yield f"    {batch.kills:.3f} models destroyed so far"


def _against(against: Against) -> str:
    """How attacks end against one group."""
    lost = f", {against.wasted:.2f} of its D wasted" if against.wasted > NEGLIGIBLE else ""
    takes = f"{against.inflicted:.2f} wounds each{lost}"
    if against.needed is None:
        return f"end in mortal wounds: {against.group} loses {takes}"
    saves = f"saves on {against.needed}+" if against.needed < NONE else "saves none"
    return f"go to save rolls: {against.group} {saves}, {percent(against.through)} get through: {takes}"


def _contributions(found: Sequence[Contribution] | None) -> Iterator[str]:
    if found is None:
        yield "  What each rule added is not worked out: it would take too long."
        return
    for one in found:
        yield f"  With {one.source} instead of without: {one.kills:+.3f} models, {one.wounds:+.2f} wounds."


def _chosen(batch: BatchReport) -> str:
    words = []
    if not batch.choice.lethal:
        words.append("critical hits roll to wound (24.23)")
    if batch.choice.fish_hits or batch.choice.fish_wounds:
        words.append("successes that are not critical are rolled again too")
    if batch.precise:
        words.append(f"[PRECISION] picks {batch.precise} (24.28)")
    return ", ".join(words)


def _foot(answer: AttackAnswer | ExchangeAnswer | PairAnswer, not_modelled: Sequence[str]) -> Iterator[str]:
    yield f"Method: {answer.method}{_sampled(answer.sampling)}."
    if answer.sampling is not None and answer.sampling.reason:
        yield answer.sampling.reason
    yield from lost_and_assumed(answer.assumptions, not_modelled)
    yield from offer_lines(switches_on_offer(answer.attacker, answer.target))
    yield from _trace(answer.trace)


def _sampled(sampling: Sampling | None) -> str:
    """How it was sampled, and how far the figures may be off."""
    if sampling is None:
        return ""
    errors = [sampling.errors, *([sampling.back] if sampling.back is not None else [])]
    kills = " and ".join(f"{one.kills:.4f}" for one in errors)
    whole = " and ".join(percent(one.destroyed) for one in errors)
    return (
        f", {sampling.samples:,} samples with seed {sampling.seed}; standard errors: {kills} models destroyed on "
        f"average, {whole} that the whole unit is"
    )


def _trace(lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield ""
        yield "One roll:"
        yield from (f"  {line}" for line in lines)
