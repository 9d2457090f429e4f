"""The audit as a whole: order, places, some entries only, and how long one datasheet takes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from datasheets.audit import Severity, audit, audit_entries, kind_named, refs_about
from datasheets.audit.listing import as_json, lines
from datasheets.catalogue import CatalogueData
from datasheets.catalogue.datasheet import Quarantined, QuarantinedPart
from datasheets.catalogue.entries import EntryRef, encoded, entries_of
from tests.datasheets.audit.places import leads_somewhere
from tests.datasheets.audit.specs import all_specs, changed, small_catalogue

SQUAD = "sample-legion:squad"

FAULTY = {
    "set": {
        "datasheets/sample-legion:squad": {"/options/0/replaces/0": "sample-legion:launcher", "/profiles/0/T": 0},
        "prices/sample-legion:squad|sample-legion": {"/tiers/1/first": 4},
        "allied_rules/court-pact": {"/is_confirmed": False},
        "items/sample-legion:rifle": {"/profiles/0/skill": 7},
    }
}


def test_faults_stand_by_collection_entry_and_kind() -> None:
    assert [(fault.ref.collection, fault.ref.key, fault.kind) for fault in audit(changed(FAULTY)).faults] == [
        ("items", "sample-legion:rifle", "weapon/skill-out-of-range"),
        ("datasheets", SQUAD, "option/replaces-nothing"),
        ("datasheets", SQUAD, "profile/stat-out-of-range"),
        ("prices", f"{SQUAD}|sample-legion", "price/copy-tiers"),
        ("allied_rules", "court-pact", "ally/not-confirmed"),
    ]


def test_places_within_an_entry_stand_in_the_order_of_their_numbers() -> None:
    options = [{"id": f"o{index}", "replaces": [], "choices": [["wargear:axe"]], "limit": 1} for index in range(12)]
    data = changed({"set": {"datasheets/sample-legion:captain": {"/options": options}}})
    pointers = [fault.pointer for fault in audit(data, [kind_named("option/unknown-item")]).faults]
    assert pointers == [f"/options/{index}/choices/0/0" for index in range(12)]


def test_the_order_of_entries_makes_no_difference() -> None:
    data = changed(FAULTY)
    turned = replace(data, datasheets=data.datasheets[::-1], items=data.items[::-1], prices=data.prices[::-1])
    assert audit(turned).faults == audit(data).faults


def test_a_report_counts_faults_entries_kinds_and_what_is_quarantined() -> None:
    data = changed(FAULTY)
    part = Quarantined(QuarantinedPart.OPTION, "squad-9", ("Axe",), "No source.")
    data = replace(data, datasheets=(replace(data.datasheets[0], quarantined=(part,)), *data.datasheets[1:]))
    report = audit(data)
    assert [report.count(severity) for severity in Severity] == [4, 1, 0]
    assert (report.entries, report.quarantined, report.has_errors) == (len(entries_of(data)), 1, True)
    assert not audit(small_catalogue()).has_errors


def test_every_fault_points_at_something_in_its_entry() -> None:
    astray = [
        (spec.name, str(fault.ref), fault.pointer)
        for spec in all_specs()
        for fault in audit(spec.data).faults
        if not leads_somewhere(encoded(_entry(spec.data, fault.ref)), fault.pointer)
    ]
    assert astray == []


def _entry(data: CatalogueData, ref: EntryRef) -> Any:
    return entries_of(data, ref.collection)[ref]


def test_some_entries_have_the_faults_that_the_whole_audit_finds_in_them() -> None:
    data = changed(FAULTY)
    refs = refs_about(data, SQUAD)
    assert {ref.collection for ref in refs} == {"datasheets", "prices", "items"}
    assert audit_entries(data, refs) == tuple(fault for fault in audit(data).faults if fault.ref in refs)
    assert len(audit_entries(data, refs)) == 4


def test_entries_that_are_not_there_are_passed_over() -> None:
    assert audit_entries(changed(FAULTY), [EntryRef("datasheets", "sample-legion:king")]) == ()


def test_the_entries_about_a_datasheet_are_itself_prices_pairs_and_items() -> None:
    refs = refs_about(small_catalogue(), "sample-legion:captain")
    assert [str(ref) for ref in refs] == [
        "datasheets/sample-legion:captain",
        "prices/sample-legion:captain|sample-legion",
        "attachments/sample-legion:captain|sample-legion:squad|leader",
        "items/sample-legion:fist",
        "items/sample-legion:rifle",
    ]


def test_lines_group_faults_by_faction_and_kind() -> None:
    data = changed(FAULTY)
    factions = {faction.id: faction.name for faction in data.factions}
    assert list(lines(audit(data), "a sample", factions)) == [
        f"Audit of a sample: {len(entries_of(data))} entries, {audit(data).kinds} kinds of fault.",
        "Found: 4 errors, 1 warning, 0 pieces of advice.",
        "",
        "     1  error    profile/stat-out-of-range  A characteristic outside its range",
        "     1  error    option/replaces-nothing    An option replaces what no model holds",
        "     1  error    weapon/skill-out-of-range  A skill outside its range",
        "     1  error    price/copy-tiers           Copy tiers with a hole or an overlap",
        "     1  warning  ally/not-confirmed         An allied rule nobody has checked",
        "",
        "== Sample Legion: 4",
        "  error option/replaces-nothing: 1",
        "    datasheets/sample-legion:squad#/options/0/replaces/0",
        "      Squad: the option squad-1 replaces Launcher, which no model that may use it ever holds.",
        "  error price/copy-tiers: 1",
        "    prices/sample-legion:squad|sample-legion#/tiers/1/first",
        "      Squad, list of sample-legion: a copy tier should start with copy 3 and starts with copy 4.",
        "  error profile/stat-out-of-range: 1",
        "    datasheets/sample-legion:squad#/profiles/0/T",
        "      Squad: Squad has T 0, which runs from 1 to 20.",
        "  error weapon/skill-out-of-range: 1",
        "    items/sample-legion:rifle#/profiles/0/skill",
        "      Rifle: Rifle hits on 7+; skills run from 2+ to 6+.",
        "",
        "== (of no faction): 1",
        "  warning ally/not-confirmed: 1",
        "    allied_rules/court-pact#/is_confirmed",
        "      the Court Pact was not checked against the text of the rule.",
        "",
        "Open errors: 4.",
    ]


def test_a_clean_catalogue_says_so() -> None:
    told = list(lines(audit(small_catalogue()), "a sample", {}))
    assert told[1:] == ["Found: 0 errors, 0 warnings, 0 pieces of advice.", "", "No error is open."]


def test_json_holds_everything() -> None:
    report = as_json(audit(changed(FAULTY), [kind_named("price/copy-tiers")]), "a sample")
    assert report["counts"] == {"error": 1, "warning": 0, "advice": 0}
    assert report["by_kind"] == {"price/copy-tiers": 1}
    assert report["faults"] == [
        {
            "kind": "price/copy-tiers",
            "severity": "error",
            "faction": "sample-legion",
            "collection": "prices",
            "key": f"{SQUAD}|sample-legion",
            "pointer": "/tiers/1/first",
            "params": {"datasheet": "Squad", "price_list": "sample-legion", "wanted": "with copy 3", "first": 4},
            "message": "Squad, list of sample-legion: a copy tier should start with copy 3 and starts with copy 4.",
            "hint": "Let the first tier start with copy 1, and every other where the one before it ends.",
        }
    ]
