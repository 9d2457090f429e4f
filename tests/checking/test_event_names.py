"""Names that an organiser writes, a line each, and the ids they are read as."""

from __future__ import annotations

import pytest

from datasheets.catalogue import Catalogue
from roster.event_documents import MAX_IDS
from roster.event_names import MOST_FAULTS, LineFault, faults_in_words, ids_named, names_of
from roster.muster.profiles import known_entries

FIELDS = ("detachments", "barred_datasheets", "factions", "dispositions")


@pytest.mark.parametrize("field", FIELDS)
def test_every_entry_has_a_name_that_is_read_as_it(catalogue: Catalogue, field: str) -> None:
    ids = tuple(known_entries(field, catalogue))
    assert len(ids) >= 5
    named = ids_named(field, "\n".join(names_of(field, ids, catalogue)), catalogue)
    assert (named.ids, named.faults) == (ids, ())


@pytest.mark.parametrize(
    ("written", "ids"),
    [
        ("Awakened Dynasty", ("necrons:awakened-dynasty",)),
        ("  awakened   DYNASTY ", ("necrons:awakened-dynasty",)),
        ("Awakened Dynasty (Necrons)", ("necrons:awakened-dynasty",)),
        ("necrons:awakened-dynasty", ("necrons:awakened-dynasty",)),
        ("", ()),
        ("\r\n \t\r\n", ()),
    ],
)
def test_a_name_may_be_written_in_several_ways(catalogue: Catalogue, written: str, ids: tuple[str, ...]) -> None:
    named = ids_named("detachments", written, catalogue)
    assert (named.ids, named.faults) == (ids, ())


def test_a_name_of_several_factions_asks_which_is_meant(catalogue: Catalogue) -> None:
    ids = tuple(row.id for row in catalogue.data.datasheets if row.name == "Chaos Rhino")
    labels = names_of("barred_datasheets", ids, catalogue)
    assert len(ids) > 1
    assert len(set(labels)) == len(ids)
    [fault] = ids_named("barred_datasheets", "\nChaos Rhino", catalogue).faults
    assert fault.line == 2
    assert fault.message.startswith(f"“Chaos Rhino” is the name of {len(ids)} datasheets: {labels[0]}")
    assert fault.message.endswith("Write one as it stands here, or “Chaos Rhino (every faction)” for all of them.")
    assert ids_named("barred_datasheets", "chaos rhino (Every Faction)", catalogue).ids == ids


def test_two_of_one_name_in_one_faction_are_told_apart_by_their_ids(catalogue: Catalogue) -> None:
    ids = ("adeptus-astartes:venerable-dreadnought", "adeptus-astartes:venerable-dreadnought-legends")
    assert names_of("barred_datasheets", ids, catalogue) == ids
    assert ids_named("barred_datasheets", "Venerable Dreadnought (Adeptus Astartes)", catalogue).ids == ids
    [fault] = ids_named("barred_datasheets", "Venerable Dreadnought", catalogue).faults
    assert "adeptus-astartes:venerable-dreadnought-legends" in fault.message


def test_what_names_nothing_is_told_with_what_comes_near(catalogue: Catalogue) -> None:
    named = ids_named("detachments", "Awakened Dynasty\nAwakend Dynasti\nxyzzy", catalogue)
    release = catalogue.stamp.label
    assert named.ids == ("necrons:awakened-dynasty",)
    assert named.faults == (
        LineFault(2, f"there is no detachment “Awakend Dynasti” in release {release}. Perhaps Awakened Dynasty?"),
        LineFault(3, f"there is no detachment “xyzzy” in release {release}. Write its name as the app has it."),
    )


def test_an_entry_stands_in_one_line(catalogue: Catalogue) -> None:
    named = ids_named("detachments", "Awakened Dynasty\nnecrons:awakened-dynasty", catalogue)
    assert named.ids == ("necrons:awakened-dynasty",)
    assert named.faults == (LineFault(2, "Awakened Dynasty stands in line 1, too. Leave one out."),)


def test_an_id_that_the_release_does_not_have_stays_an_id(catalogue: Catalogue) -> None:
    assert names_of("detachments", ["necrons:long-gone"], catalogue) == ("necrons:long-gone",)


def test_many_faults_are_told_as_a_few_and_a_count(catalogue: Catalogue) -> None:
    named = ids_named("detachments", "\n".join(f"nonsense {number}" for number in range(3000)), catalogue)
    words = list(faults_in_words(named.faults))
    assert len(words) == MOST_FAULTS + 1
    assert words[0].startswith("Line 1: there is no detachment “nonsense 0” in release ")
    assert words[-1] == "2980 more lines are not understood. Mend these first."


def test_what_is_longer_than_any_list_of_names_is_not_read_to_its_end(catalogue: Catalogue) -> None:
    named = ids_named("detachments", "\n" * MAX_IDS + "Awakened Dynasty\n" * 10, catalogue)
    assert named.ids == ()
    assert named.faults == (LineFault(3001, "at most 3,000 lines are read. Leave out those that follow."),)
