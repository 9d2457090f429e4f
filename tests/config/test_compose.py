"""The served installation as written down: which containers there are, what they wait for, what they share."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from tests.config.conftest import TOP


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    described: dict[str, Any] = yaml.safe_load((TOP / "docker-compose.yml").read_text())
    return described


def test_there_are_five_services(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {"postgres", "redis", "prepare", "web", "worker"}


def test_every_service_that_stays_up_has_a_health_check(compose: dict[str, Any]) -> None:
    checked = {name for name, service in compose["services"].items() if service["healthcheck"].get("test")}
    assert checked == {"postgres", "redis", "web", "worker"}
    assert compose["services"]["prepare"]["healthcheck"] == {"disable": True}


def test_web_and_worker_wait_for_healthy_services_and_the_preparation(compose: dict[str, Any]) -> None:
    conditions = {
        name: {other: needs["condition"] for other, needs in compose["services"][name]["depends_on"].items()}
        for name in ("prepare", "web", "worker")
    }
    healthy = {"postgres": "service_healthy", "redis": "service_healthy"}
    prepared = {**healthy, "prepare": "service_completed_successfully"}
    assert conditions == {"prepare": healthy, "web": prepared, "worker": prepared}


def test_no_path_of_the_machine_is_shared_and_only_one_port_of_loopback_is_open(compose: dict[str, Any]) -> None:
    volumes = [volume for service in compose["services"].values() for volume in service.get("volumes", [])]
    assert volumes == ["database:/var/lib/postgresql/data"]
    assert set(compose["volumes"]) == {"database"}
    ports = {name: service["ports"] for name, service in compose["services"].items() if "ports" in service}
    assert ports == {"web": ["127.0.0.1:${PORT:-8000}:8000"]}


def test_no_secret_is_written_down(compose: dict[str, Any]) -> None:
    text = (TOP / "docker-compose.yml").read_text()
    assert set(re.findall(r"PASSWORD\S*: (\S+)", text)) == {"${POSTGRES_PASSWORD:?set"}
    example = dict(
        line.split("=", 1) for line in (TOP / ".env.example").read_text().splitlines() if line and line[0] != "#"
    )
    assert {name: example[name] for name in ("SECRET_KEY", "POSTGRES_PASSWORD")} == {
        "SECRET_KEY": "",
        "POSTGRES_PASSWORD": "",
    }


def test_the_image_runs_as_a_user_of_its_own_on_production_settings() -> None:
    lines = (TOP / "Dockerfile").read_text().splitlines()
    users = [line for line in lines if line.startswith("USER ")]
    assert users == ["USER quartermaster"]
    assert lines.index("USER quartermaster") < next(i for i, line in enumerate(lines) if line.startswith("CMD "))
    assert any("DJANGO_SETTINGS_MODULE=config.settings.production" in line for line in lines)


def test_the_image_copies_every_package_and_nothing_that_is_not_there() -> None:
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (TOP / "Dockerfile").read_text(), re.MULTILINE)
    names = {name for line in copied for name in line.split()}
    assert names == {
        "requirements/run.txt",
        *("manage.py", "pyproject.toml", "NOTICE"),
        *("api", "battle", "config", "datasheets", "fixtures", "roster", "website"),
    }
    assert {name for name in names if not (TOP / name).exists()} == set()
