"""Pictures of the check page with a legal and an illegal roster, and of an organiser's pages, on a phone and a desk.

``python -m tests.e2e.screenshots FOLDER`` starts a service of its own on an empty database, or takes
the running one that ``--address`` names; an organiser signs in there with ``--login NAME:PASSWORD``, and
without it their pages are left out. Where it fails it says so and ends with 1.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Error, Page

from tests.e2e.browser import DESK, PATIENCE_MILLISECONDS, PHONE, chromium, started_browser

TOP = Path(__file__).resolve().parents[2]
ROSTERS = {
    "legal": TOP / "fixtures" / "demo" / "a-legal-roster.txt",
    "illegal": TOP / "fixtures" / "demo" / "an-illegal-roster.txt",
}
START_SECONDS = 30
Taker = Callable[[Browser, str, Path, str], int]
"""Takes pictures of the service at an address into a folder, signed in as ``name:password``."""


def main(arguments: list[str]) -> int:
    """Take the pictures and name each; 0 where all were taken."""
    return pictures(arguments, take_all, "Pictures of the check page, for people to look at.", login="an organiser")


def pictures(arguments: list[str], take: Taker, about: str, *, login: str, has_worker: bool = False) -> int:
    """What a command that takes pictures does with its arguments; ``take`` says 0 where all were taken."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("folder", type=Path, help="where the pictures go; made if it is not there")
    parser.add_argument("--address", help="a running service, such as http://127.0.0.1:8000")
    parser.add_argument("--login", default="", help=f"{login} there, as name:password")
    given = parser.parse_args(arguments)
    executable = chromium()
    if executable is None:
        sys.stderr.write("Chromium is not installed, so there is nothing to take pictures with: apt install chromium\n")
        return 1
    given.folder.mkdir(parents=True, exist_ok=True)
    with started_browser(executable) as browser:
        if given.address:
            return take(browser, given.address, given.folder, given.login)
        with own_service(has_worker=has_worker) as (address, own_login):
            return take(browser, address, given.folder, own_login)


def take_all(browser: Browser, address: str, folder: Path, login: str) -> int:
    """The pictures of rosters, and those of an organiser's pages where somebody can sign in."""
    return take_rosters(browser, address, folder) or (take_events(browser, address, folder, login) if login else 0)


def take_events(browser: Browser, address: str, folder: Path, login: str) -> int:
    """An organiser stores an event: ``event-form-375.png``, the form with errors, the event, a list checked for it."""
    name, _, password = login.partition(":")
    for window in (PHONE, DESK):
        context = browser.new_context(viewport=window, base_url=address, reduced_motion="reduce")
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MILLISECONDS)

        def taken(what: str, page: Page = page, width: int = window["width"]) -> None:
            picture = folder / f"{what}-{width}.png"
            page.screenshot(path=picture, full_page=True)
            sys.stdout.write(f"{picture}\n")

        try:
            page.goto("/accounts/login/?next=/organise/event/")
            page.get_by_label("Username").fill(name)
            page.get_by_label("Password").fill(password)
            page.get_by_role("button", name="Sign in").click()
            page.get_by_label("Name", exact=True).fill(f"Autumn Open at {window['width']} px")
            page.get_by_label("Fewest points", exact=True).fill("2000")
            taken("event-form")
            page.get_by_label("Points limit", exact=True).fill("1000")
            page.get_by_label("Last day", exact=True).fill("2026-12-06")
            page.get_by_label("Detachments barred", exact=True).fill("Awakend Dynasti\nCanoptek Court")
            page.get_by_label("Datasheets barred", exact=True).fill("Land Raider\nnonsense")
            page.get_by_role("button", name="Store the event").click()
            taken("event-errors")
            page.get_by_label("Fewest points", exact=True).fill("900")
            page.get_by_label("Detachments barred", exact=True).fill("Canoptek Court")
            page.get_by_label("Datasheets barred", exact=True).fill("Land Raider (every faction)\nDeathmarks")
            page.locator("summary").filter(has_text="Warlord").click()
            page.get_by_label("The army has a Warlord", exact=True).select_option("warning")
            page.get_by_label("Reason for The army has a Warlord").fill("It may be named at the table.")
            taken("event-lowered")
            page.get_by_role("button", name="Store the event").click()
            taken("event")
            event = page.url.rstrip("/").rpartition("/")[2]
            page.goto(f"/events/{event}/json/")
            taken("event-json")
            page.goto("/events/")
            taken("events")
            page.goto(f"/check/?event={event}")
            page.get_by_label("Your army list").fill(ROSTERS["illegal"].read_text(encoding="utf-8"))
            page.get_by_role("button", name="Check", exact=True).click()
            page.locator("#verdict").wait_for()
            taken("check-event")
            page.get_by_role("button", name="Why, and what is still possible").click()
            page.get_by_role("heading", level=1).filter(has_text="Why").wait_for()
            taken("why-event")
            page.goto(f"/check/?event={event}")
            page.get_by_label("Your army list").fill(ROSTERS["illegal"].read_text(encoding="utf-8"))
            page.get_by_role("button", name="Check", exact=True).click()
            page.get_by_role("button", name="Save this roster").click()
            page.locator(".fixes button").first.click()
            page.get_by_role("button", name="Take it back").wait_for()
            taken("roster-fixed")
        except Error as error:
            sys.stderr.write(f"No picture at {window['width']} px: {error.message}\n")
            return 1
        finally:
            context.close()
    return 0


