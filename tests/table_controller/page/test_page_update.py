"""The newer version on the page of the machine is shown, installed only between hanchans, and named after a
rollback."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from referee.game.observations import HanchanClosed
from table_controller.mqtt.topics import MACHINE
from table_controller.updates import installing, offered, watching
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table
from tests.install.updates_stage import Offer
from tests.table_controller.page.page_screens_stage import SIZES, Screens


@pytest.fixture
def watch(tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch) -> watching.UpdateWatch:
    """The updates of the table: 1.0 is installed, and a club's folder offers a newer one, signed."""
    (tmp_path / "club").mkdir()
    club = Offer(tmp_path / "club")
    for version in ("1.0", "1.1"):
        club.add(version)
    signed = partial(offered.offered, key=club.folder / "release.pub")
    for module in (installing, watching):
        monkeypatch.setattr(module, "offered", signed)
        monkeypatch.setattr(module, "installed", lambda: "1.0")
    monkeypatch.setattr(watching, "last_update", partial(installing.last_update, tmp_path / "own"))
    monkeypatch.setattr(installing, "_install", lambda _: "")
    made = watching.UpdateWatch(str(club.folder / "offer"), tmp_path, lambda *_: None)
    table.daemon.table.updates = made
    return made


def test_the_newer_version_is_installed_between_hanchans(
    browser: Browser, server: DashboardServer, table: Table, tmp_path: Path, watch: watching.UpdateWatch
) -> None:
    def report() -> None:
        watch.look()
        shown: dict[str, Any] = {
            "phase": "waiting", "sets": ["table", "drum"], "paused": "", "held": "", "alerts": [], "computer_c": None,
            "camera": {"hidden": {}, "calibrated_px": None, "residual_px": None, "moved_mm": None},
            "update": watch.report(),
        }  # fmt: skip
        table.do(lambda: table.daemon.broker.show(MACHINE, shown))

    table.begin()
    report()
    screens = Screens(browser, server, SIZES[0], "en-GB")
    page, wanted = screens.page, tmp_path / installing.WANTED
    sheet, version = page.locator("#sheet"), page.locator("#version")
    button = page.locator("[data-machine=update]")
    screens.log_in("technician")
    page.goto(f"http://127.0.0.1:{server.port}/#machine&hall=home&table=7")
    expect(version).to_have_text("Version 1.0 · 1.1 is newer")
    screens.is_well("a newer version")
    button.click()
    expect(sheet).to_contain_text("a hanchan is running")
    expect(sheet.locator("button.main")).to_be_disabled()
    screens.closes()
    assert not wanted.exists()
    table.happens(HanchanClosed(judge="referee", text="late"))
    button.click()
    expect(sheet.locator(".would")).to_be_visible()
    sheet.locator("button.main").click()
    expect(page.locator(".order.done")).to_contain_text("Requested the newer version")
    assert wanted.exists()
    installing.Updater(str(tmp_path / "club/offer"), tmp_path / "own", lambda: None, within_s=0).run()
    report()
    expect(version).to_have_text("Version 1.0 · 1.1 was taken back: the table was not healthy with it")
    expect(button).to_have_count(0)
