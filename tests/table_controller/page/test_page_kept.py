"""The page keeps a judge's entries when the table refuses them, while the broker is away, after Back and after a
reload."""

from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, Locator, ViewportSize, expect

from referee.game.judge_observations import PointsAdjusted
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.conftest import PageBroker, serve
from tests.table_controller.page.page_tablet_stage import Tablet, tablet_at
from tests.table_controller.page.wire import Reply, wire

TELEPHONE: ViewportSize = {"width": 390, "height": 844}


def other_judge_moves_points(table: Table) -> None:
    table.happens(PointsAdjusted(changes=(500, -500, 0, 0), judge="anna"))


def move_points(tablet: Tablet) -> None:
    """Enter that points are moved, and why."""
    tablet.page.locator("[data-group=score]").click()
    tablet.tap("Move points", "#sheet")
    tablet.sheet.get_by_label("East Ada").fill("-1000")
    tablet.sheet.get_by_label("South Béla").fill("1000")
    tablet.sheet.get_by_label("Why").fill("a stick was given back")


def expect_kept(tablet: Tablet) -> None:
    expect(tablet.sheet.get_by_label("East Ada")).to_have_value("-1000")
    expect(tablet.sheet.get_by_label("South Béla")).to_have_value("1000")
    expect(tablet.sheet.get_by_label("Why")).to_have_value("a stick was given back")


def tapped(tablet: Tablet) -> list[str]:
    places: list[str] = tablet.sheet.locator(".tile-place").evaluate_all(
        "(all) => all.map(({ ariaLabel }) => ariaLabel)"
    )
    return places


def is_above(one: Locator, other: Locator) -> bool:
    """Return whether one element is on the screen, above the other."""
    upper, lower = one.bounding_box(), other.bounding_box()
    assert upper is not None
    assert lower is not None
    return 0 <= upper["y"] <= upper["y"] + upper["height"] <= lower["y"]


def test_a_refused_order_keeps_what_was_entered(
    mosquitto: PageBroker, roles: Path, browser: Browser, table: Table
) -> None:
    """Another judge is faster, and the page does not know that yet when the order is given."""
    table.deal()
    cut = [False]

    def passing(packet: bytes, _: Reply) -> bytes:
        return b"" if cut[0] and (b"/event" in packet or b"/state" in packet) else packet

    with (
        wire(mosquitto.port, down=passing) as door,
        closing(serve(mosquitto, roles, table, door=door)) as server,
        tablet_at(browser, server, TELEPHONE) as tablet,
    ):
        tablet.log_in("referee")
        move_points(tablet)
        confirm = tablet.sheet.locator(".confirm button.main")
        would = tablet.sheet.locator(".confirm .would")
        expect(would).to_contain_text("East (Ada)")
        assert is_above(would, confirm)
        cut[0] = True
        other_judge_moves_points(table)
        tablet.tap("Do it", "#sheet .confirm")
        expect(tablet.sheet.locator(".notice")).to_contain_text("Refused: since entry")
        cut[0] = False
        expect(tablet.orders.first).to_contain_text("Refused: Move points")
        expect_kept(tablet)
        expect(confirm).to_be_disabled()
        assert table.state.scores == (25_500, 24_500, 25_000, 25_000)
        tablet.tap("Close", "#sheet")
        tablet.tap("Open the form again", "#orders")
        expect_kept(tablet)
        tablet.tap("go on with this form", "#sheet")
        expect(confirm).to_be_enabled()
        tablet.tap("Do it", "#sheet .confirm")
        expect(tablet.sheet).to_be_hidden()
        assert table.state.scores == (24_500, 25_500, 25_000, 25_000)


