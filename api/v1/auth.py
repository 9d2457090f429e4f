"""Signing in and out: a token for each device, stored hashed, that can be revoked."""

from __future__ import annotations

from django.contrib.auth import authenticate
from drf_spectacular.utils import OpenApiExample, extend_schema
from knox.auth import TokenAuthentication
from knox.models import get_token_model
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from api.problems import Fault, Kind, Problem, invalid
from api.v1.view import ApiView, OpenApiView, kind_of, object_of
from roster.guessing import SignIn

LONGEST_USERNAME = 150
LONGEST_PASSWORD = 1_000


def _words(longest: int) -> dict[str, object]:
    return {"type": "string", "minLength": 1, "maxLength": longest, "pattern": r"^[^\u0000]*$"}


CREDENTIALS = {
    "application/json": {
        "type": "object",
        "required": ["username", "password"],
        "additionalProperties": False,
        "properties": {"username": _words(LONGEST_USERNAME), "password": _words(LONGEST_PASSWORD)},
    }
}


class TokenSerializer(serializers.Serializer):
    """A new token; it is shown this once."""

    token = serializers.CharField(help_text="Send it as `Authorization: Token <token>`.")
    expiry = serializers.DateTimeField(allow_null=True, help_text="When it ends, UTC; null: never.")


class LoginView(OpenApiView):
    """Trade a name and a password for a token."""

    authentication_classes = ()

    @extend_schema(
        operation_id="login",
        tags=["auth"],
        summary="Sign in",
        description="Ten minutes of peace follow five failed tries for one account from one address (429).",
        request=CREDENTIALS,
        responses={200: TokenSerializer},
        examples=[
            OpenApiExample(
                "Credentials",
                {"username": "demo", "password": "…"},
                request_only=True,
                media_type="application/json",
            ),
            OpenApiExample(
                "Token", {"token": "6d0f…", "expiry": "2026-11-30T20:00:00Z"}, response_only=True, status_codes=["200"]
            ),
        ],
    )
    def post(self, request: Request) -> Response:
        """Check the credentials and make a token."""
        username, password = _credentials(request.data)
        attempt = SignIn(BaseThrottle().get_ident(request) or "", username)
        wait = attempt.begin()
        if wait is not None:
            self.throttled(request, wait)
        user = authenticate(request._request, username=username, password=password)
        if user is None:
            raise Problem(
                Kind.WRONG_CREDENTIALS,
                "This name and password do not fit together. Check both and try again.",
                headers={"WWW-Authenticate": "Token"},
            )
        attempt.succeed()
        record, token = get_token_model().objects.create(user=user)
        return Response(TokenSerializer({"token": token, "expiry": record.expiry}).data)


class LogoutView(ApiView):
    """Revoke the token that the request carries."""

    authentication_classes = (TokenAuthentication,)

    @extend_schema(
        operation_id="logout",
        tags=["auth"],
        summary="Sign out",
        description="Revokes the token sent with this request, and no other.",
        request=None,
        responses={204: None},
    )
    def post(self, request: Request) -> Response:
        """Delete the token."""
        request.auth.delete()
        return Response(status=204)


def _credentials(data: object) -> tuple[str, str]:
    """Name and password, or a problem that names every fault; no value is ever echoed."""
    body = object_of(data, "username", "password")
    faults = [
        fault
        for name, longest in (("username", LONGEST_USERNAME), ("password", LONGEST_PASSWORD))
        if (fault := _fault_of(body.get(name), name, longest))
    ]
    if faults:
        raise invalid(*faults)
    return str(body["username"]), str(body["password"])


def _fault_of(value: object, name: str, longest: int) -> Fault | None:
    if not isinstance(value, str):
        found = "missing" if value is None else f"{kind_of(value)}"
        return Fault(f"{name} is {found}; give a string.", pointer=f"/{name}")
    if not value or len(value) > longest or "\0" in value:
        return Fault(f"{name} must have 1 to {longest} characters, and no NUL.", pointer=f"/{name}")
    return None
