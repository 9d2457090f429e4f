"""Releases are published once, named readably, and never change."""

from __future__ import annotations

import zlib
from dataclasses import fields, replace
from datetime import date

import pytest
from django.db import IntegrityError, transaction

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.encoding import content_hash, decode_data
from datasheets.catalogue.points import PointsManual
from datasheets.models import Publication, Release
from datasheets.models.release import ReleaseIsImmutable
from datasheets.services import Published, publish_release
from tests.datasheets.builders import MANUAL, UPSTREAM, mini_catalogue

pytestmark = pytest.mark.django_db


def publish(data: CatalogueData | None = None, manual: PointsManual = MANUAL) -> Published:
    return publish_release(data or mini_catalogue(), upstream=UPSTREAM, manual=manual)


def test_release_carries_content_and_origin() -> None:
    release = Release.objects.get(pk=publish().release.pk)

    assert decode_data(zlib.decompress(bytes(release.content))) == mini_catalogue()
    assert release.content_hash == content_hash(mini_catalogue())
    assert release.label == "2026.10.1"
    assert release.upstream == "builders 1"
    assert (release.manual_name, release.manual_version, release.manual_date) == (
        "Field Manual",
        "1.0",
        date(2026, 10, 1),
    )
    assert {name: release.counts[name] for name in ("factions", "datasheets", "prices", "attachments")} == {
        "factions": 3,
        "datasheets": 5,
        "prices": 5,
        "attachments": 3,
    }
    assert set(release.counts) == {field.name for field in fields(CatalogueData)}


def test_equal_content_is_published_once() -> None:
    first = publish()
    second = publish()

    assert second.release == first.release
    assert (first.is_new, first.is_current_anew) == (True, True)
    assert (second.is_new, second.is_current_anew) == (False, False)
    assert (Release.objects.count(), Publication.objects.count()) == (1, 1)


def test_labels_count_on_within_the_month_of_the_manual() -> None:
    same_month = replace(MANUAL, version="1.1", date="2026-10-31")
    next_year = replace(MANUAL, version="2.0", date="2027-01-02")
    contents = [replace(mini_catalogue(), past_prices=mini_catalogue().past_prices[:count]) for count in range(4)]

    labels = [
        publish(contents[0]).release.label,
        publish(contents[1], same_month).release.label,
        publish(contents[2], next_year).release.label,
        publish(contents[3]).release.label,
    ]

    assert labels == ["2026.10.1", "2026.10.2", "2027.01.1", "2026.10.3"]


def test_tenth_release_is_followed_by_the_eleventh() -> None:
    for number in range(11):
        last = publish(
            replace(mini_catalogue(), battle_sizes=(replace(mini_catalogue().battle_sizes[0], unit_limit=number + 1),))
        )

    assert last.release.label == "2026.10.11"


def test_release_cannot_be_saved_again() -> None:
    release = publish().release
    release.label = "better"

    with pytest.raises(ReleaseIsImmutable) as refusal:
        release.save()

    assert str(refusal.value) == "better: what was published never changes; publish a new release instead."
    assert Release.objects.get().label == "2026.10.1"


def test_release_cannot_be_deleted() -> None:
    release = publish().release

    with pytest.raises(ReleaseIsImmutable):
        release.delete()
    with pytest.raises(ReleaseIsImmutable):
        Release.objects.all().delete()

    assert Release.objects.count() == 1


def test_releases_cannot_be_updated_together() -> None:
    release = publish().release
    release.label = "better"

    with pytest.raises(ReleaseIsImmutable) as refusal:
        Release.objects.update(label="better")
    with pytest.raises(ReleaseIsImmutable):
        Release.objects.bulk_update([release], ["label"])

    assert str(refusal.value) == "releases: what was published never changes; publish a new release instead."
    assert Release.objects.get().label == "2026.10.1"


def test_publication_never_changes_either() -> None:
    publish()
    publication = Publication.objects.get()

    with pytest.raises(ReleaseIsImmutable):
        publication.save()
    with pytest.raises(ReleaseIsImmutable):
        publication.delete()

    assert Publication.objects.count() == 1


@pytest.mark.parametrize(
    "values",
    [
        {"label": "other"},
        {"content_hash": "0" * 64},
        {"label": "other", "content_hash": "not a hash"},
        {"label": "", "content_hash": "0" * 64},
    ],
    ids=["same content", "same label", "no hash", "no label"],
)
def test_database_refuses_a_second_or_nameless_release(values: dict[str, str]) -> None:
    release = publish().release
    copy = Release.objects.get(pk=release.pk)
    copy.pk = None
    copy._state.adding = True
    for name, value in values.items():
        setattr(copy, name, value)

    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save()

    assert Release.objects.count() == 1
