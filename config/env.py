"""What the environment says: embedded (nothing set) or served (``DATABASE_URL``, ``REDIS_URL``)."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import tempfile
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parents[1]

SQLITE_BUSY_SECONDS = 20
DATABASE_POOL_CONNECTIONS = 8
CACHE_ENTRIES = 20_000
"""A file cache throws entries away at random when it is full; throttles need theirs for a minute."""

MISSING_SECRET_KEY = "missing-secret-key"  # noqa: S105 - a placeholder that config.checks refuses


def var_folder() -> Path:
    """Where everything this installation writes lies: ``QUARTERMASTER_VAR``, else ``var`` in the project."""
    return Path(env.str("QUARTERMASTER_VAR", default="") or BASE_DIR / "var").resolve()


def database(var: Path) -> dict[str, Any]:
    """PostgreSQL through a pool of psycopg 3 where ``DATABASE_URL`` is set, SQLite under ``var`` where not.

    SQLite writes ahead (readers never wait for a writer) and takes its write lock when a transaction
    begins, so that two processes queue for ``SQLITE_BUSY_SECONDS`` instead of failing half way.
    """
    if not env.str("DATABASE_URL", default=""):
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": var / "quartermaster.sqlite3",
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": SQLITE_BUSY_SECONDS,
                "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL",
            },
        }
    configured: dict[str, Any] = env.db_url("DATABASE_URL")
    if configured["ENGINE"] == "django.db.backends.postgresql":
        pool = {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=DATABASE_POOL_CONNECTIONS), "timeout": 10}
        configured["OPTIONS"] = {**configured.get("OPTIONS", {}), "pool": pool}
    return configured


def cache(var: Path, *, prefix: str = "quartermaster") -> dict[str, Any]:
    """Redis where ``REDIS_URL`` is set, files under ``var`` where not: shared by all processes either way."""
    redis_url = env.str("REDIS_URL", default="")
    if redis_url:
        return {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": redis_url,
            "KEY_PREFIX": prefix,
        }
    return {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(var / "cache"),
        "KEY_PREFIX": prefix,
        "OPTIONS": {"MAX_ENTRIES": CACHE_ENTRIES},
    }


def broker(var: Path, *, prefix: str = "quartermaster") -> dict[str, Any]:
    """``CELERY_BROKER_URL`` and its transport options: Redis, or files under ``var/broker``."""
    redis_url = env.str("REDIS_URL", default="")
    if redis_url:
        return {
            "url": redis_url,
            # Rows are the truth: a message seen twice finds its work done.
            "transport_options": {"visibility_timeout": 15 * 60, "global_keyprefix": f"{prefix}:"},
        }
    messages = var / "broker"
    return {
        "url": "quartermaster-files://localhost",
        "transport_options": {
            "data_folder_in": str(messages / "queue"),
            "data_folder_out": str(messages / "queue"),
            "processed_folder": str(messages / "taken"),
            "control_folder": str(messages / "control"),
            "polling_interval": 0.2,
        },
    }


def email(var: Path) -> dict[str, Any]:
    """Django's ``EMAIL_...`` settings: the server that ``EMAIL_URL`` names, or files under ``var/mail`` (R-38)."""
    if env.str("EMAIL_URL", default=""):
        named: dict[str, Any] = env.email_url("EMAIL_URL")
        return named
    return {"EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend", "EMAIL_FILE_PATH": str(var / "mail")}


def demo_login(logins: Path) -> dict[str, str] | None:
    """The demo user's name and password as ``load_demo`` wrote them down, for the sign-in page; None without one."""
    if not logins.exists():
        return None
    return {"username": "demo", "password": json.loads(logins.read_text())["demo"]["password"]}


def secret_key(var: Path) -> str:
    """``SECRET_KEY`` of the environment, else one made once and kept in ``var/secret_key``, readable by the owner only.

    Several processes may start at once on an empty folder: the first to finish its file wins, and all
    read that one. Raises ``ImproperlyConfigured`` where the folder cannot be written.
    """
    given: str = env.str("SECRET_KEY", default="")
    if given:
        return given
    kept = var / "secret_key"
    try:
        if not kept.exists():
            var.mkdir(parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(dir=var)  # mkstemp makes it 0600
            try:
                with os.fdopen(handle, "w") as file:
                    file.write(secrets.token_urlsafe(50))
                with contextlib.suppress(FileExistsError):
                    os.link(draft, kept)
            finally:
                os.unlink(draft)
        return kept.read_text()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The folder {var} cannot be used ({error.strerror}). "
            "Make it writable for this user, or name another folder in QUARTERMASTER_VAR, or set SECRET_KEY."
        ) from error
