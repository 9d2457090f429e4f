"""Missions of the package: pairings of dispositions, cards with their scoring, caps."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.catalogue.ability import Clause
from datasheets.catalogue.mission import Award, Mission, MissionCard
from datasheets.sources import play_records, records
from datasheets.sources.clauses import clause_of
from datasheets.sources.faults import SourceFault
from datasheets.sources.play_records import Tree
from datasheets.sources.vocabulary import Words


def missions_of(bundle: records.Bundle, label: str) -> Iterator[Mission]:
    """A mission for every pairing of dispositions; raises :class:`SourceFault` where one has no mission or card."""
    missions = {row.id: row for row in bundle.missions}
    cards = {row.id for row in bundle.mission_cards if row.card_type == "primary"}
    for pairing in bundle.mission_matchups:
        row = missions.pop(pairing.mission_id, None)
        if row is None:
            raise SourceFault(f"{label}: pairing {pairing.id} names mission {pairing.mission_id}, or names it again.")
        if row.id not in cards:
            raise SourceFault(f"{label}: mission {row.id} has no primary mission card.")
        yield Mission(
            id=row.id,
            name=row.name,
            disposition=pairing.disposition,
            opponent_disposition=pairing.opponent_disposition,
            card=row.id,
            primary_per_round=row.vp_per_round_cap,
            primary_per_game=row.vp_per_game_cap,
            secondary_per_round=row.secondary_vp_per_round_cap,
            secondary_per_game=row.secondary_vp_per_game_cap,
            deployments=row.deployment_pattern_ids,
            source=f"{row.source} ({label})",
        )
    if missions:
        raise SourceFault(f"{label}: no pairing of dispositions plays {', '.join(sorted(missions))}.")


def mission_cards_of(bundle: records.Bundle, vocabulary: Words, label: str) -> Iterator[MissionCard]:
    """The mission cards; raises :class:`SourceFault` for a construct the vocabulary does not have."""
    for row in bundle.mission_cards:
        where = f"mission card {row.id}"
        yield MissionCard(
            id=row.id,
            name=row.name,
            type=row.card_type,
            awards=tuple(_award(award, vocabulary, where) for award in row.awards),
            actions=tuple(_checked("action", action, vocabulary, where) for action in row.actions),
            when_drawn=_checked("when-drawn", row.when_drawn, vocabulary, where) if row.when_drawn else None,
            subtype=row.subtype,
            source=label,
        )


def _award(row: play_records.Award, vocabulary: Words, where: str) -> Award:
    return Award(
        trigger=_checked("award", row.trigger, vocabulary, where),
        when=_checked("", row.when, vocabulary, where) if row.when else None,
        points=row.vp,
        points_each=row.vp_per,
        per=row.per,
        maximum=row.vp_max,
        is_cumulative=row.cumulative,
        exclusive_group=row.exclusive_group,
        mode=row.mode,
    )


def _checked(named: str, tree: Tree, vocabulary: Words, where: str) -> Clause:
    clause = clause_of({"type": named, **tree} if named else tree)
    vocabulary.check(clause, where)
    return clause
