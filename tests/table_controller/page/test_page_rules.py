"""Forms offer what the rules in force have: the ways a hand can end and the fouls; chairs are drawn."""

from playwright.sync_api import Browser, expect

from referee.rules.fouls import CATALOGUE, FREQUENT, is_offence
from referee.rules.ruleset import Ruleset
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import NAMES, Table, until
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens

WRC = Ruleset.read("wrc-2015")


def begin_wrc(table: Table) -> None:
    table.do(lambda: table.daemon.begin_hanchan(ruleset=WRC.to_mapping(), names=NAMES))
    table.deal()


def test_a_hand_ends_as_the_rules_in_force_know(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    """WRC 4.3 has no abortive draw; the same page offers all of them once the rules of the hanchan have them."""
    begin_wrc(table)
    screens = Screens(browser, server, SIZES[1], "en-GB")
    page = screens.page
    ends = page.get_by_role("group", name="How it ended").get_by_role("radio")
    screens.log_in()
    screens.opens("score", "enter_hand")
    expect(ends).to_have_count(3)
    expect(page.locator("#sheet input[value=nine_terminals]")).to_be_hidden()
    assert [each.get_attribute("value") for each in ends.all()] == ["ron", "tsumo", "exhaustive"]
    page.locator("#sheet label", has=page.locator("input[value=ron]")).click()
    expect(page.get_by_role("button", name="Another winner")).to_be_hidden()
    page.locator("#sheet label", has=page.locator("input[value=tsumo]")).click()
    # 2 han 25 fu by tsumo: seven pairs have a third han.
    page.locator("#sheet label", has=page.locator("input[value=said]")).click()
    page.get_by_role("group", name="Player").first.get_by_role("radio").first.check()
    page.get_by_label("Han", exact=True).fill("2")
    page.get_by_label("Fu", exact=True).fill("25")
    expect(page.locator("#sheet .would.refused")).to_contain_text("no hand has 2 han 25 fu by tsumo")
    screens.closes()
    page.locator("[data-group=player]").click()
    expect(page.locator("[data-command=guide]")).to_be_visible()
    expect(page.locator("[data-command=appeal]")).to_have_count(0)  # WRC knows no appeal
    screens.closes()
    page.keyboard.press("2")
    expect(page.locator("#sheet-title")).to_contain_text("South")
    expect(page.locator("[data-command=guide]")).to_be_visible()
    expect(page.locator("[data-command=appeal]")).to_have_count(0)
    screens.closes()
    table.begin({"flow.abort_nine_terminals": True, "fouls.appeal": "written_next_day"})
    table.deal()
    screens.opens("score", "enter_hand")
    expect(page.locator("#sheet input[value=nine_terminals]")).to_be_visible()
    screens.closes()
    page.locator("[data-group=player]").click()
    expect(page.locator("[data-command=appeal]")).to_be_visible()


def test_a_foul_is_searched_and_the_most_frequent_stand_first(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    begin_wrc(table)
    known = [rule for rule in CATALOGUE if is_offence(rule, WRC.fouls, WRC.sources)]
    assert "early_chi" not in known
    screens = Screens(browser, server, SIZES[0], "en-GB")
    page = screens.page
    fouls = page.get_by_role("group", name="Foul").get_by_role("radio")
    search = page.get_by_label("Search all fouls")
    tiles = page.get_by_label("How many tiles")
    screens.log_in()
    screens.opens("player", "foul")
    expect(fouls).to_have_count(len(FREQUENT))
    assert [each.get_attribute("value") for each in fouls.all()] == list(FREQUENT)
    screens.is_well("foul")
    picture(screens, "foul-390")
    expect(tiles).to_be_hidden()
    search.fill("saki")
    expect(page.locator("#sheet")).to_contain_text("No foul of these rules is like that.")
    expect(fouls).to_have_count(0)
    search.fill("PHONE")
    expect(fouls).to_have_count(1)
    search.fill("e")
    found = {str(each.get_attribute("value")) for each in fouls.all()}
    assert found <= set(known)
    assert "cheating" in found
    search.fill("")
    page.get_by_role("radio", name="Showing tiles that nobody may see").check()
    expect(tiles).to_be_visible()
    tiles.fill("2")
    page.get_by_role("radio", name="South Béla").check()
    button = page.locator("#sheet .confirm button")
    expect(button).to_be_enabled()
    button.click()
    until(lambda: table.state.findings, "the foul is entered")
    assert (table.state.findings[0].rule, table.state.findings[0].seat) == ("tiles_shown", 1)


def test_chairs_are_drawn_around_the_table(browser: Browser, server: DashboardServer, table: Table) -> None:
    """Counter-clockwise from the bottom, as on the felt."""
    screens = Screens(browser, server, SIZES[0], "en-GB")
    page = screens.page
    screens.log_in()
    page.locator("[data-group=score]").click()
    page.locator("[data-command=begin_hanchan]").click()
    chairs = page.get_by_role("group", name="Chair of the first dealer").locator("label")
    expect(chairs).to_have_count(4)
    boxes = [each.bounding_box() for each in chairs.all()]
    assert all(boxes)
    bottom, right, top, left = [(box["x"], box["y"]) for box in boxes if box]
    assert left[0] < bottom[0] == top[0] < right[0]
    assert top[1] < left[1] == right[1] < bottom[1]
    expect(page.get_by_role("radio", name="chair 2")).to_be_visible()
    screens.is_well("chairs")
    picture(screens, "chairs-390")
