"""What holds for the tree as a whole."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path

from roster.muster.coverage import NOT_COVERED

TOP = Path(__file__).resolve().parents[2]
APPS = ("api", "battle", "config", "datasheets", "roster", "website")
LONGEST_MODULE_LINES = 400
TEXT_SUFFIXES = {".py", ".md", ".txt", ".in", ".toml", ".yml", ".yaml", ".html", ".css", ".js", ".sh", ".json", ""}


def committed(*patterns: str) -> list[Path]:
    """Files that git knows, by pattern; those deleted but not yet committed are left out."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", *patterns], cwd=TOP, capture_output=True, text=True, check=True
    ).stdout
    return [TOP / name for name in listed.split("\0") if name and (TOP / name).is_file()]


def modules() -> list[Path]:
    """Our own modules but the generated ones."""
    return [path for path in committed("*.py") if "migrations" not in path.parts]


def test_every_module_opens_with_a_sentence_on_its_job() -> None:
    silent = [
        str(path.relative_to(TOP))
        for path in modules()
        if path.read_text().strip() and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert silent == []


def test_no_module_is_longer_than_one_topic_needs() -> None:
    long = {
        str(path.relative_to(TOP)): lines
        for path in modules()
        if (lines := len(path.read_text().splitlines())) > LONGEST_MODULE_LINES
    }
    assert long == {}


def test_no_module_is_named_for_leftovers() -> None:
    leftovers = {"utils", "util", "helpers", "helper", "common", "misc"}
    named = [str(path.relative_to(TOP)) for path in modules() if leftovers & {path.stem, path.parent.name}]
    assert named == []


def test_no_file_names_a_place_of_one_machine_or_a_package_host() -> None:
    # Written in parts, so that this file does not name them either.
    forbidden = re.compile(
        "|".join(("/" + "work/", "/" + "tmp/", "/home/" + r"(?!quartermaster)\w", "pypi" + r"\.org"))
    )
    allowed = {
        "Dockerfile": "/" + "tmp/run.txt",  # a folder of the image under construction
    }
    found = []
    for path in committed():
        name = str(path.relative_to(TOP))
        if path.suffix not in TEXT_SUFFIXES or name.startswith("fixtures/"):
            continue
        text = path.read_text(errors="replace").replace(allowed.get(name, "\0"), "")
        found += [f"{name}: {match.group()}" for match in forbidden.finditer(text)]
    assert found == []


def test_pins_are_names_and_versions_only() -> None:
    pin = re.compile(r'[A-Za-z0-9._-]+==[A-Za-z0-9.!+_-]+(; python_full_version < "3\.11\.3")?')
    lines = [
        line
        for name in ("run.txt", "dev.txt")
        for line in (TOP / "requirements" / name).read_text().splitlines()
        if not line.startswith("#")
    ]
    assert len(lines) > 100
    assert [line for line in lines if not pin.fullmatch(line)] == []


def test_what_the_service_runs_on_is_pinned_alike_for_developers() -> None:
    run, dev = (
        {line for line in (TOP / "requirements" / name).read_text().splitlines() if not line.startswith("#")}
        for name in ("run.txt", "dev.txt")
    )
    assert run - dev == set()


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*## ", (TOP / "Makefile").read_text(), re.MULTILINE))


def test_make_alone_explains_every_target() -> None:
    shown = subprocess.run(["make"], cwd=TOP, capture_output=True, text=True, check=True).stdout
    assert {line.split()[1] for line in shown.splitlines()} == make_targets()
    phony = re.search(r"^\.PHONY: (.+)$", (TOP / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None
    assert set(phony.group(1).split()) == make_targets()


def test_every_make_command_in_the_documents_exists() -> None:
    named = {
        (str(path.relative_to(TOP)), target)
        for path in committed("*.md")
        for target in re.findall(r"(?:`|^ {4})make ([a-z-]+)", path.read_text(), re.MULTILINE)
    }
    assert {(path, target) for path, target in named if target not in make_targets()} == set()
    assert {target for path, target in named if path == "README.md"} >= {"run", "test"}


def test_the_readme_names_everything_that_has_no_check() -> None:
    section = (TOP / "README.md").read_text().split("## What is checked, and what is not")[1].split("Further:")[0]
    assert re.findall(r"^- (.+)$", section, re.MULTILINE) == list(NOT_COVERED)


def test_every_link_between_documents_leads_somewhere() -> None:
    broken = [
        f"{path.relative_to(TOP)} -> {target}"
        for path in committed("*.md")
        for target in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", path.read_text())
        if not (path.parent / target).exists()
    ]
    assert broken == []


def test_the_changelog_names_the_version_of_the_project() -> None:
    version = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["version"]
    assert re.search(rf"^## \[{re.escape(version)}\]", (TOP / "CHANGELOG.md").read_text(), re.MULTILINE)


def test_the_credits_name_the_data_package_and_its_licence_in_the_pinned_version() -> None:
    pinned = re.search(r"^wh40kdc==(\S+)$", (TOP / "requirements" / "run.txt").read_text(), re.MULTILINE)
    assert pinned is not None
    notice = (TOP / "NOTICE").read_text()
    assert f"wh40kdc {pinned.group(1)}" in notice
    assert "https://creativecommons.org/licenses/by/4.0/" in notice
    for app in APPS:
        assert (TOP / app / "__init__.py").exists()


def test_every_reading_that_is_cited_is_explained() -> None:
    cited = {
        number
        for folder in ("api", "battle", "config", "datasheets", "docs", "fixtures", "roster", "tests", "website")
        for path in (TOP / folder).rglob("*")
        if path.suffix in {".py", ".md", ".yaml"} and path.name != "readings.md"
        for number in re.findall(r"\bR-\d\d\b", path.read_text(encoding="utf-8"))
    }
    explained = set(re.findall(r"^\| (R-\d\d) \|", (TOP / "docs" / "readings.md").read_text(encoding="utf-8"), re.M))
    assert cited == explained
