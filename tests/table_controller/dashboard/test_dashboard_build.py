"""The judge's page is built when it must be, and only then; without npm, the reason is given."""

import os
import re
from pathlib import Path

import pytest

from table_controller.web.build import (
    DASHBOARD,
    DashboardNotBuiltError,
    ensure_built,
    is_current,
    main,
    run_unit_tests,
)

NPM = """#!/bin/sh
echo "$@" >> calls
[ -e broken ] && { echo "no such module"; exit 1; }
[ "$1" = ci ] && mkdir -p node_modules && touch node_modules/.package-lock.json
[ "$1" = run ] && mkdir -p dist && touch dist/index.html
exit 0
"""


@pytest.fixture
def dashboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A page's folder with an npm that only notes its calls; every file is an hour old."""
    folder = tmp_path / "dashboard"
    sources = ("src/main.ts", "src/declared/commands.ts", "static/index.html", "browsers/targets.mjs")
    for name in (*sources, "build.mjs", "bundle.mjs", "package.json", "package-lock.json"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("", encoding="utf-8")
    (folder / "tsconfig.json").write_text("{}", encoding="utf-8")
    an_hour_ago = (folder / "tsconfig.json").stat().st_mtime - 3600
    for path in (*folder.rglob("*"), folder):
        os.utime(path, (an_hour_ago, an_hour_ago))
    programs = tmp_path / "bin"
    programs.mkdir()
    npm = programs / "npm"
    npm.write_text(NPM, encoding="utf-8")
    npm.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    return folder


def calls(dashboard: Path) -> list[str]:
    noted = dashboard / "calls"
    return noted.read_text(encoding="utf-8").splitlines() if noted.exists() else []


def test_a_missing_page_is_installed_and_built_once(dashboard: Path) -> None:
    assert ensure_built(dashboard) == dashboard / "dist"
    assert calls(dashboard) == ["ci --no-audit --no-fund", "run build"]
    assert ensure_built(dashboard) == dashboard / "dist"
    assert len(calls(dashboard)) == 2


def test_a_newer_source_is_built_without_installing_again(dashboard: Path) -> None:
    ensure_built(dashboard)
    built = (dashboard / "dist" / "index.html").stat().st_mtime
    os.utime(dashboard / "src" / "main.ts", (built + 10, built + 10))
    assert not is_current(dashboard)
    ensure_built(dashboard)
    assert calls(dashboard)[2:] == ["run build"]


def test_a_removed_source_is_noticed(dashboard: Path) -> None:
    ensure_built(dashboard)
    built = (dashboard / "dist" / "index.html").stat().st_mtime
    (dashboard / "src" / "main.ts").unlink()
    os.utime(dashboard / "src", (built + 10, built + 10))
    assert not is_current(dashboard)


def test_in_a_clone_where_make_has_made_nothing_the_remedy_is_said(dashboard: Path) -> None:
    (dashboard / "src" / "declared" / "commands.ts").unlink()
    with pytest.raises(DashboardNotBuiltError, match=r"commands\.ts is not made yet: run `make dashboard`"):
        ensure_built(dashboard)


def test_a_failed_build_says_what_npm_said(dashboard: Path) -> None:
    (dashboard / "broken").touch()
    with pytest.raises(DashboardNotBuiltError, match="no such module"):
        ensure_built(dashboard)


def test_without_npm_the_reason_and_the_remedy_are_said(
    dashboard: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(dashboard))
    with pytest.raises(DashboardNotBuiltError, match="npm is not installed: install Node"):
        ensure_built(dashboard)


def test_an_installed_program_has_the_page_and_no_sources(tmp_path: Path) -> None:
    with pytest.raises(DashboardNotBuiltError, match="neither"):
        ensure_built(tmp_path)
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "index.html").touch()
    assert ensure_built(tmp_path) == tmp_path / "dist"


def test_the_page_itself_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0
    dist = Path(capsys.readouterr().out.strip())
    assert dist == DASHBOARD / "dist"
    assert {path.name for path in dist.iterdir()} == {
        *(
            "index.html",
            "page.js",
            "broker.js",
            "push.js",
            "qr.js",
            "palette.css",
            "plain.css",
            "page.css",
            "screens.css",
            "favicon.svg",
        ),
        *("manifest.webmanifest", "icon-180.png", "icon-192.png", "icon-512.png"),
        *("players.html", "players.js", "players.css", "stream.html", "stream.js", "stream.css"),
        *("tournaments.html", "tournaments.js", "tournaments.css"),
        *("rules-en.json", "rules-ja.json", "words-en.json", "words-ja.json"),
    }


def test_its_own_unit_tests_pass() -> None:
    report = run_unit_tests()
    passed = re.search(r"^# pass (\d+)$", report, re.MULTILINE)
    assert passed is not None, report
    assert int(passed[1]) > 30


def test_a_failing_unit_test_is_reported(dashboard: Path) -> None:
    (dashboard / "broken").touch()
    with pytest.raises(DashboardNotBuiltError, match="no such module"):
        run_unit_tests(dashboard)


def test_the_lock_file_names_no_other_registry() -> None:
    lock = (DASHBOARD / "package-lock.json").read_text(encoding="utf-8")
    hosts = {line.split('"')[3].split("/")[2] for line in lock.splitlines() if '"resolved": "' in line}
    assert hosts <= {"registry.npmjs.org"}
