"""The probe of container health checks: exit codes for web server and worker."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from config.probe import main, readiness
from tests.config.conftest import Start


def test_a_worker_is_well_as_long_as_its_file_is_fresh(start: Start, tmp_path: Path) -> None:
    asleep = start("-m", "config.probe", "worker")
    (tmp_path / "var" / "worker.alive").parent.mkdir(exist_ok=True)
    (tmp_path / "var" / "worker.alive").touch()
    awake = start("-m", "config.probe", "worker")
    assert [(done.returncode, done.stdout, done.stderr) for done in (asleep, awake)] == [(1, "", ""), (0, "", "")]


def test_nobody_at_the_address_is_not_well() -> None:
    # Port 9 (discard) is below what an ordinary service may take.
    assert readiness("http://127.0.0.1:9") is None
    assert main(["web", "http://127.0.0.1:9"]) == 1


@pytest.mark.django_db(transaction=True)
def test_a_service_that_is_not_ready_is_not_well_and_says_why(live_server: LiveServer) -> None:
    said = readiness(live_server.url)
    assert said is not None
    assert said["checks"]["catalogue"] == "no release is published; run: manage.py import_catalogue"
    assert main(["web", live_server.url]) == 1


def test_a_question_not_understood_gets_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["queue"]) == 2
    assert capsys.readouterr().err == "Usage: python -m config.probe worker | web ADDRESS\n"
