"""The site of the docs: every link works, nothing is loaded from elsewhere, and printed pages fit."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import yaml
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent
TABS = 8
LOADED = re.compile(
    r"""<(?:script|img|iframe|embed|source|video|audio|object|link\b(?=[^>]*rel="(?:stylesheet|icon|preload|preconnect)"))"""
    r"""\b[^>]*?\s(?:src|href|data)="([^"]+)"|url\(["']?([^"')]+)"""
)
"""The addresses that a page or a style sheet makes the browser load."""


def build(root: Path, into: Path) -> subprocess.CompletedProcess[str]:
    """Build a project's site with the command of ``make site`` and ``make check``."""
    (command,) = re.findall(
        r"^MKDOCS := (.+)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
    )
    words = shlex.split(command.replace("$(BIN)", str(Path(sys.executable).parent)))
    return subprocess.run(
        ["env", *words, "--site-dir", str(into)],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    built = build(ROOT, folder)
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site))) as server:
        serving = Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        serving.join()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with closing(browser.new_context()) as context:
        yield context.new_page()


def test_every_page_of_the_docs_is_there(site: Path) -> None:
    pages = {path.relative_to(ROOT / "docs").with_suffix(".html") for path in (ROOT / "docs").rglob("*.md")}
    assert len(pages) > 15
    assert [name for name in {*pages, Path("index.html")} if not (site / name).is_file()] == []


def test_each_reader_finds_where_to_start(site: Path) -> None:
    first = (site / "index.html").read_text(encoding="utf-8").partition("</h1>")[2].split("<h2 ")[1]
    assert first.startswith('id="start-here"')
    for reader in ("owners", "judges", "players", "organisers", "developers"):
        assert f'href="guides/{reader}.html"' in first


def pages_of(site: Path) -> list[Path]:
    return sorted(path for path in site.rglob("*.html") if path.name != "404.html")


def test_no_page_names_anything_from_elsewhere(site: Path) -> None:
    pages = pages_of(site)
    named = [
        (path, one or other)
        for path in [*pages, *site.rglob("*.css")]
        for one, other in LOADED.findall(path.read_text(encoding="utf-8"))
        if not (one or other).startswith("data:")
    ]
    assert {path for path, _ in named} >= set(pages)
    assert [(path, what) for path, what in named if not (path.parent / what).is_file()] == []


@pytest.mark.parametrize("every", [TABS, pytest.param(1, marks=pytest.mark.prove)])
def test_nothing_is_loaded_from_elsewhere(site: Path, address: str, page: Page, every: int) -> None:
    asked, failed = [], []
    context = page.context
    context.on("request", lambda request: asked.append(request.url))
    # Leaving a page cancels its requests, and a search index may still be loading.
    context.on(
        "requestfailed",
        lambda request: failed.extend([request.url] * (request.failure != "net::ERR_ABORTED")),
    )
    context.on("response", lambda response: failed.extend([response.url] * (response.status >= 400)))
    names = [str(path.relative_to(site)) for path in pages_of(site)[::every]]
    # Each page is watched until it has been silent for half a second, many at a time.
    tabs = [context.new_page() for _ in range(TABS)]
    for first in range(0, len(names), TABS):
        shown = list(zip(tabs, names[first : first + TABS], strict=False))
        for tab, name in shown:
            tab.goto(f"{address}/{name}", wait_until="commit")
        for tab, _ in shown:
            tab.wait_for_load_state("networkidle")
    for tab in tabs:
        tab.close()
    assert len(asked) > len(names) > 50 // every
    assert [url for url in asked if not url.startswith((f"{address}/", "data:"))] == []
    assert failed == []


def test_the_search_finds_a_foul(address: str, page: Page) -> None:
    page.goto(f"{address}/index.html", wait_until="networkidle")
    page.locator(".md-search__input").click()
    page.keyboard.type("kuikae")
    page.locator(".md-search-result__link[href*='guides/fouls.html'][href$='-kuikae']").first.wait_for()


@pytest.mark.parametrize("name", ["players", "players.ja"])
def test_the_page_for_players_is_printed_on_one_sheet(address: str, page: Page, name: str) -> None:
    page.goto(f"{address}/guides/{name}.html", wait_until="networkidle")
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
    page.emulate_media(media="print")
    seen = page.evaluate("document.querySelector('.md-header').checkVisibility()")
    page.emulate_media(media="null")
    assert seen is False


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with the site's configuration and hook, one page in docs/ and one outside."""
    (tmp_path / "docs").mkdir()
    shutil.copytree(ROOT / "tools" / "site", tmp_path / "tools" / "site")
    settings = tmp_path / "tools" / "site" / "mkdocs.yml"
    nav = yaml.safe_dump({"nav": [{"Home": "index.md"}, {"Page": "page.md"}, {"Cards": "project/a/CARD.md"}]})
    settings.write_text(settings.read_text(encoding="utf-8").partition("nav:")[0] + nav)
    (tmp_path / "a" / "b").mkdir(parents=True)
    card = (
        "# Card\n\n## Limits\n\n[page](../docs/page.md#there), [home](../README.md) and [data](data.json)\n"
    )
    (tmp_path / "a" / "CARD.md").write_text(card)
    (tmp_path / "a" / "data.json").write_text("{}")
    (tmp_path / "README.md").write_text("# Home\n\n[page](docs/page.md)\n")
    page = "# Page\n\n## There\n\n[card](../a/CARD.md#limits)\n\n```\n[no](../link.md)\n```\n"
    (tmp_path / "docs" / "page.md").write_text(page)
    return tmp_path


def test_a_page_outside_the_docs_is_part_of_the_site(project: Path) -> None:
    built = build(project, project / "site")
    assert built.returncode == 0, built.stderr
    page = (project / "site" / "page.html").read_text(encoding="utf-8")
    card = (project / "site" / "project" / "a" / "CARD.html").read_text(encoding="utf-8")
    assert 'href="project/a/CARD.html#limits"' in page
    assert "[no](../link.md)" in re.sub(r"<[^>]+>", "", page)
    assert 'href="../../page.html#there"' in card
    assert '<a href="../../index.html">home</a>' in card
    assert 'href="page.html">page</a>' in (project / "site" / "index.html").read_text(encoding="utf-8")
    assert 'href="data.json"' in card
    assert (project / "site" / "project" / "a" / "data.json").read_text() == "{}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[x](../a/NONE.md)", "'../a/NONE.md'"),
        ("[x](../a/CARD.md#nowhere)", "nowhere"),
        ("[x](../a/b)", "docs/page.md: the link to a/b leads to a folder"),
        ("[x](none.md)", "'none.md'"),
    ],
)
def test_a_link_that_leads_nowhere_is_named(project: Path, text: str, why: str) -> None:
    (project / "docs" / "page.md").write_text(f"# Page\n\n{text}\n")
    built = build(project, project / "site")
    assert built.returncode != 0
    assert why in built.stderr


def test_a_page_in_no_list_is_named(project: Path) -> None:
    (project / "docs" / "lost.md").write_text("# Lost\n")
    built = build(project, project / "site")
    assert built.returncode != 0
    assert "lost.md" in built.stderr
