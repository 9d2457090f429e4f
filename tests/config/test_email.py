"""E-mails are files unless EMAIL_URL names a server (R-38)."""

from __future__ import annotations

from pathlib import Path

from config import env


def test_without_a_server_emails_are_files(tmp_path: Path) -> None:
    assert env.email(tmp_path) == {
        "EMAIL_BACKEND": "django.core.mail.backends.filebased.EmailBackend",
        "EMAIL_FILE_PATH": str(tmp_path / "mail"),
    }


def test_a_server_is_taken_from_the_environment(settings_with) -> None:
    names = ["EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD", "EMAIL_USE_TLS"]
    given = {"EMAIL_URL": "smtp+tls://club:secret@mail.example.org:587", "EMAIL_FROM": "club@example.org"}
    assert settings_with([*names, "DEFAULT_FROM_EMAIL"], **given) == {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "mail.example.org",
        "EMAIL_PORT": 587,
        "EMAIL_HOST_USER": "club",
        "EMAIL_HOST_PASSWORD": "secret",
        "EMAIL_USE_TLS": True,
        "DEFAULT_FROM_EMAIL": "club@example.org",
    }
