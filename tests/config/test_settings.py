"""Embedded or served, as the environment says."""

from __future__ import annotations

import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.config.conftest import TOP, Start, environment

SettingsWith = Callable[..., dict[str, Any]]

SERVED = {
    "DATABASE_URL": "postgres://club:secret@db.example:5433/rosters",
    "REDIS_URL": "redis://redis.example:6379/3",
    "SECRET_KEY": "0123456789abcdefghij" * 3,
    "ALLOWED_HOSTS": "roster.example.org,www.example.org",
}


def test_nothing_set_means_sqlite_and_files(settings_with: SettingsWith, tmp_path: Path) -> None:
    found = settings_with(["DATABASES", "CACHES", "CELERY_BROKER_URL", "CELERY_BROKER_TRANSPORT_OPTIONS", "SERVED"])
    var = tmp_path / "var"
    assert found["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert found["DATABASES"]["default"]["NAME"] == str(var / "quartermaster.sqlite3")
    assert found["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert found["CACHES"]["default"]["LOCATION"] == str(var / "cache")
    assert found["CELERY_BROKER_URL"] == "quartermaster-files://localhost"
    queue = str(var / "broker" / "queue")
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["data_folder_in"] == queue
    assert found["CELERY_BROKER_TRANSPORT_OPTIONS"]["data_folder_out"] == queue
    assert found["SERVED"] is False


def test_variables_set_to_nothing_count_as_not_set(settings_with: SettingsWith, tmp_path: Path) -> None:
    found = settings_with(["DATABASES", "CELERY_BROKER_URL"], DATABASE_URL="", REDIS_URL="", SECRET_KEY="")
    assert found["DATABASES"]["default"]["NAME"] == str(tmp_path / "var" / "quartermaster.sqlite3")
    assert found["CELERY_BROKER_URL"] == "quartermaster-files://localhost"


def test_database_url_means_postgresql_through_a_pool(settings_with: SettingsWith) -> None:
    database = settings_with(["DATABASES"], DATABASE_URL=SERVED["DATABASE_URL"])["DATABASES"]["default"]
    assert (database["ENGINE"], database["HOST"], database["PORT"]) == (
        "django.db.backends.postgresql",
        "db.example",
        5433,
    )
    assert database["OPTIONS"]["pool"]["max_size"] == 8


def test_redis_url_means_redis_for_cache_and_queue(settings_with: SettingsWith) -> None:
    found = settings_with(["CACHES", "CELERY_BROKER_URL"], REDIS_URL=SERVED["REDIS_URL"])
    assert found["CACHES"]["default"]["BACKEND"] == "django.core.cache.backends.redis.RedisCache"
    assert found["CACHES"]["default"]["LOCATION"] == SERVED["REDIS_URL"]
    assert found["CELERY_BROKER_URL"] == SERVED["REDIS_URL"]


def test_sqlite_writes_ahead_and_waits_for_its_turn(start: Start) -> None:
    code = (
        "import django; django.setup()\n"
        "from django.db import connection\n"
        "with connection.cursor() as cursor:\n"
        "    for pragma in ('journal_mode', 'busy_timeout', 'foreign_keys'):\n"
        "        print(cursor.execute(f'PRAGMA {pragma}').fetchone()[0])\n"
    )
    done = start("-c", code, DJANGO_SETTINGS_MODULE="config.settings.base")
    assert done.stdout.split() == ["wal", "20000", "1"], done.stderr


def test_secret_key_is_made_once_and_readable_by_its_owner_only(settings_with: SettingsWith, tmp_path: Path) -> None:
    first = settings_with(["SECRET_KEY"])["SECRET_KEY"]
    second = settings_with(["SECRET_KEY"])["SECRET_KEY"]
    assert first == second
    assert len(first) >= 50
    kept = tmp_path / "var" / "secret_key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert kept.read_text() == first


def test_processes_starting_at_once_agree_on_the_secret_key(tmp_path: Path) -> None:
    code = "from config.env import secret_key, var_folder; print(secret_key(var_folder()))"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=TOP, env=environment(tmp_path / "var"), stdout=subprocess.PIPE, text=True
        )
        for _ in range(4)
    ]
    keys = {process.communicate(timeout=60)[0].strip() for process in processes}
    assert len(keys) == 1
    assert sorted(path.name for path in (tmp_path / "var").iterdir()) == ["secret_key"]


