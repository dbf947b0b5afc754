"""A judge with a tablet logs in, rules on a finding and gives every kind of order, with the real daemon, broker and
logins."""

import re
from contextlib import closing
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, expect

from referee.game import observations
from referee.tiles import parse_tiles
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.conftest import PageBroker, serve
from tests.table_controller.page.page_tablet_stage import Tablet, tablet, tablet_at
from tests.table_controller.page.wire import Reply, wire
from wording.alerts.texts import Place

__all__ = ["tablet"]


def test_a_login_is_kept_until_logout(tablet: Tablet, table: Table) -> None:
    """Without one nothing is shown."""
    table.begin()
    expect(tablet.page.get_by_role("button", name="Log in")).to_be_visible()
    expect(tablet.page.locator("#table-page")).to_be_hidden()
    expect(tablet.page.locator("#actions")).to_be_hidden()
    tablet.log_in("referee", "guess")
    expect(tablet.page.get_by_role("alert")).to_contain_text("do not belong together")
    tablet.log_in("referee")
    expect(tablet.status).to_contain_text("Ready")
    expect(tablet.page.locator("#actions [data-group]")).to_have_count(5)
    tablet.page.reload()
    expect(tablet.status).to_contain_text("Ready")
    tablet.tap("Log out")
    expect(tablet.page.get_by_role("button", name="Log in")).to_be_visible()
    tablet.page.reload()
    expect(tablet.page.get_by_role("button", name="Log in")).to_be_visible()


def test_a_broker_that_is_away_and_a_login_that_ended_say_what_to_do(
    tablet: Tablet, table: Table, mosquitto: PageBroker, roles: Path
) -> None:
    mosquitto.stop()
    tablet.log_in("referee")
    expect(tablet.page.get_by_role("alert")).to_contain_text("The broker does not answer")
    mosquitto.start()
    tablet.log_in("referee")
    expect(tablet.status).to_contain_text("Ready")
    kept = roles.read_text()
    roles.write_text("")
    mosquitto.stop()
    expect(tablet.page.get_by_role("alert")).to_contain_text("Your login has ended")
    roles.write_text(kept)
    mosquitto.start()
    tablet.log_in("referee")
    expect(tablet.status).to_contain_text("Ready")


def test_roles_see_only_what_they_may(tablet: Tablet, table: Table) -> None:
    table.begin()
    tablet.log_in("viewer")
    expect(tablet.status).to_contain_text("Ready")
    expect(tablet.page.locator("#actions")).to_be_hidden()
    tablet.tap("Log out")
    tablet.log_in("technician")
    expect(tablet.page.locator("#actions button")).to_have_text(["The machine"], use_inner_text=True)
    tablet.tap("The machine")
    expect(tablet.sheet.locator(".command")).to_have_text(
        [
            "Hold the machine",
            "Tell the machine",
            "Reset the unit after a fault",
            "Install the newer version",
            "Call a judge",
        ]
    )


def test_a_page_for_viewers_shows_no_button(
    browser: Browser, mosquitto: PageBroker, roles: Path, table: Table
) -> None:
    with (
        closing(serve(mosquitto, roles, table, viewer="viewer")) as server,
        tablet_at(browser, server) as tablet,
    ):
        expect(tablet.status).to_contain_text("Ready")
        expect(tablet.page.locator("#actions")).to_be_hidden()
        tablet.tap("Log in")
        tablet.log_in("referee")
        expect(tablet.page.locator("#actions [data-group]")).to_have_count(5)


FOUL = "Discarding what was called with (kuikae)"


def test_from_the_page_to_a_ruling_in_four_taps(tablet: Tablet, table: Table) -> None:
    table.deal()
    table.discard(0, "5p")
    table.happens(
        observations.CallHeard(seat=1, call="chi"),
        observations.MeldShown(seat=1, kind="chi", tiles=parse_tiles("4p5p6p"), source_seat=0),
    )
    table.discard(1, "5p", drawn=False)
    tablet.log_in("referee")
    tablet.tap(FOUL, "#findings")
    expect(tablet.sheet).to_contain_text("Accept: ")
    option = tablet.sheet.locator(".ruling", has=tablet.page.locator("input[value=dead_hand]"))
    expect(option.locator(".would")).to_contain_text("hand dead: South (Béla)")
    tablet.choose("Guidance")
    tablet.tap("Do it", "#sheet .confirm")
    assert tablet.taps <= 4
    until(lambda: table.rulings, "the ruling is made")
    assert table.rulings == [("guidance", 1, 0, "referee", "")]
    expect(tablet.orders).to_contain_text(f"Ruled: guidance (shidou), {FOUL} \N{MIDDLE DOT} South Béla")
    expect(tablet.page.locator("#findings .ruled")).to_contain_text("Ruled: Guidance")
    expect(tablet.page.locator("#penalties")).to_contain_text("overall ±0")
    tablet.tap(FOUL, "#findings")
    option = tablet.sheet.locator(".ruling", has=tablet.page.locator("input[value=guidance]"))
    expect(option.locator(".would")).to_have_text("This is the ruling now.")
    tablet.tap("Close", "#sheet")
    tablet.tap("Undo", "#orders")
    until(lambda: not table.rulings, "it is undone")
    expect(tablet.orders).to_have_text(re.compile(r"^Undid entry \d+✕$"))  # one message, and no other


