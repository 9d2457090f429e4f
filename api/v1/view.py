"""What every view of the API has in common."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import AbstractBaseUser
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api.negotiation import FirstIfNoneFits
from api.parsers import StrictJSONParser
from api.problems import Fault, Kind, Problem, invalid
from roster.rations import CHECK_THROTTLES


class ApiView(APIView):
    """A view for signed-in users that speaks JSON."""

    content_negotiation_class = FirstIfNoneFits
    parser_classes: Sequence[type[BaseParser]] = (StrictJSONParser,)
    permission_classes: Sequence[type[BasePermission]] = (IsAuthenticated,)

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Refuse a token of other bytes than tokens have; those who look tokens up expect text."""
        if self.get_authenticators() and not request.META.get("HTTP_AUTHORIZATION", "").isascii():
            raise AuthenticationFailed
        super().initial(request, *args, **kwargs)


class OpenApiView(ApiView):
    """A view for everybody."""

    permission_classes = (AllowAny,)


class JudgingView(ApiView):
    """A view that judges rosters while its caller waits: its requests are checks and rationed as such at every door.

    ``judging`` are the methods that do.
    """

    judging: frozenset[str] = frozenset({"POST"})

    def get_throttles(self) -> list[BaseThrottle]:
        """The usual, and the ration of checks."""
        usual = super().get_throttles()
        return [*usual, *(kind() for kind in CHECK_THROTTLES)] if self.request.method in self.judging else usual


class NothingHere(OpenApiView):
    """Answers every address of the API that does not exist."""

    schema = None

    def initial(self, request: Request, *args: object, **kwargs: object) -> None:
        """Refuse before anything is looked at, whatever the method."""
        raise Problem(
            Kind.NOT_FOUND, "There is no such address. /api/v1/ names those there are; mind the slash at the end."
        )


def owner_of(request: Request) -> AbstractBaseUser:
    """The signed-in user of the request; only views for signed-in users may ask."""
    if not isinstance(request.user, AbstractBaseUser):
        raise NotAuthenticated
    return request.user


def object_of(data: object, *known: str) -> dict[str, object]:
    """The body as a JSON object that holds no other members than ``known``; a problem where it is not."""
    if not isinstance(data, dict):
        raise invalid(Fault(f"The body is {kind_of(data)}; send an object with {_listed(known)}.", pointer=""))
    unknown = [name for name in data if name not in known]
    if unknown:
        raise invalid(
            *(
                Fault(f"There is no member {name[:60]!r}; known are {_listed(known)}.", pointer=f"/{escaped(name)}")
                for name in unknown
            )
        )
    return data


def kind_of(value: object) -> str:
    """The JSON kind of a value, in words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"


def escaped(name: str) -> str:
    """A member's name as a part of a JSON pointer (RFC 6901), cut to 60 characters."""
    return name[:60].replace("~", "~0").replace("/", "~1")


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else list(names))
