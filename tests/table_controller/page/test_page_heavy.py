"""An order that destroys something says what it destroys, and its button must be held, even while the table plays on. A
discarded hanchan can be brought back until another is played."""

import pytest
from playwright.sync_api import expect

from referee.game import observations
from referee.game.judge_observations import PointsAdjusted
from referee.tiles import UNKNOWN
from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.page_tablet_stage import Tablet, tablet

__all__ = ["tablet"]

TIMES_STAND = """() => {
    const [set, clear] = [setTimeout, clearTimeout];
    window.setTimeout = (call, ms, ...more) => [900, 4000].includes(ms) ? ((window.isOver = call), -1) : set(call, ms, ...more);
    window.clearTimeout = (id) => id === -1 ? delete window.isOver : clear(id);
}"""
"""The time to hold a button, and that to press it again, end when the test says so."""
ANY_CHOMBO = ("chombo", 1, None, "referee", "")


def begin_chombo(tablet: Tablet, table: Table) -> None:
    """Enter and preview everything, so that only the button is left to be held."""
    table.deal()
    tablet.log_in("referee")
    tablet.tap("A player did something", "#actions")
    tablet.tap("Chombo", "#sheet")
    tablet.sheet.get_by_role("radio", name="South Béla", exact=True).check()
    expect(tablet.sheet.locator(".confirm .would")).to_contain_text("overall score: South (Béla)")
    expect(tablet.sheet.locator(".confirm button.main")).to_be_enabled()
    tablet.page.evaluate(TIMES_STAND)


def press(tablet: Tablet) -> None:
    tablet.sheet.locator(".confirm button.main").hover()
    tablet.page.mouse.down()


def play_goes_on(tablet: Tablet, table: Table, seat: int, tile: str) -> None:
    """Discard, and wait until the page shows it."""
    table.discard(seat, tile)
    newest = tablet.page.locator("#journal-lines [data-number]").first
    expect(newest).to_have_attribute("data-number", str(table.daemon.journal.number))


def hold_is_over(tablet: Tablet) -> None:
    tablet.page.evaluate("window.isOver?.()")
    tablet.page.mouse.up()


@pytest.mark.parametrize("by", ["pointer", "key"])
def test_a_hold_goes_on_while_the_table_plays(tablet: Tablet, table: Table, by: str) -> None:
    begin_chombo(tablet, table)
    if by == "key":
        tablet.sheet.locator(".confirm button.main").focus()
        tablet.page.keyboard.down("Enter")
    else:
        press(tablet)
    play_goes_on(tablet, table, 0, "5p")
    play_goes_on(tablet, table, 1, "9m")
    newest = table.daemon.journal.number
    hold_is_over(tablet)
    expect(tablet.sheet).to_be_hidden()
    assert table.rulings == [ANY_CHOMBO]
    assert table.daemon.heard[-1].arguments["at"] == newest


def test_a_second_press_counts_although_the_table_plays(tablet: Tablet, table: Table) -> None:
    begin_chombo(tablet, table)
    confirm = tablet.sheet.locator(".confirm button.main")
    confirm.evaluate("(button) => button.click()")
    expect(confirm).to_have_text("Press again to do it")
    play_goes_on(tablet, table, 0, "5p")
    confirm.evaluate("(button) => button.click()")
    expect(tablet.sheet).to_be_hidden()
    assert table.rulings == [ANY_CHOMBO]


def test_what_has_become_another_act_is_shown_and_held_anew(tablet: Tablet, table: Table) -> None:
    """There is now a riichi stick on the table that would be given back."""
    begin_chombo(tablet, table)
    would = tablet.sheet.locator(".preview .would")
    given_back = "points: East (Ada) +1,000"
    notice = tablet.sheet.locator(".notice")
    press(tablet)
    table.happens(observations.TileDrawn(seat=0, tile=UNKNOWN), observations.CallHeard(seat=0, call="riichi"))
    table.discard(0, "5p", drawn=False)
    table.happens(observations.StickLaid(seat=0))
    play_goes_on(tablet, table, 1, "9m")
    expect(would).not_to_contain_text(given_back)
    hold_is_over(tablet)
    expect(notice).to_contain_text("Not done: during the hold the table moved on")
    expect(notice).to_contain_text("South (Béla) discards")
    expect(would).to_contain_text(given_back)
    assert table.rulings == []
    press(tablet)
    hold_is_over(tablet)
    expect(tablet.sheet).to_be_hidden()
    assert table.rulings == [ANY_CHOMBO]


def test_a_ruling_that_comes_during_a_hold_is_reported_first(tablet: Tablet, table: Table) -> None:
    begin_chombo(tablet, table)
    press(tablet)
    table.happens(PointsAdjusted(changes=(500, -500, 0, 0), judge="anna"))
    play_goes_on(tablet, table, 0, "5p")
    hold_is_over(tablet)
    expect(tablet.sheet.locator(".notice")).to_contain_text("500")
    assert table.rulings == []
    tablet.tap("go on with this form", "#sheet")
    expect(tablet.sheet.locator(".confirm button.main")).to_be_enabled()


def test_a_hold_that_is_let_go_does_nothing_and_is_asked_anew(tablet: Tablet, table: Table) -> None:
    begin_chombo(tablet, table)
    asked = table.commands.count("chombo")
    press(tablet)
    play_goes_on(tablet, table, 0, "5p")
    assert table.commands.count("chombo") == asked
    tablet.page.mouse.up()
    until(lambda: table.commands.count("chombo") > asked, "the effect is asked for again")
    expect(tablet.sheet.locator(".confirm button.main")).to_be_enabled()
    assert table.rulings == []


def test_a_hanchan_that_was_thrown_away_is_brought_back(tablet: Tablet, table: Table) -> None:
    table.deal()
    table.discard(0, "5p")
    before = table.state
    tablet.log_in("referee")
    would = tablet.sheet.locator(".confirm .would")
    thrown = tablet.page.locator("#thrown")
    tablet.tap("Points are wrong", "#actions")
    tablet.tap("Begin a hanchan", "#sheet")
    tablet.sheet.get_by_label("Throw it away").check()
    expect(would).to_contain_text("This deletes one hand of the hanchan.")
    tablet.hold()
    expect(thrown).to_contain_text("A hanchan was thrown away")
    assert table.state.hands == 0
    tablet.page.reload()
    tablet.tap("Bring it back", "#thrown")
    expect(would).to_be_visible()
    confirm = tablet.sheet.locator(".confirm button.main")
    expect(confirm).to_be_enabled()
    confirm.click(delay=1200)
    expect(thrown).to_be_hidden()
    assert table.state.hands == 1
    assert table.state.seats[0].pond == before.seats[0].pond
    tablet.tap("Points are wrong", "#actions")
    tablet.tap("End the hanchan here", "#sheet")
    tablet.choose("Nothing")
    expect(would).to_contain_text("This deletes one hand of the hanchan.")
    tablet.hold()
    expect(thrown).to_be_visible()
    table.begin()
    expect(thrown).to_be_hidden()
