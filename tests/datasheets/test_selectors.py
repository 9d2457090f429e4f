"""Catalogues are decoded once a process, and a newer publication is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from datasheets import selectors
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.models import Publication, Release
from datasheets.selectors import (
    RELEASES_KEPT,
    NoRelease,
    catalogue_of,
    catalogue_with_drafts_of,
    current_catalogue,
)
from datasheets.services import publish_release
from datasheets.services.compiling import Sources, compile_release
from tests.datasheets.builders import MANUAL, UPSTREAM, mini_catalogue

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """Start and end without decoded releases: primary keys return when a test is rolled back."""
    selectors._KEPT.clear()
    yield
    selectors._KEPT.clear()


def edition(number: int) -> CatalogueData:
    """The made-up catalogue with another unit limit."""
    sizes = mini_catalogue().battle_sizes
    return replace(mini_catalogue(), battle_sizes=(replace(sizes[0], unit_limit=number), *sizes[1:]))


def publish(number: int) -> Release:
    return publish_release(edition(number), upstream=UPSTREAM, manual=MANUAL).release


def test_without_a_release_the_error_says_what_to_run() -> None:
    with pytest.raises(NoRelease) as refusal:
        current_catalogue()

    assert str(refusal.value) == "There is no catalogue yet: run `manage.py import_catalogue` to publish one."


def test_current_catalogue_is_the_published_one_with_its_stamp() -> None:
    release = publish(1)

    catalogue = current_catalogue()

    assert catalogue.data == edition(1)
    assert catalogue.stamp.label == "2026.10.1"
    assert catalogue.stamp.content_hash == release.content_hash
    assert catalogue.stamp.upstream == UPSTREAM
    assert catalogue.stamp.manual == MANUAL
    assert catalogue.stamp.published == (
        Publication.objects.get(release=release).published_at.strftime("%Y-%m-%dT%H:%M:%SZ")
    )


def test_asking_again_is_one_query_and_the_same_value(django_assert_num_queries: Any) -> None:
    publish(1)
    first = current_catalogue()

    with django_assert_num_queries(1):
        second = current_catalogue()

    assert second is first


def test_reading_from_a_catalogue_asks_the_database_nothing(django_assert_num_queries: Any) -> None:
    publish(1)
    catalogue = current_catalogue()

    with django_assert_num_queries(0):
        table = catalogue.price_table("ash-wardens:cinder-squad", "ember")
        assert table is not None
        assert table.tiers[0].rows[0].points == 80
        assert catalogue.datasheets_by_name["kiln"][0].id == "ash-wardens:kiln"


def test_newer_release_is_noticed_at_the_next_call() -> None:
    publish(1)
    assert current_catalogue().data == edition(1)

    publish(2)

    assert current_catalogue().data == edition(2)


def test_older_content_published_again_is_current_again() -> None:
    publish(1)
    publish(2)
    publish(1)

    assert current_catalogue().stamp.label == "2026.10.1"


def test_named_release_is_found_whatever_is_current() -> None:
    publish(1)
    publish(2)

    assert catalogue_of("2026.10.1").data == edition(1)


def test_unknown_label_is_named_in_the_error() -> None:
    publish(1)

    with pytest.raises(NoRelease) as refusal:
        catalogue_of("2019.01.9")

    assert str(refusal.value) == (
        'There is no release "2019.01.9"; /releases/ and `manage.py import_catalogue` name those there are.'
    )


def test_draft_is_no_release_to_those_who_check_rosters() -> None:
    draft = compile_release(edition(1), Sources(UPSTREAM, MANUAL)).release

    with pytest.raises(NoRelease):
        catalogue_of(draft.label)

    assert catalogue_with_drafts_of(draft.label).data == edition(1)


def test_draft_that_was_read_before_tells_its_publication_afterwards() -> None:
    draft = compile_release(edition(1), Sources(UPSTREAM, MANUAL)).release
    catalogue_with_drafts_of(draft.label)
    Publication.objects.create(release=draft, published_at=datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC))

    assert current_catalogue().stamp.published == "2030-01-02T03:04:05Z"


def test_process_keeps_the_releases_last_asked_for(django_assert_num_queries: Any) -> None:
    labels = [publish(number).label for number in range(1, RELEASES_KEPT + 2)]
    for label in labels:
        catalogue_of(label)

    assert len(selectors._KEPT) == RELEASES_KEPT
    with django_assert_num_queries(1):
        catalogue_of(labels[-1])
    with django_assert_num_queries(2):
        catalogue_of(labels[0])


def test_threads_share_one_value() -> None:
    release = publish(1)
    first = current_catalogue()
    since = Publication.objects.get().published_at

    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(selectors._KEPT.get, release.pk, release.content_hash, since) for _ in range(64)]

    assert {id(each.result()) for each in asked} == {id(first)}


def test_release_of_a_database_made_anew_is_not_taken_for_the_old_one() -> None:
    release = publish(1)
    stale = current_catalogue()

    fresh = selectors._KEPT.get(release.pk, "0" * 64, release.compiled_at)

    assert fresh is not stale
