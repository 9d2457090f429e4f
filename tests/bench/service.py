"""A whole service for the harnesses: an installation in a folder, web server, workers, and what people see of it."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.servers import HOST, Postgres, Redis, end, wait_for_port

PROJECT = Path(__file__).resolve().parents[2]
PREPARE_SECONDS = 600
_PREPARE = """
import django
django.setup()
from config.embedded.preparation import prepare
prepare(lambda text: None)
"""
_PEOPLE = """
import json, sys
import django
django.setup()
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from knox.models import AuthToken
people = []
for number in range(int(sys.argv[1])):
    name = f"player-{number:02d}"
    user = User.objects.filter(username=name).first()
    user = user or User.objects.create_user(name, is_staff=number == 0, is_superuser=number == 0)
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    people.append([name, AuthToken.objects.create(user)[1], session.session_key])
print(json.dumps(people))
"""


@dataclass(frozen=True, slots=True)
class Answered:
    """What an address said: its status code (0: nobody answered), its body, and how long that took."""

    code: int
    body: str
    seconds: float

    @property
    def json(self) -> dict[str, Any]:
        """The body as JSON, empty where it is none."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a token for the API and a session for the pages."""

    name: str
    token: str
    session: str


class Service:
    """An installation with its processes. ``services`` are the variables that name database and broker."""

    def __init__(self, var: Path, port: int, services: Mapping[str, str]) -> None:
        self.var, self.port = var, port
        self.address = f"http://{HOST}:{port}"
        self.notes = var / "parts.jsonl"
        own = ("DATABASE_URL", "REDIS_URL", "QUARTERMASTER_VAR", "DJANGO_SETTINGS_MODULE")
        kept = {name: value for name, value in os.environ.items() if name not in own}
        self.environment = {
            **kept,
            **services,
            "QUARTERMASTER_VAR": str(var),
            "DJANGO_SETTINGS_MODULE": "config.settings.base",
            "THROTTLE_USER": "100000/min",
            "DATABASE_POOL": "4",
        }
        self._database_url = services.get("DATABASE_URL", "")
        self._web: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    @property
    def is_embedded(self) -> bool:
        """Whether database and broker are files."""
        return not self._database_url

    def prepare(self) -> None:
        """Tables, the catalogue, demo logins."""
        self.var.mkdir(parents=True, exist_ok=True)
        self.python("-c", _PREPARE)

    def people(self, count: int) -> list[Person]:
        """Make so many people; the first is an administrator."""
        return [Person(*one) for one in json.loads(self.python("-c", _PEOPLE, str(count)))]

    def python(self, *arguments: str) -> str:
        """Run Python in the installation; what it prints."""
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=PROJECT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PREPARE_SECONDS,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{arguments[:3]} failed:\n{done.stderr[-4000:]}")
        return done.stdout

    def start_web(self) -> None:
        """The web server as ``make run`` starts it, ready."""
        options = ["--worker-class", "gthread", "--workers", "2", "--threads", "4", "--timeout", "120"]
        command = ["gunicorn", "config.wsgi:application", "--bind", f"{HOST}:{self.port}", *options]
        self._web = self._start("web", [*command, "--no-control-socket", "--log-level", "warning"])
        wait_for_port(self.port)
        for _ in range(2):  # both processes read the catalogue
            self.ask("/health/ready", seconds=60)

    def start_worker(self, *, deadly: str = "", threads: int = 2) -> subprocess.Popen[bytes]:
        """A worker as ``make run`` starts it, watched."""
        options = ["worker", "--pool", "threads", "--concurrency", str(threads), "--without-gossip"]
        more = ["--without-mingle", "--without-heartbeat", "--loglevel", "INFO"]
        killing = ["--deadly", deadly] if deadly else []
        module = ["tests.bench.watched_worker", str(self.notes), *killing, "--quiet", *options, *more]
        self.workers.append(self._start("worker", module))
        return self.workers[-1]

    def stop(self) -> None:
        """End web server and workers."""
        for process in [*self.workers, *([self._web] if self._web is not None else [])]:
            end(process)
        self.workers.clear()
        self._web = None

    def _start(self, name: str, module: Sequence[str]) -> subprocess.Popen[bytes]:
        with (self.var / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", *module],
                cwd=PROJECT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def ask(
        self,
        path: str,
        *,
        person: Person | None = None,
        document: object = None,
        page: bool = False,
        seconds: float = 30,
    ) -> Answered:
        """GET, or POST ``document``: as the person by token, or by session where it is a page."""
        headers = {"Accept": "text/html" if page else "application/json"}
        if person is not None:
            headers |= {"Cookie": f"sessionid={person.session}"} if page else {"Authorization": f"Token {person.token}"}
        body = json.dumps(document).encode() if document is not None else None
        if body is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.address}{path}", data=body, headers=headers)  # noqa: S310 - our own
        begun = time.perf_counter()
        try:
            with urllib.request.urlopen(request, timeout=seconds) as answer:  # noqa: S310 - our own address
                return Answered(answer.status, answer.read().decode(), time.perf_counter() - begun)
        except urllib.error.HTTPError as error:
            with error:
                return Answered(error.code, error.read().decode(errors="replace"), time.perf_counter() - begun)
        except (OSError, http.client.HTTPException) as error:
            return Answered(0, str(error), time.perf_counter() - begun)

    def rows(self, statement: str) -> list[tuple[Any, ...]]:
        """What the database says to a statement of the harness."""
        if self._database_url:
            import psycopg

            with psycopg.connect(self._database_url) as connection:
                return connection.execute(statement).fetchall()
        with closing(sqlite3.connect(f"{self._file.as_uri()}?mode=ro", uri=True, timeout=20)) as connection:
            return connection.execute(statement).fetchall()

    @property
    def _file(self) -> Path:
        return self.var / "quartermaster.sqlite3"

    def noted(self) -> list[dict[str, Any]]:
        """What the workers noted; a line that a killed worker did not finish is left out."""
        if not self.notes.exists():
            return []
        found = []
        for line in self.notes.read_text().splitlines():
            try:
                found.append(json.loads(line))
            except ValueError:
                continue
        return found


def copied(base: Path, var: Path) -> Path:
    """A copy of an installation's folder that was prepared, without queue, cache and logs."""
    shutil.copytree(base, var, ignore=shutil.ignore_patterns("broker", "cache", "*.log", "*.jsonl", "log"))
    return var


def words_of(page: str) -> str:
    """What a page of a matchup says of its progress, or first, without marks."""
    found = re.search(r'id="matchup-progress".*?</div>', page, re.DOTALL)
    shown = found.group(0).partition(">")[2] if found else page.partition("<main")[2].partition(">")[2]
    text = re.sub(r"<svg.*?</svg>|<[^>]+>", " ", shown, flags=re.DOTALL)
    return re.sub(r"\s+", " ", text).strip()[:300]


def service_of(kind: str, folder: Path, port: int, stack: ExitStack) -> Service:
    """A service in the folder, embedded or (``served``) with a Redis and a PostgreSQL of its own at the next ports.

    The folder has to be open to others, since PostgreSQL runs as another user.
    """
    if kind == "embedded":
        return Service(folder / "var", port, {})
    redis, postgres = Redis(folder / "redis", port + 1), Postgres(folder / "postgres", port + 2)
    for server in (redis, postgres):
        stack.callback(server.stop)
        server.start()
    postgres.create("bench")
    return Service(folder / "var", port, {"DATABASE_URL": postgres.url("bench"), "REDIS_URL": redis.url})
