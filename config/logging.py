"""Logging: one line an event, JSON when served, with the id of the request or task it belongs to.

What players write (list texts, roster names, names of people) is not logged: events carry ids, counts
and durations.
"""

from __future__ import annotations

from typing import Any

import structlog

_SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]


def configure_structlog() -> None:
    """Send structlog's events through the standard library's handlers."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def logging_settings(*, as_json: bool, level: str = "INFO") -> dict[str, Any]:
    """``LOGGING``: everything to standard error, JSON lines or plain text."""
    renderer: list[Any] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if as_json
        # Where rich is installed, the renderer's own choice shows local variables: passwords, list texts.
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "event": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": _SHARED,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "event"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # Django mails errors to ADMINS by default; here they are log lines as everything else.
            "django": {"handlers": [], "propagate": True, "level": level},
            "django.server": {"handlers": [], "propagate": True},
            # Knocking with another host's name shall not fill the log with tracebacks; the request's line will do.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            # A client's mistake (404, 400) is told to the client; the request line carries the status.
            "django.request": {"level": "ERROR"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
        },
    }
