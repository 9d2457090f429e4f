"""People with roles and releases to publish, for tests of who may put what in force."""

from __future__ import annotations

from dataclasses import replace

from django.contrib.auth.models import User

from datasheets.catalogue.catalogue import CatalogueData
from datasheets.models import Release
from datasheets.services import import_catalogue
from datasheets.services.compiling import Sources, compile_release
from datasheets.services.importing import ImportOutcome
from datasheets.services.roles import Role, ensure_roles, give_role
from tests.datasheets.builders import MANUAL, UPSTREAM, mini_build, mini_catalogue
from tests.people import PASSWORD


def person_with(role: Role) -> User:
    """Somebody of that role, named like it."""
    ensure_roles()
    person = User.objects.create_user(role.value, password=PASSWORD)
    give_role(person, role)
    return User.objects.get(pk=person.pk)


def edition(unit_limit: int) -> CatalogueData:
    """The made-up catalogue with another unit limit at the first battle size."""
    data = mini_catalogue()
    return replace(data, battle_sizes=(replace(data.battle_sizes[0], unit_limit=unit_limit), *data.battle_sizes[1:]))


def imported(unit_limit: int | None = None) -> ImportOutcome:
    """The made-up catalogue, or an edition of it, in the tables and in force."""
    return import_catalogue(mini_build(None if unit_limit is None else edition(unit_limit)))


def draft_of(unit_limit: int) -> Release:
    """An edition of the made-up catalogue as a draft."""
    return compile_release(edition(unit_limit), Sources(UPSTREAM, MANUAL)).release
