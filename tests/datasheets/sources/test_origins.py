"""Where values come from: what a correction changed is kept by entry and field, with what it replaced."""

from __future__ import annotations

import pytest

from datasheets.catalogue.entries import EntryRef, changed_fields, entries_of
from datasheets.catalogue.origin import WHOLE, Origin, OriginLayer
from datasheets.overlay.kept import as_json
from datasheets.sources import SourceBuild, SourceFault, build_sources
from datasheets.sources.origins import origin_by_rule, with_kept_ids
from tests.datasheets.sources.doctored import built, corrections_of

COLLECTIONS = ("datasheets", "items", "detachments", "enhancements", "attachments", "allied_rules")

MONOLITH = EntryRef("datasheets", "necrons:monolith")


def test_a_correction_leaves_what_it_replaced_and_why() -> None:
    row = {"datasheets": ["necrons:catacomb-command-barge"], "add": ["Noble"], "reason": "The datasheet has it."}
    build = built(corrections_of(datasheets={"rows": [row], "source": "datasheet of July 2026"}))
    (sheet,) = (each for each in build.data.datasheets if each.id == "necrons:catacomb-command-barge")
    assert build.origins[EntryRef("datasheets", sheet.id)] == {
        "keywords": Origin(
            OriginLayer.CORRECTION,
            source="datasheet of July 2026",
            reason="The datasheet has it.",
            replaced=[each for each in sheet.keywords if each != "Noble"],
            row="datasheets.yaml#1",
        )
    }


def test_two_corrections_of_one_field_are_both_named_and_the_first_value_is_kept() -> None:
    rows = [
        {"entry": str(MONOLITH), "field": "maximum_models", "value": 2, "reason": "Two now.", "source": "page one"},
        {"entry": str(MONOLITH), "field": "maximum_models", "value": 3, "reason": "Or three.", "source": "page two"},
    ]
    build = built(corrections_of(fields={"rows": rows}))
    assert build.origins[MONOLITH]["maximum_models"] == Origin(
        OriginLayer.CORRECTION, "page one; page two", "Two now. Or three.", 1, "fields.yaml#1, fields.yaml#2"
    )


def test_what_corrections_make_and_supplements_add_is_wholly_theirs(build: SourceBuild) -> None:
    joiner = EntryRef("attachments", "astra-militarum:nork-deddog|astra-militarum:cadian-command-squad|joiner")
    titan = EntryRef("datasheets", "titan-legions:warhound-titan")
    assert (build.origins[joiner][WHOLE].layer, build.origins[joiner][WHOLE].replaced) == (OriginLayer.CORRECTION, None)
    assert build.origins[titan][WHOLE].layer is OriginLayer.SUPPLEMENT


def test_the_size_of_a_price_row_is_told_as_the_manual_prints_it(build: SourceBuild) -> None:
    told = build.origins[EntryRef("prices", "orks:gretchin|orks")]["tiers"]
    assert [row["models"] for tier in told.replaced for row in tier["rows"]] == [10, 11]
    assert told.row == "sizes.yaml#1"


def corrected(build: SourceBuild) -> dict[tuple[EntryRef, str], object]:
    """What each correction of a field replaced."""
    return {
        (ref, name): told.replaced
        for ref, fields in build.origins.items()
        if ref.collection in COLLECTIONS
        for name, told in fields.items()
        if told.layer is OriginLayer.CORRECTION and name != WHOLE
    }


def test_every_field_that_corrections_change_has_an_origin_and_no_other_has(build: SourceBuild) -> None:
    """Against the build without corrections: what differs is told, and what is told as replaced was there."""
    without = build_sources(with_corrections=False)
    plain, own = entries_of(without.data), entries_of(build.data)
    differing = {
        (ref, name): as_json(change.before)
        for ref in own.keys() & plain.keys()
        if ref.collection in COLLECTIONS
        for name, change in changed_fields(plain[ref], own[ref]).items()
        # What the manual prices nowhere is told apart by rule; only of detachments a correction says it.
        if name != "not_offered" or ref.collection == "detachments"
    }
    # Names are needed to read the sources at all, so that the build without corrections has them, too.
    named = corrected(without).keys()
    recorded = {key: replaced for key, replaced in corrected(build).items() if key not in named}
    assert recorded == {key: before for key, before in differing.items() if key not in named}
    assert len(recorded) > 300


