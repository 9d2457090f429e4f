"""Attachments and allied rules, as corrections have them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from datasheets.catalogue.attachment import AlliedRule, Attachment, AttachmentRole, FreeGuest
from datasheets.catalogue.datasheet import Datasheet
from datasheets.catalogue.entries import ref_of
from datasheets.sources import correction_rows as rows
from datasheets.sources.corrected import has_keyword
from datasheets.sources.corrections import Corrections
from datasheets.sources.origins import Ledger, known, known_sheet

Sheets = Mapping[str, Datasheet]
Attachments = Mapping[str, Attachment]


def correct_attachments(
    ledger: Ledger, attachments: Sequence[Attachment], sheets: Sheets, corrections: Corrections
) -> dict[str, Attachment]:
    """The attachments by key, with joiners added and those marked that may share their role (24.22, R-13)."""
    entries = {ref_of("attachments", row).key: row for row in attachments}
    own = dict(entries)

    def marked(_: Attachments, row: rows.SharedRoleRow) -> Attachments:
        for named in (row.joining, row.bodyguard):
            if named:
                known_sheet(sheets, named)
        return {
            key: replace(pair, may_join_beside_another=True)
            for key, pair in entries.items()
            if _shares_role(pair, sheets[pair.joining], row)
        }

    def joined(_: Attachments, row: rows.JoinerRow) -> Attachments:
        for named in (row.joining, *row.bodyguards):
            known_sheet(sheets, named)
        led = [pair.bodyguard for pair in own.values() if row.led_by and has_keyword(sheets[pair.joining], row.led_by)]
        made = (
            Attachment(
                row.joining,
                bodyguard,
                AttachmentRole.JOINER,
                source="correction",
                is_mandatory=row.is_mandatory,
                led_by=row.led_by,
                joiner_group=row.group,
            )
            for bodyguard in dict.fromkeys((*row.bodyguards, *led))
        )
        return {ref_of("attachments", each).key: each for each in made}

    ledger.lay("attachments", entries, corrections.notes("attachments", "beside_another"), marked)
    ledger.lay("attachments", entries, corrections.notes("attachments", "joiners"), joined)
    return entries


def _shares_role(row: Attachment, joining: Datasheet, correction: rows.SharedRoleRow) -> bool:
    if correction.joining not in ("", row.joining) or correction.bodyguard not in ("", row.bodyguard):
        return False
    return not (correction.unless_keyword and has_keyword(joining, correction.unless_keyword))


def correct_allied_rules(
    ledger: Ledger, rules: Sequence[AlliedRule], sheets: Sheets, corrections: Corrections
) -> dict[str, AlliedRule]:
    """The allied rules by id, those marked that were compared with the rule's text (R-16)."""
    entries = {rule.id: rule for rule in rules}

    def confirmed(_: Mapping[str, AlliedRule], row: rows.AlliedRow) -> Mapping[str, AlliedRule]:
        rule: AlliedRule = known(entries, row.rule, "allied rule")
        for guest in (*row.guests, *(each.guest for each in row.free_guests)):
            known_sheet(sheets, guest)
        return {rule.id: _confirmed(rule, row)}

    ledger.lay("allied_rules", entries, corrections.notes("allies"), confirmed)
    return entries


def _confirmed(rule: AlliedRule, row: rows.AlliedRow) -> AlliedRule:
    warlord, enhancements = row.cannot_be_warlord, row.cannot_take_enhancements
    return replace(
        rule,
        is_confirmed=row.is_confirmed,
        guests=tuple(dict.fromkeys((*rule.guests, *row.guests))),
        exclusive_bucket=row.exclusive_bucket,
        cannot_be_warlord=rule.cannot_be_warlord if warlord is None else warlord,
        cannot_take_enhancements=rule.cannot_take_enhancements if enhancements is None else enhancements,
        all_models_keywords=row.all_models_keywords,
        uncounted_if=row.uncounted_if,
        free_guests=tuple(FreeGuest(each.guest, each.beside) for each in row.free_guests),
    )