def test_a_field_in_focus_is_not_under_what_the_order_would_do(
    browser: Browser, table: Table, server: DashboardServer
) -> None:
    table.deal()
    with tablet_at(browser, server, {"width": 1024, "height": 768}) as tablet:
        tablet.log_in("referee")
        tablet.page.locator("[data-group=score]").click()
        tablet.tap("Enter how the hand ended", "#sheet")
        for number, choice in enumerate(("Ron", "South Béla", "West", "Han and fu")):
            tablet.sheet.locator("label:visible", has_text=choice).nth(int(number == 2)).click()
        tablet.sheet.get_by_label("Han", exact=True).fill("3")
        tablet.sheet.get_by_label("Fu", exact=True).fill("40")
        expect(tablet.sheet.locator(".confirm .would")).to_contain_text("5,200")
        tablet.sheet.get_by_label("Han", exact=True).focus()
        why = tablet.sheet.get_by_label("Why (for the journal)")
        while not why.evaluate("(one) => one === document.activeElement"):
            tablet.page.keyboard.press("Tab")
        assert is_above(why, tablet.sheet.locator(".confirm"))


def test_stopping_play_never_waits(browser: Browser, table: Table, server: DashboardServer) -> None:
    """Another judge moves points while the form is open; any other order would be refused then."""
    table.deal()
    with tablet_at(browser, server, TELEPHONE) as tablet:
        tablet.log_in("referee")
        tablet.page.locator("#actions [data-command=stop]").click()
        expect(tablet.sheet.locator(".confirm button.main")).to_be_enabled()
        other_judge_moves_points(table)
        expect(tablet.page.locator("#journal-lines li").first).to_contain_text("500")
        expect(tablet.sheet.locator(".notice")).to_be_empty()
        tablet.tap("Do it", "#sheet .confirm")
        until(lambda: table.state.desk.stopped, "play is stopped")


def test_nothing_is_sent_on_a_preview_that_is_out_of_date(
    mosquitto: PageBroker, roles: Path, browser: Browser, table: Table
) -> None:
    """The table moves on while the form is open, so the preview is requested again before the button acts."""
    table.deal()
    held = [False]

    def passing(packet: bytes, _: Reply) -> bytes:
        return b"" if held[0] and b'"would"' in packet else packet

    with (
        wire(mosquitto.port, down=passing) as door,
        closing(serve(mosquitto, roles, table, door=door)) as server,
        tablet_at(browser, server) as tablet,
    ):
        confirm = tablet.sheet.locator(".confirm button.main")
        tablet.log_in("referee")
        move_points(tablet)
        expect(confirm).to_be_enabled()
        asked = table.commands.count("adjust_points")
        table.discard(0, "5p")
        until(lambda: table.commands.count("adjust_points") > asked, "the effect is asked for again")
        expect(confirm).to_be_enabled()
        held[0] = True
        table.discard(1, "9m")
        expect(confirm).to_be_disabled()
        expect_kept(tablet)
        other_judge_moves_points(table)
        held[0] = False
        table.discard(2, "9m")
        expect(tablet.sheet.locator(".notice")).to_contain_text("500")
        expect(confirm).to_be_disabled()
        expect_kept(tablet)


