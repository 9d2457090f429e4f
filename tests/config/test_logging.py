"""What the log shows of a fault, and what it never shows."""

from __future__ import annotations

import io
import logging
import logging.config
import sys

import pytest

from config.logging import logging_settings


def written(*, as_json: bool) -> str:
    """The log of a sign-in that fails inside the service."""
    configured = logging_settings(as_json=as_json)
    formatter = logging.config.DictConfigurator(configured).configure_formatter(configured["formatters"]["event"])
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    try:
        _sign_in("owner", "battery " + "staple")
    except ZeroDivisionError:
        record = logging.LogRecord("api.problems", logging.ERROR, __file__, 1, "unhandled", (), sys.exc_info())
        handler.handle(record)
    return stream.getvalue()


def _sign_in(username: str, password: str) -> float:
    return len(username) / (len(password) - 14)


@pytest.mark.parametrize("as_json", [False, True])
def test_a_traceback_shows_the_line_and_no_value(as_json: bool) -> None:
    log = written(as_json=as_json)
    assert "ZeroDivisionError: division by zero" in log
    assert "return len(username) / (len(password) - 14)" in log
    assert "battery staple" not in log
    assert "locals" not in log


def test_a_host_that_is_not_served_leaves_no_traceback() -> None:
    level = logging_settings(as_json=True)["loggers"]["django.security.DisallowedHost"]["level"]
    assert level == "CRITICAL"