@pytest.mark.parametrize(
    ("ref", "field", "layer"),
    [
        (EntryRef("prices", "necrons:monolith|necrons"), "tiers", OriginLayer.MANUAL),
        (MONOLITH, "profiles", OriginLayer.UPSTREAM),
        (EntryRef("enhancements", "necrons:awakened-dynasty:veil-of-darkness"), "prices", OriginLayer.MANUAL),
        (EntryRef("enhancements", "necrons:awakened-dynasty:veil-of-darkness"), "requires", OriginLayer.UPSTREAM),
        (EntryRef("detachments", "necrons:awakened-dynasty"), "offers", OriginLayer.MANUAL),
        (EntryRef("detachments", "necrons:awakened-dynasty"), "name", OriginLayer.UPSTREAM),
    ],
)
def test_everything_else_is_the_packages_or_the_manuals(
    build: SourceBuild, ref: EntryRef, field: str, layer: OriginLayer
) -> None:
    manual = f"{build.stamp.name} {build.stamp.version}"
    value = entries_of(build.data)[ref]
    source = manual if layer is OriginLayer.MANUAL else build.upstream
    assert origin_by_rule(ref, field, value, upstream=build.upstream, manual=manual) == Origin(layer, source)


def test_origins_go_by_the_ids_that_entries_keep() -> None:
    told = {"keywords": Origin(OriginLayer.CORRECTION, "a datasheet")}
    upstream = {
        EntryRef("datasheets", "necrons:great-monolith"): told,
        EntryRef("prices", "necrons:great-monolith|necrons"): told,
        EntryRef("datasheets", "necrons:obelisk"): told,
    }
    assert with_kept_ids(upstream, {"necrons:monolith": "necrons:great-monolith"}) == {
        MONOLITH: told,
        EntryRef("prices", "necrons:monolith|necrons"): told,
        EntryRef("datasheets", "necrons:obelisk"): told,
    }


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (
            {"entry": "monoliths/necrons:monolith", "field": "name", "value": "x"},
            'corrections/fields.yaml#1: "monoliths/necrons:monolith" names no entry: write <collection>/<key>, with',
        ),
        (
            {"entry": "datasheets/necrons:monolith", "field": "morale", "value": 7},
            "corrections/fields.yaml#1: datasheets/necrons:monolith has no field morale.",
        ),
        (
            {"entry": "datasheets/necrons:monolith", "field": "maximum_models", "value": "many"},
            "corrections/fields.yaml#1: datasheets/necrons:monolith, maximum_models: Expected `int`, got `str`.",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_a_fault(row: dict[str, object], words: str) -> None:
    with pytest.raises(SourceFault) as caught:
        built(corrections_of(fields={"rows": [row]}))
    assert str(caught.value).startswith(words)


def test_a_path_leads_to_one_value_inside_a_field() -> None:
    row = {"entry": str(MONOLITH), "field": "profiles", "path": ["Monolith", "T"], "value": 15, "was": 13}
    astray = {"entry": str(MONOLITH), "field": "profiles", "path": ["Obelisk", "T"], "value": 15}
    build = built(corrections_of(fields={"rows": [row, astray]}))
    (sheet,) = (each for each in build.data.datasheets if each.id == "necrons:monolith")
    assert [profile.T for profile in sheet.profiles] == [15]
    assert [each.text for each in build.findings if each.kind.value.startswith("correction")] == [
        'datasheets/necrons:monolith, profiles: there is no "Obelisk". Nothing is changed there; correct the row, '
        "or remove it."
    ]
