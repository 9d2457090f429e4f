"""What every problem must look like."""

from __future__ import annotations

from typing import Any

from api.problems import Kind


def problem_of(response: Any, kind: Kind) -> dict[str, Any]:
    """The body of a problem of this kind, less what its kind says already; fails where it is none."""
    assert response["Content-Type"] == "application/problem+json"
    assert response.status_code == kind.status
    body = response.json()
    assert (body.pop("type"), body.pop("title"), body.pop("status")) == (kind.type, kind.title, kind.status)
    assert body.pop("instance") == response.wsgi_request.path
    return body
