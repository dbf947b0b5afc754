"""``jantaku setup --page``: a computer without screen and keyboard is set up from a telephone."""

import subprocess
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, expect

from tests.browser_stage import new_page
from tests.table_controller.broker_stage import free_port, listens, until
from tests.table_controller.setup_stage import JANTAKU, PASSWORD, files

TELEPHONE = {"viewport": {"width": 390, "height": 844}}


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The page of a set-up whose only camera is a folder with a picture."""
    (tmp_path / "camera").mkdir()
    cv2.imwrite(str(tmp_path / "camera" / "1.png"), np.full((480, 640, 3), 90, np.uint8))
    page = f"http://127.0.0.1:{(port := free_port())}/"
    words = ["setup", "--root", str(tmp_path / "root"), "--look-at", str(tmp_path / "nothing")]
    words += ["--look-through", f"folder:{tmp_path / 'camera'}", "--page", str(port)]
    with subprocess.Popen([*JANTAKU, *words]) as process:
        until(lambda: listens(port), "the page of the set-up")
        yield page
        process.kill()


def test_a_telephone_sets_a_table_up(browser: Browser, address: str, tmp_path: Path) -> None:
    page = new_page(browser, address, **TELEPHONE, locale="en-GB")
    page.goto(address)

    def answer(words: str, text: str | None = None, choice: str | None = None) -> None:
        expect(page.locator("h2")).to_contain_text(words)
        if text is not None:
            page.locator("[name=other]").fill(text)
        if choice is not None:
            page.get_by_label(choice, exact=False).check()
        page.get_by_role("button").click()

    answer("name of the hall", "Kita")
    # The Back button leads to an answered question, and answering it again changes nothing.
    page.go_back()
    answer("name of the table", "a/b")
    expect(page.locator("pre")).to_contain_text("a/b")
    answer("name of the table", "7")
    answer("unit")
    image = page.locator("img")
    expect(image).to_have_js_property("naturalWidth", 640)
    answer("the camera")
    answer("measures", choice="wood")
    answer("the rules", choice="riichi-mj")
    answer("the broker")
    answer("encrypt", choice="no")
    answer("password", PASSWORD)
    answer("same password", "another")
    expect(page.locator("pre")).to_contain_text("The two passwords differ.")
    answer("password", PASSWORD)
    answer("same password", PASSWORD)
    answer("called", "mailto://club:secret@club.example")
    assert PASSWORD not in page.content()
    assert "club:secret" not in page.content()
    expect(page.locator("pre")).to_contain_text("etc/jantaku/table.toml")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # Without a yes to the summary the page begins again.
    answer("write this", choice="no")
    expect(page.locator("pre")).to_contain_text("Nothing was written.")
    assert not files(tmp_path / "root")
    for words in ("hall", "table", "unit", "camera", "measures", "rules", "broker"):
        answer(words)
    answer("encrypt", choice="no")
    answer("password")
    answer("called")
    answer("write this", choice="yes")
    expect(page.locator("pre")).to_contain_text("These passwords were made")
    expect(page.get_by_role("button")).to_have_count(0)
    settings = tomllib.loads(files(tmp_path / "root")["etc/jantaku/table.toml"])
    assert settings["hall"] == "home"


def test_only_the_page_itself_answers_and_a_late_answer_is_none(address: str) -> None:
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept-Language": "ja"})) as page:
        assert 'lang="ja"' in page.read().decode()
    elsewhere = urllib.request.Request(address, b"number=1&other=Kita", {"Origin": "http://example.org"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(elsewhere)
    with pytest.raises(urllib.error.HTTPError, match="413"):
        urllib.request.urlopen(address, b"number=1&other=" + b"x" * 9999)
    with urllib.request.urlopen(address, b"number=9&other=Minami") as page:
        assert "Minami" not in page.read().decode()