def test_back_leaves_the_form_before_the_table_and_a_reload_brings_it_back(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.deal()
    table.foul()
    with tablet_at(browser, server, TELEPHONE, "#hall=home&table=7") as tablet:
        page = tablet.page
        tablet.log_in("referee")
        move_points(tablet)
        page.go_back()
        expect(tablet.sheet.locator("[data-command=adjust_points]")).to_be_visible()
        page.go_back()
        expect(tablet.sheet).to_be_hidden()
        expect(page.locator("#table-page")).to_be_visible()
        page.locator("#all-tables").click()
        expect(page.locator("#hall-page")).to_be_visible()
        page.go_back()
        expect(page.locator("#table-page")).to_be_visible()
        move_points(tablet)
        tablet.tap("Close", "#sheet")
        page.reload()
        expect(tablet.status).to_contain_text("Ready")
        expect(tablet.sheet).to_be_hidden()
        move_points(tablet)
        page.reload()
        expect_kept(tablet)
        expect(tablet.sheet.locator(".confirm .would")).to_contain_text("East (Ada)")
        tablet.tap("Do it", "#sheet .confirm")
        expect(tablet.sheet).to_be_hidden()
        assert table.state.scores == (24_000, 26_000, 25_000, 25_000)
        page.reload()
        expect(tablet.status).to_contain_text("Ready")
        expect(tablet.sheet).to_be_hidden()
        page.locator("#findings button").click()
        tablet.choose("Warning")
        tablet.sheet.get_by_label("Why").fill("seen by all")
        page.reload()
        expect(tablet.sheet.get_by_role("radio", name="Warning")).to_be_checked()
        expect(tablet.sheet.get_by_label("Why")).to_have_value("seen by all")
        page.go_back()
        expect(tablet.sheet).to_be_hidden()
        expect(page.locator("#table-page")).to_be_visible()


def test_tapped_tiles_and_changed_rules_come_back_and_only_for_the_same_login(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.deal()
    with tablet_at(browser, server) as tablet:
        page = tablet.page
        tablet.log_in("referee")
        tablet.tap("Points are wrong", "#actions")
        tablet.tap("Enter how the hand ended", "#sheet")
        tablet.choose("Tsumo")
        tablet.sheet.locator(".win-entered").get_by_role("radio", name="South Béla").check()
        for tile in ("1p", "1p", "0s"):
            tablet.sheet.locator(f".tile-row.active .tile-key[data-tile='{tile}']").click()
        tablet.sheet.locator("[data-meld=pon]").click()
        tablet.sheet.locator(".melds-entered .tile-key[data-tile='7z']").click()
        before = tapped(tablet)
        page.reload()
        expect(tablet.sheet.locator(".melds-entered .tile-count")).to_have_text("3 / 3")
        assert tapped(tablet) == before
        expect(tablet.sheet.get_by_role("radio", name="Tsumo")).to_be_checked()
        expect(tablet.sheet.locator(".win-entered").get_by_role("radio", name="South Béla")).to_be_checked()
        tablet.tap("Close", "#sheet")
        tablet.tap("Points are wrong", "#actions")
        tablet.tap("Begin a hanchan", "#sheet")
        page.locator("#begin-ruleset").select_option("wrc-2015")
        tablet.sheet.locator(".rules:not([inert]) > summary").click()
        points = page.locator("[data-setting='flow.start_points']")
        tablet.sheet.locator(".rule-group", has=points).locator("summary").first.click()
        points.locator("summary").click()
        points.locator("input").fill("27000")
        page.locator("#begin-name-0").fill("Aki")
        page.reload()
        expect(page.locator("#begin-name-0")).to_have_value("Aki")
        expect(points.locator("input")).to_have_value("27000")
        expect(page.locator("#begin-ruleset")).to_have_value("wrc-2015")
        page.context.clear_cookies()
        page.reload()
        tablet.log_in("head-referee")
        expect(tablet.status).to_contain_text("Ready")
        expect(tablet.sheet).to_be_hidden()


def test_with_the_broker_away_an_open_form_is_kept_and_cannot_be_sent(
    browser: Browser, server: DashboardServer, table: Table, mosquitto: PageBroker
) -> None:
    table.begin()
    with tablet_at(browser, server) as tablet:
        confirm = tablet.sheet.locator(".confirm button.main")
        tablet.log_in("referee")
        move_points(tablet)
        expect(confirm).to_be_enabled()
        mosquitto.stop()
        expect(tablet.sheet.locator(".preview")).to_contain_text("The broker is away")
        expect(tablet.status).to_contain_text("Broker lost")
        expect(tablet.page.locator("#actions button").first).to_be_disabled()
        expect(confirm).to_be_disabled()
        tablet.sheet.get_by_label("Why").fill("two sticks")
        expect(confirm).to_be_disabled()
        mosquitto.start()
        expect(confirm).to_be_enabled()
        expect(tablet.status).to_contain_text("Ready")
        expect(tablet.page.locator("#actions button").first).to_be_enabled()
        expect(tablet.sheet.get_by_label("Why")).to_have_value("two sticks")
        tablet.tap("Do it", "#sheet .confirm")
        expect(tablet.sheet).to_be_hidden()
        assert table.state.scores == (24_000, 26_000, 25_000, 25_000)
