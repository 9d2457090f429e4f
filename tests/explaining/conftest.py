"""A published release for the command."""

from tests.checking.conftest import release

__all__ = ["release"]
