"""Whatever a roster or a text holds: every check has its verdict, every reader its answer."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from roster.checking import check_text
from roster.document import (
    DeploymentPlan,
    Embarkation,
    ItemCount,
    ModelEntry,
    Reference,
    RosterDocument,
    SplitPart,
    UnitChoice,
    UnitEntry,
    UnitSplit,
)
from roster.documents import DocumentError, document_from_json, document_to_json
from roster.muster import EventProfile, LoweredCheck, Outcome, Severity, Stage, check_roster
from roster.muster.registry import all_checks
from roster.presentation import result_as_dict
from tests.muster.spec_catalogue import spec_catalogue
from tests.muster.test_bad_input import answered

_IDS = st.sampled_from(
    [
        None,
        "",
        "ghost:ghost",
        "a\0b",
        *spec_catalogue().factions,
        *spec_catalogue().battle_sizes,
        *spec_catalogue().dispositions,
        *spec_catalogue().detachments,
        *spec_catalogue().datasheets,
        *spec_catalogue().enhancements,
        *spec_catalogue().items,
    ]
)
_KEYS = st.sampled_from(["u1", "u2", "u3", "u4", "", "ghost", "\0"])
_COUNTS = st.one_of(st.integers(-2, 12), st.sampled_from([10**6, -(10**6), 10**30]))
_KINDS = st.sampled_from(
    ["", "ghost", *sorted({kind.name for sheet in spec_catalogue().datasheets.values() for kind in sheet.kinds})]
)
_REFERENCES = st.builds(Reference, _IDS, st.sampled_from(["", "Ghost", "x" * 300, "a\0b"]))


def _few(values: st.SearchStrategy[Any], most: int = 4) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(values, max_size=most).map(tuple)


def _of(ids: Any) -> st.SearchStrategy[Reference]:
    """Mostly what belongs there, sometimes anything."""
    return st.one_of(st.builds(Reference, st.sampled_from(sorted(ids))), _REFERENCES)


_ITEMS = _few(st.builds(ItemCount, _of(spec_catalogue().items), _COUNTS))
_UNITS = st.builds(
    UnitEntry,
    key=_KEYS,
    datasheet=_of(spec_catalogue().datasheets),
    models=_few(st.builds(ModelEntry, _KINDS, _COUNTS, _ITEMS), 3),
    items=_ITEMS,
    enhancements=_few(_of(spec_catalogue().enhancements), 2),
    bearer=st.one_of(st.none(), _KINDS),
    is_warlord=st.booleans(),
    warlord_model=st.one_of(st.none(), _KINDS),
    attached_to=st.one_of(st.none(), _KEYS),
    attached_as=st.sampled_from([None, "leader", "support", "joiner", "ghost"]),
    stated_points=st.one_of(st.none(), _COUNTS),
    choices=_few(st.builds(UnitChoice, _REFERENCES, st.sampled_from(["", "Red", "Ghost"])), 2),
)
_PLANS = st.builds(
    DeploymentPlan,
    embarked=_few(st.builds(Embarkation, _KEYS, _few(_KEYS)), 3),
    reserves=_few(_KEYS),
    splits=_few(st.builds(UnitSplit, _KEYS, _few(st.builds(SplitPart, _KEYS, _COUNTS), 3)), 2),
)
_DOCUMENTS = st.builds(
    RosterDocument,
    faction=st.one_of(st.none(), _of(spec_catalogue().factions)),
    battle_size=st.one_of(st.none(), _of(spec_catalogue().battle_sizes)),
    detachments=_few(_of(spec_catalogue().detachments), 3),
    dispositions=_few(_of(spec_catalogue().dispositions), 2),
    units=_few(_UNITS, 6),
    plan=st.one_of(st.none(), _PLANS),
    points_limit=st.one_of(st.none(), _COUNTS),
    stated_points=st.one_of(st.none(), _COUNTS),
    release=st.sampled_from([None, "", "sample-1", "1999.01.1", "\0"]),
)
_SOME_IDS = _few(_IDS.filter(lambda id: id is not None))
_EVENTS = st.builds(
    EventProfile,
    id=st.just("e"),
    name=st.sampled_from(["Open", ""]),
    battle_size=_IDS,
    points_limit=st.one_of(st.none(), _COUNTS),
    minimum_points=st.one_of(st.none(), _COUNTS),
    factions=_SOME_IDS,
    detachments=_SOME_IDS,
    barred_detachments=_SOME_IDS,
    barred_datasheets=_SOME_IDS,
    dispositions=_SOME_IDS,
    allows_legends=st.booleans(),
    requires_disposition=st.booleans(),
    requires_plan=st.booleans(),
    lowered=_few(
        st.builds(
            LoweredCheck,
            st.sampled_from(["", "ghost/ghost", *(check.id for check in all_checks())]),
            st.sampled_from(Severity),
            st.sampled_from(["", "House rule."]),
        ),
        5,
    ),
)
_luck = settings(
    max_examples=250,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


@_luck
@given(_DOCUMENTS, st.one_of(st.none(), _EVENTS), st.sampled_from([None, *Stage]))
def test_whatever_a_document_holds_every_check_has_its_verdict(
    roster: RosterDocument, event: EventProfile | None, stage: Stage | None
) -> None:
    result = answered(roster, event=event, stage=stage)
    report = result.report
    assert report is not None
    illegal = [row for row in report.broken if row.severity is Severity.ILLEGAL]
    open_checks = [row for row in report.verdicts if row.outcome is Outcome.NOT_CHECKED]
    assert result.is_legal is (False if illegal else None if open_checks else True)
    assert check_roster(roster, spec_catalogue(), event=event, stage=stage) == report


@_luck
@given(_DOCUMENTS)
def test_whatever_a_document_holds_the_decoder_reads_it_or_names_a_place(roster: RosterDocument) -> None:
    written = document_to_json(roster)
    fault: DocumentError | None = None
    read: RosterDocument | None = None
    try:
        read = document_from_json(written)
    except DocumentError as error:
        fault = error
    if fault is None:
        assert read == roster
    else:
        assert fault.message.endswith(".")
        assert fault.pointer.startswith("/")


@_luck
@given(st.text(max_size=400))
def test_whatever_a_text_holds_it_gets_an_answer(text: str) -> None:
    result = check_text(text, spec_catalogue(), event=EventProfile("e", "Open"))
    assert result.report is not None or result.read is not None
    json.dumps(result_as_dict(result, spec_catalogue()), allow_nan=False)