def test_what_happened_before_the_page_was_opened_is_there(tablet: Tablet, table: Table) -> None:
    table.deal()
    table.discard(0, "5p")
    tablet.log_in("referee")
    lines = tablet.page.locator("#journal-lines li")
    expect(lines.first).to_contain_text("East (Ada) discards")
    box = lines.first.get_by_role("button").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44  # a finger finds it
    expect(lines.filter(has_text="came before")).to_have_count(0)
    table.discard(1, "9m")
    expect(lines.first).to_contain_text("South (Béla) discards")


def test_two_judges_do_not_rule_unseen_over_each_other(
    tablet: Tablet, table: Table, browser: Browser, server: DashboardServer
) -> None:
    table.deal()
    table.foul()
    tablet.log_in("referee")
    with tablet_at(browser, server) as other:
        other.log_in("referee")
        for each, ruling in ((tablet, "warning"), (other, "guidance")):
            each.page.locator("#findings button").click()
            option = each.sheet.locator(".ruling", has=each.page.locator(f"input[value={ruling}]"))
            expect(option.locator(".would")).to_be_visible()
            option.click()
        tablet.tap("Do it", "#sheet .confirm")
        expect(other.page.locator("#findings .ruled")).to_contain_text("Ruled: Warning")
        expect(other.sheet.locator(".notice")).to_contain_text("Refused: since entry")
        expect(other.sheet.locator(".confirm button.main")).to_be_disabled()
        assert [each[0] for each in table.rulings] == ["warning"]


def test_an_order_that_nobody_answered_is_not_carried_out_later(
    mosquitto: PageBroker, roles: Path, browser: Browser, table: Table
) -> None:
    """An order given while the radio link is down is lost, though the connection does not end."""
    table.begin()
    away = [False]

    def passing(packet: bytes, _: Reply) -> bytes:
        return b"" if away[0] else packet

    with (
        wire(mosquitto.port, up=passing, down=passing) as door,
        closing(serve(mosquitto, roles, table, door=door)) as server,
        tablet_at(browser, server) as tablet,
    ):
        tablet.log_in("referee")
        expect(tablet.status).to_contain_text("Ready")
        tablet.tap("The clock", "#actions")
        tablet.tap("Stop play", "#sheet")
        expect(tablet.sheet.locator(".would")).to_be_visible()
        away[0] = True
        tablet.tap("Do it", "#sheet .confirm")
        expect(tablet.orders.first).to_contain_text("No answer", timeout=15_000)
        expect(tablet.status).to_contain_text("Broker lost", timeout=15_000)
        away[0] = False
        expect(tablet.status).to_contain_text("Ready", timeout=20_000)
        tablet.page.wait_for_timeout(1000)
        stops = [each for each in table.daemon.heard if each.name == "stop"]
        assert all(each.arguments.get("dry_run") for each in stops)
        assert not table.state.desk.stopped


def test_nothing_is_confirmed_before_what_it_would_do_is_known(
    mosquitto: PageBroker, roles: Path, browser: Browser, table: Table
) -> None:
    """The table's answer to the preview comes late or never."""
    table.deal()
    table.foul()
    lost = [True]

    def passing(packet: bytes, _: Reply) -> bytes:
        return b"" if lost[0] and b'"would"' in packet else packet

    with (
        wire(mosquitto.port, down=passing) as door,
        closing(serve(mosquitto, roles, table, door=door)) as server,
        tablet_at(browser, server) as tablet,
    ):
        confirm = tablet.sheet.locator("button.main")
        tablet.log_in("referee")
        tablet.page.locator("#findings button").click()
        tablet.choose("Chombo")
        expect(confirm).to_be_disabled()
        expect(confirm).to_have_text("Hold to do it", timeout=15_000)
        expect(confirm).to_be_enabled()
        tablet.tap("Close", "#sheet")
        tablet.tap("Points are wrong", "#actions")
        tablet.tap("Move points", "#sheet")
        tablet.sheet.get_by_label("East Ada").fill("-1000")
        tablet.sheet.get_by_label("South Béla").fill("1000")
        expect(confirm).to_be_disabled()
        expect(confirm).to_have_text("Hold to do it", timeout=15_000)
        lost[0] = False
        tablet.sheet.get_by_label("South Béla").fill("")
        tablet.sheet.get_by_label("West Chihiro").fill("1000")
        expect(confirm).to_be_disabled()
        expect(confirm).to_have_text("Do it")
        expect(confirm).to_be_enabled()