def take_rosters(browser: Browser, address: str, folder: Path) -> int:
    """A picture for each roster and window: ``check-legal-375.png``."""
    for name, roster in ROSTERS.items():
        for window in (PHONE, DESK):
            picture = folder / f"check-{name}-{window['width']}.png"
            context = browser.new_context(viewport=window, base_url=address, reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(PATIENCE_MILLISECONDS)
            try:
                page.goto("/check/")
                page.get_by_label("Your army list").fill(roster.read_text(encoding="utf-8"))
                page.get_by_role("button", name="Check", exact=True).click()
                page.locator("#verdict").wait_for()
                page.screenshot(path=picture, full_page=True)
            except Error as error:
                sys.stderr.write(f"No picture of {roster.name} at {window['width']} px: {error.message}\n")
                return 1
            finally:
                context.close()
            sys.stdout.write(f"{picture}\n")
    return 0


@contextmanager
def own_service(*, has_worker: bool = False) -> Iterator[tuple[str, str]]:
    """Address and organiser of a service started for this, with the catalogue imported; forgotten at the end.

    ``has_worker``: with a worker for what is not answered at once.
    """
    with tempfile.TemporaryDirectory() as var, socket.socket() as probe:
        environment = {**os.environ, "QUARTERMASTER_VAR": var, "DJANGO_SETTINGS_MODULE": "config.settings.base"}
        for served in ("DATABASE_URL", "REDIS_URL"):
            environment.pop(served, None)
        manage = [sys.executable, str(TOP / "manage.py")]
        for command in ("migrate", "import_catalogue", "load_demo"):
            subprocess.run([*manage, command, "--verbosity", "0"], env=environment, check=True, stdout=sys.stderr)
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        commands = [[*manage, "runserver", "--noreload", f"127.0.0.1:{port}"]]
        if has_worker:
            worker = ["celery", "--app", "config", "--quiet", "worker", "--pool", "threads", "--concurrency", "2"]
            commands.append([sys.executable, "-m", *worker])
        processes = [
            subprocess.Popen(command, cwd=TOP, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for command in commands
        ]
        try:
            address = f"http://127.0.0.1:{port}"
            wait_for(address, processes[0])
            logins = json.loads((Path(var) / "demo_logins.json").read_text(encoding="utf-8"))
            yield address, f"organiser:{logins['organiser']['password']}"
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait()


def wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    """Return when the service answers; raises ``RuntimeError`` where it ends or takes too long."""
    for _ in range(START_SECONDS * 5):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{address}/health/live", timeout=1):  # noqa: S310 - our own address
                return
        except OSError:
            try:
                server.wait(timeout=0.2)
            except subprocess.TimeoutExpired:
                continue
    raise RuntimeError(f"The service at {address} did not start.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
