"""A ration holds at every door together."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from datasheets.models import Release
from roster.models import CheckBatch
from roster.rations import BatchThrottle
from tests.releases import release

__all__ = ["release"]


def test_batches_handed_in_at_the_page_count_at_the_api_too(
    owner: User, stranger: User, release: Release, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BatchThrottle, "rate", "1/hour")
    body = json.dumps({"lists": [{"text": "a list"}]})

    def hand_in(client: Client) -> int:
        return client.post("/api/v1/muster/batches", body, content_type="application/json").status_code

    mine, another = Client(), Client()
    mine.force_login(owner)
    another.force_login(stranger)
    assert mine.post("/check/batch/", {"lists": SimpleUploadedFile("a.txt", b"a list")}).status_code == 302
    assert (hand_in(mine), hand_in(another)) == (429, 202)
    assert sorted(CheckBatch.objects.values_list("owner__username", flat=True)) == sorted(
        [owner.username, stranger.username]
    )