def test_a_folder_that_cannot_be_written_is_named(start: Start, tmp_path: Path) -> None:
    (tmp_path / "var").write_text("a file where the folder should be")
    done = start("manage.py", "check")
    assert done.returncode != 0
    assert done.stderr.strip().splitlines()[-1] == (
        f"django.core.exceptions.ImproperlyConfigured: The folder {tmp_path / 'var'} cannot be used (File exists). "
        "Make it writable for this user, or name another folder in QUARTERMASTER_VAR, or set SECRET_KEY."
    )


def test_production_without_its_services_names_all_four_faults_at_once(start: Start) -> None:
    done = start("manage.py", "check", DJANGO_SETTINGS_MODULE="config.settings.production")
    assert done.returncode == 1
    identifiers = {word.strip("():") for word in done.stderr.split() if "quartermaster.E" in word}
    assert identifiers == {f"quartermaster.E00{number}" for number in range(1, 5)}
    assert done.stderr.count("HINT: Set ") == 4


def test_production_web_server_does_not_start_without_its_services(start: Start) -> None:
    done = start("-c", "import config.wsgi", DJANGO_SETTINGS_MODULE="config.settings.production")
    assert done.returncode == 1
    assert done.stderr.startswith("Quartermaster does not start:\nquartermaster.E001: ")
    assert "Traceback" not in done.stderr


def test_production_worker_does_not_start_without_its_services(start: Start) -> None:
    done = start(
        "-m", "celery", "-A", "config", "worker", "-P", "solo", DJANGO_SETTINGS_MODULE="config.settings.production"
    )
    assert done.returncode == 1
    assert "quartermaster.E001" in done.stderr


def test_production_with_its_services_passes_every_deployment_check(start: Start) -> None:
    done = start(
        "manage.py",
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        DJANGO_SETTINGS_MODULE="config.settings.production",
        **SERVED,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "System check identified no issues (1 silenced).\n"


def test_production_speaks_https_only(settings_with: SettingsWith) -> None:
    names = [
        "SECURE_SSL_REDIRECT",
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_HSTS_SECONDS",
        "SECURE_PROXY_SSL_HEADER",
        "ALLOWED_HOSTS",
        "DEBUG",
    ]
    assert settings_with(names, module="production", **SERVED) == {
        "SECURE_SSL_REDIRECT": True,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "SECURE_PROXY_SSL_HEADER": None,
        "ALLOWED_HOSTS": ["roster.example.org", "www.example.org"],
        "DEBUG": False,
    }


def test_a_proxy_is_believed_only_where_it_is_named(settings_with: SettingsWith) -> None:
    behind = settings_with(
        ["SECURE_PROXY_SSL_HEADER", "REST_FRAMEWORK"], module="production", TRUSTED_PROXIES="1", **SERVED
    )
    direct = settings_with(["SECURE_PROXY_SSL_HEADER", "REST_FRAMEWORK"], module="production", **SERVED)
    assert behind["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert behind["REST_FRAMEWORK"]["NUM_PROXIES"] == 1
    assert direct["SECURE_PROXY_SSL_HEADER"] is None
    assert direct["REST_FRAMEWORK"]["NUM_PROXIES"] == 0


def test_the_web_server_seldom_looks_through_the_catalogue_for_garbage(start: Start) -> None:
    done = start("-c", "import gc, config.wsgi; print(gc.get_threshold())")
    assert (done.returncode, done.stdout) == (0, "(50000, 20, 100)\n")
