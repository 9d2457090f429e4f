"""What every problem must look like."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

from api.problems import Kind


def send(client: APIClient, method: str, address: str, content: bytes, content_type: str) -> Any:
    """Send these bytes as they are."""
    return client.generic(method, address, content, content_type=content_type)  # type: ignore[arg-type]


def problem_of(response: Any, kind: Kind) -> dict[str, Any]:
    """The body of a problem of this kind, less what its kind says already; fails where it is none."""
    assert response["Content-Type"] == "application/problem+json"
    assert response.status_code == kind.status
    body = response.json()
    assert (body.pop("type"), body.pop("title"), body.pop("status")) == (kind.type, kind.title, kind.status)
    assert body.pop("instance") == response.wsgi_request.path
    return body
