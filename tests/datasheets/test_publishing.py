"""Releases are published once, named readably, and never change."""

from __future__ import annotations

import zlib
from dataclasses import replace
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
    assert release.label == "fm-1.0-r1"
    assert release.upstream == "builders 1"
    assert (release.manual_name, release.manual_version, release.manual_date) == (
        "Field Manual",
        "1.0",
        date(2026, 10, 1),
    )
    assert release.counts == {
        "factions": 3,
        "battle_sizes": 2,
        "dispositions": 2,
        "items": 3,
        "datasheets": 5,
        "prices": 5,
        "past_prices": 5,
        "detachments": 2,
        "enhancements": 2,
        "attachments": 3,
        "allied_rules": 2,
    }


def test_equal_content_is_published_once() -> None:
    first = publish()
    second = publish()

    assert second.release == first.release
    assert (first.is_new, first.is_current_anew) == (True, True)
    assert (second.is_new, second.is_current_anew) == (False, False)
    assert (Release.objects.count(), Publication.objects.count()) == (1, 1)


def test_labels_count_on_for_each_manual() -> None:
    later = replace(MANUAL, version="1.1")
    one_word = replace(MANUAL, name="Points")
    contents = [replace(mini_catalogue(), past_prices=mini_catalogue().past_prices[:count]) for count in range(5)]

    labels = [
        publish(contents[0]).release.label,
        publish(contents[1]).release.label,
        publish(contents[2], later).release.label,
        publish(contents[3]).release.label,
        publish(contents[4], one_word).release.label,
    ]

    assert labels == ["fm-1.0-r1", "fm-1.0-r2", "fm-1.1-r1", "fm-1.0-r3", "points-1.0-r1"]


def test_tenth_release_is_followed_by_the_eleventh() -> None:
    for number in range(11):
        last = publish(
            replace(mini_catalogue(), battle_sizes=(replace(mini_catalogue().battle_sizes[0], unit_limit=number + 1),))
        )

    assert last.release.label == "fm-1.0-r11"


def test_release_cannot_be_saved_again() -> None:
    release = publish().release
    release.label = "better"

    with pytest.raises(ReleaseIsImmutable) as refusal:
        release.save()

    assert str(refusal.value) == "better: what was published never changes; publish a new release instead."
    assert Release.objects.get().label == "fm-1.0-r1"


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
    assert Release.objects.get().label == "fm-1.0-r1"


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
