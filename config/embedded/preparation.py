"""Database, catalogue and demo content, brought up to date before the service starts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import OperationalError, connections

from config.embedded.preflight import CannotRun

FINGERPRINT = "catalogue.fingerprint"
Tell = Callable[[str], None]


def prepare(tell: Tell) -> None:
    """Migrate, mend the roles, import the catalogue where its inputs changed, load gauntlets and demo logins.

    ``tell`` gets a sentence before each step that takes time.
    """
    tell("Preparing the database ...")
    try:
        call_command("migrate", verbosity=0, interactive=False)
        call_command("ensure_roles", verbosity=0)
        _import_catalogue(tell)
        call_command("load_gauntlets", verbosity=0)
        call_command("load_demo", verbosity=0)
    except OperationalError as error:
        raise CannotRun(f"The database does not answer ({str(error).strip()}); see DATABASE_URL.") from error
    except CommandError as error:
        raise CannotRun(str(error)) from error
    finally:
        connections.close_all()


def _import_catalogue(tell: Tell) -> None:
    from datasheets.models import Release

    kept = settings.VAR_DIR / FINGERPRINT
    wanted = fingerprint(settings.BASE_DIR)
    is_current = kept.exists() and kept.read_text() == wanted
    if is_current and Release.objects.exists():
        return
    tell("Importing the catalogue ...")
    call_command("import_catalogue", verbosity=0)
    kept.write_text(wanted)


def fingerprint(top: Path) -> str:
    """A checksum (SHA-256, hex) over all that a catalogue is made from: package, fixtures, importer, database."""
    digest = hashlib.sha256()
    digest.update(f"wh40kdc {version('wh40kdc')} into {settings.DATABASES['default']['NAME']}".encode())
    for path in sorted(_inputs(top)):
        digest.update(f"\n{path.relative_to(top)}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _inputs(top: Path) -> Iterator[Path]:
    others = {top / "fixtures" / name for name in ("demo", "gauntlets")}
    yield from (path for path in (top / "fixtures").rglob("*") if path.is_file() and others.isdisjoint(path.parents))
    yield from (top / "datasheets").rglob("*.py")