def test_an_unsigned_sheet_is_reported_and_signed_with_two_taps(tablet: Tablet, table: Table) -> None:
    """WRC 8.2: nobody begins another hanchan before."""
    table.begin()
    rules = table.state.ruleset.to_mapping()
    table.do(partial(table.daemon.begin_hanchan, ruleset=rules, awaits_signature=True))
    tablet.log_in("referee")
    unsigned = tablet.page.locator("#unsigned")
    expect(tablet.status).to_contain_text("Ready")
    expect(unsigned).to_be_hidden()
    table.deal()
    table.happens(observations.HanchanClosed(judge="anna"))
    expect(unsigned).to_contain_text("the score sheet is not signed")
    # It is shown once, because the alert in the hall and in other programs says the same.
    assert "sheet" in table.daemon.health.standing
    expect(tablet.page.locator("#alerts article")).to_have_count(0)
    expect(tablet.page.locator("#felt .centre")).to_contain_text("Hanchan over")
    # The judge signs what the page shows: places, points, uma, oka, penalties, the result.
    rows = tablet.page.locator("#result .score-sheet tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first.locator("th, td")).to_have_text(["1. Ada", "25,000", "+20", "+20", "", "+35"])
    tablet.taps = 0
    tablet.tap("Sign the score sheet", "#unsigned")
    signed = tablet.sheet.locator(".score-sheet tbody tr")
    expect(signed).to_have_count(4)
    # The text itself, since its drawn form is not known before the sheet is laid out.
    assert signed.all_text_contents() == rows.all_text_contents()
    expect(tablet.sheet.locator(".would")).to_contain_text(
        "the score sheet is signed: sticks may be reset, and the next hanchan may begin"
    )
    assert table.state.sheet_unsigned
    tablet.tap("Do it", "#sheet .confirm")
    expect(unsigned).to_be_hidden()
    assert (tablet.taps, table.state.sheet_unsigned) == (2, False)


def test_who_may_not_sign_sees_that_it_is_not_signed(tablet: Tablet, table: Table) -> None:
    table.begin()
    table.do(
        partial(table.daemon.begin_hanchan, ruleset=table.state.ruleset.to_mapping(), awaits_signature=True)
    )
    table.happens(observations.HanchanClosed(judge="anna"))
    tablet.log_in("viewer")
    unsigned = tablet.page.locator("#unsigned")
    expect(unsigned).to_contain_text("the score sheet is not signed")
    expect(unsigned.get_by_role("button")).to_have_count(0)


def test_a_stop_is_the_loudest_state_of_a_table(tablet: Tablet, table: Table) -> None:
    """Bar, felt, tab and hall say who stopped play, why and since when; Resume stays in reach on a telephone too."""
    page = tablet.page
    table.deal()
    table.foul()
    tablet.log_in("referee")
    tablet.tap("The clock", "#actions")
    tablet.tap("Stop play", "#sheet")
    tablet.sheet.get_by_label("Why").fill("looked at the wall")
    tablet.tap("Do it", "#sheet .confirm")
    expect(tablet.status).to_have_class("status stopped")
    expect(tablet.status).to_contain_text("Play is stopped")
    expect(tablet.status).to_contain_text("by referee")
    expect(page).to_have_title("Play is stopped \N{MIDDLE DOT} 7 \N{MIDDLE DOT} Jantaku")
    felt = page.get_by_role("group", name="Table, Play is stopped")
    expect(felt.locator(".centre")).to_contain_text("STOPPED")
    expect(page.locator("#felt")).not_to_have_class("stale")
    stop = page.locator("#stop")
    expect(stop).to_contain_text(re.compile(r"by referee . looked at the wall . since \d\d:\d\d:\d\d"))
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#journal-lines li").last.scroll_into_view_if_needed()
    expect(stop.get_by_role("button", name="Play goes on")).to_be_in_viewport()
    page.locator("#all-tables").click()
    expect(page.locator("#hall-needed")).to_contain_text("1 table needs a person")
    card = page.locator(".hall-card.stopped .needed")
    expect(card).to_have_text(
        re.compile(r"^Play is stopped by referee . since \d\d:\d\d:\d\d . 1 finding open$")
    )
    expect(page).to_have_title("Jantaku")
    page.locator(".hall-card a").click()
    tablet.tap("Play goes on", "#stop")
    expect(stop).to_be_hidden()
    expect(tablet.status).to_have_class("status live")
    expect(page).to_have_title("7 \N{MIDDLE DOT} Jantaku")
    assert not table.state.desk.stopped


def test_a_call_outlives_the_stop_until_it_has_been_seen_to(tablet: Tablet, table: Table) -> None:
    page, stop, call = tablet.page, tablet.page.locator("#stop"), tablet.page.locator("[data-alert=judge]")

    def calls() -> None:
        table.do(lambda: table.daemon.health.judge_called(Place.chair(1)))
        table.happens(observations.JudgeCalled(seat=1))

    table.deal()
    tablet.log_in("referee")
    calls()
    tablet.tap("I go to the table", "#attendant")
    tablet.tap("Play goes on, the call stays", "#stop")
    expect(tablet.status).to_have_class("status live")
    expect(call).to_be_visible()
    expect(page.locator("#attendant")).to_contain_text("referee goes to the table")
    page.locator("#all-tables").click()
    expect(page.locator(".hall-card.judge .needed")).to_contain_text("Judge called")
    page.locator(".hall-card a").click()
    call.get_by_role("button").click()
    expect(call).to_be_hidden()
    expect(page.locator("#attendant")).to_be_empty()
    calls()
    expect(call).to_be_visible()
    tablet.tap("Seen to: play goes on", "#stop")
    expect(stop).to_be_hidden()
    expect(call).to_be_hidden()
    assert not table.state.desk.stopped


def test_points_that_are_no_number_are_not_ruled_without(tablet: Tablet, table: Table) -> None:
    """If the entered points cannot be read, the ruling is not sent with the default ones."""
    table.begin({"fouls.points_chosen_most": 1000})
    table.deal()
    table.foul()
    tablet.log_in("referee")
    tablet.page.locator("#findings button").click()
    option = tablet.sheet.locator(".ruling", has=tablet.page.locator("input[value=continue]"))
    confirm = tablet.sheet.locator("button.main")
    cost = tablet.sheet.locator("#cost")
    tablet.choose("Penalty, play goes on")
    expect(option.locator(".would")).to_be_visible()
    before = confirm.is_disabled()
    for wrong in ("-20", "20.5", "9999", "two"):
        cost.fill(wrong)
        expect(option).to_contain_text("Enter a whole number from 1 to 1,000")
        expect(cost).to_have_attribute("aria-invalid", "true")
        expect(confirm).to_be_disabled()
        cost.fill("")
        expect(option).not_to_contain_text("a whole number")
        expect(cost).to_have_attribute("aria-invalid", "false")
        expect(confirm).to_be_disabled() if before else expect(confirm).to_be_enabled()
    assert not table.rulings


def test_a_form_says_below_a_field_what_is_wrong_with_it(tablet: Tablet, table: Table) -> None:
    table.begin()
    tablet.log_in("referee")
    tablet.tap("Points are wrong", "#actions")
    tablet.tap("Move points", "#sheet")
    points = tablet.sheet.get_by_label("East Ada")
    points.fill("1OOO")
    expect(points).to_have_accessible_description("Enter a whole number from -19,999,998 to 19,999,998.")
    points.fill("1000")
    expect(points).to_have_accessible_description("")


def test_the_lid_is_opened_in_an_emergency_by_holding(tablet: Tablet, table: Table) -> None:
    table.deal()
    tablet.log_in("technician")
    expect(tablet.status).to_contain_text("Ready")
    tablet.tap("The machine")
    tablet.page.locator(".more-about").click()
    tablet.tap("Open the lid (emergency)", "#machine-acts")
    button = tablet.sheet.locator(".confirm button")
    expect(button).to_have_text("Hold to do it")
    expect(button).to_be_enabled()
    button.click()
    assert not table.machine.commands
    tablet.hold()
    expect(tablet.orders).to_contain_text("Told the machine: open the lid")
    assert [each.do for each in table.machine.commands] == ["open_lid"]
