"""The page shows everything that an order would change before it is given, and lists each player's lost points."""

from playwright.sync_api import expect

from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.page_tablet_stage import Tablet, tablet

__all__ = ["tablet"]


def test_a_preview_says_the_points_of_the_overall_score_and_penalties_list_them(
    tablet: Tablet, table: Table
) -> None:
    """WRC 7.1, 7.2."""
    table.begin({"fouls.late_points": 1, "fouls.late_minutes": 10, "fouls.absent_points": 30})
    tablet.log_in("referee")
    tablet.tap("A player did something", "#actions")
    tablet.tap("A foul that I saw", "#sheet")
    tablet.sheet.get_by_label("Search all fouls").fill("late")
    tablet.sheet.locator("input[value=late]").check()
    tablet.sheet.get_by_role("radio", name="South Béla", exact=True).check()
    tablet.sheet.get_by_label("Minutes").fill("7")
    expect(tablet.sheet.locator(".would")).to_contain_text("overall score: South (Béla) \N{MINUS SIGN}7")
    tablet.tap("Do it", "#sheet .confirm")
    penalties = tablet.page.locator("#penalties")
    expect(penalties).to_contain_text("South Béla overall \N{MINUS SIGN}7")
    expect(penalties).to_contain_text("\N{MINUS SIGN}7 · 7 min late")
    table.deal()
    tablet.tap("A player did something", "#actions")
    tablet.tap("Chombo", "#sheet")
    tablet.sheet.get_by_role("radio", name="South Béla", exact=True).check()
    would = tablet.sheet.locator(".would span")
    expect(would).to_have_text(
        [
            "ruling on South (Béla): chombo",
            "overall score: South (Béla) \N{MINUS SIGN}20",
            "the hand ends and is played again: East 1, honba 0, dealer East (Ada)",
        ]
    )
    tablet.hold()
    expect(penalties).to_contain_text("South Béla overall \N{MINUS SIGN}27")
    expect(penalties).to_contain_text("\N{MINUS SIGN}20 · chombo · referee")


def test_a_foul_with_a_warning_says_so_before_and_after_and_is_undone_whole(
    tablet: Tablet, table: Table
) -> None:
    """A warning moves no points, so only its name appears."""
    table.deal()
    tablet.log_in("referee")
    tablet.tap("A player did something", "#actions")
    tablet.tap("A foul that I saw", "#sheet")
    tablet.sheet.get_by_label("Search all fouls").fill("tiles")
    tablet.sheet.locator("input[value=tiles_shown]").check()
    tablet.sheet.get_by_role("radio", name="South Béla", exact=True).check()
    tablet.sheet.locator("input[value=warning]").check()
    expect(tablet.sheet.locator(".would span").first).to_have_text("ruling on South (Béla): warning")
    tablet.tap("Do it", "#sheet .confirm")
    until(lambda: len(table.rulings) == 1, "the ruling is made")
    expect(tablet.orders).to_contain_text("; ruled: warning")
    tablet.tap("Undo", "#orders")
    until(lambda: not table.rulings and not table.state.findings, "both are undone")
    expect(tablet.page.locator("#findings button")).to_have_count(0)
