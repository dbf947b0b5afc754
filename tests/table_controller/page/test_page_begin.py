"""Beginning a hanchan on the page: the ruleset in words, settings changed and refused, seats by hand and by the draw."""

import pytest
from msgspec.structs import fields
from playwright.sync_api import Browser, Page, expect

from referee.rules.ruleset import GROUPS, Ruleset
from referee.rules.words import sentence
from referee.texts.language import LanguageName
from table_controller.web.web import DashboardServer
from tests.hall.judge.hall_stage import Table, until
from tests.table_controller.page.page_begin_stage import confirm
from tests.table_controller.page.page_past_stage import picture
from tests.table_controller.page.page_screens_stage import SIZES, Screens


def begin_sheet(screens: Screens) -> Page:
    screens.page.locator("[data-group=score]").click()
    screens.page.locator("[data-command=begin_hanchan]").click()
    expect(screens.page.locator("#sheet .begin")).to_be_visible()
    return screens.page


def change(page: Page, setting: str) -> None:
    """Open a setting in its group, once the settings of the chosen ruleset are there."""
    expect(page.locator("#sheet .rules:not([inert])")).to_be_visible()
    page.locator(f"[data-setting='{setting}']").evaluate(
        "(row) => { for (let at = row; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true; }"
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("size", "locale"), [*zip(SIZES, ("ja-JP", "en-GB", "ja-JP"), strict=True)])
def test_a_ruleset_is_read_and_changed_in_words(
    browser: Browser, server: DashboardServer, table: Table, size: tuple[int, int], locale: str
) -> None:
    screens = Screens(browser, server, size, locale)
    screens.log_in()
    page = begin_sheet(screens)
    page.locator("#begin-ruleset").select_option("wrc-2015")
    red = page.locator("[data-setting='scoring.red_fives']")
    language: LanguageName = "en" if locale.startswith("en") else "ja"
    expect(red.locator(".rule-words")).to_have_text(sentence("scoring", "red_fives", False, language))
    rules = Ruleset.read("wrc-2015")
    shown = page.locator("[data-setting]").evaluate_all(
        "(rows) => rows.map((row) => [row.dataset.setting, row.querySelector('.rule-words').textContent])"
    )
    assert {key: text.replace("\N{MINUS SIGN}", "-") for key, text in shown} == {
        f"{group}.{field.name}": sentence(
            group, field.name, getattr(getattr(rules, group), field.name), language
        )
        for group in GROUPS
        for field in fields(GROUPS[group])
    }
    change(page, "scoring.red_fives")
    red.get_by_role("radio").first.check()
    expect(red.locator(".rule-words")).to_have_text(sentence("scoring", "red_fives", True, language))
    expect(red.locator("summary .tag")).to_be_visible()
    expect(page.locator(".rule-changes li")).to_have_count(1)
    change(page, "flow.start_points")
    page.locator("[data-setting='flow.start_points'] input").fill("27000")
    expect(page.locator(".rule-changes li")).to_have_count(2)
    screens.is_well("begin")
    picture(screens, f"begin-{size[0]}-{locale}")
    page.locator(".rule-changes .forget").nth(1).click()
    expect(page.locator(".rule-changes li")).to_have_count(1)
    page.locator("#begin-name-0").fill("Aki")
    page.locator("#begin-name-1").fill("Ben")
    page.locator("#begin-name-2").fill("千尋")
    page.locator("#begin-name-3").fill("Dov")
    confirm(page)
    until(lambda: table.daemon.state is not None, "the hanchan")
    wanted = rules.with_overrides({"scoring.red_fives": True})
    assert table.state.ruleset == wanted
    assert table.state.names == ("Aki", "Ben", "千尋", "Dov")


def test_a_setting_that_contradicts_another_is_marked(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    screens = Screens(browser, server, SIZES[1], "en-GB")
    screens.log_in()
    page = begin_sheet(screens)
    page.locator("#begin-ruleset").select_option("wrc-2015")
    change(page, "flow.rounds")
    rounds = page.locator("[data-setting='flow.rounds']")
    rounds.locator("input").fill("9")
    expect(rounds.locator(".refused")).to_contain_text("flow.rounds")
    assert "refused" in (rounds.get_attribute("class") or "")
    rounds.locator("input").fill("1")
    expect(rounds.locator(".refused")).to_be_hidden()
    confirm(page)
    assert table.state.ruleset.flow.rounds == 1


def test_seats_are_drawn_with_wind_tiles(browser: Browser, server: DashboardServer, table: Table) -> None:
    """WRC 4.4: who draws East is the first dealer, and sits at the chair that is East's."""
    screens = Screens(browser, server, SIZES[0], "en-GB")
    screens.log_in()
    page = begin_sheet(screens)
    page.locator("#begin-ruleset").select_option("wrc-2015")
    page.locator("input[name=begin-way][value=true]").check()
    for person, (name, wind) in enumerate((("Ada", "3z"), ("Ben", "1z"), ("Chi", "4z"), ("Dov", "2z"))):
        page.locator(f"#begin-name-{person}").fill(name)
        page.locator(f"#begin-wind-{person}").select_option(wind)
    page.get_by_role("group", name="East's chair").get_by_role("radio").nth(2).check()
    screens.is_well("draw")
    confirm(page)
    assert table.state.names == ("Ben", "Dov", "Ada", "Chi")
    assert list(table.state.chairs) == [2, 3, 0, 1]


def test_what_is_below_the_rules_stays_where_it_is_while_those_of_another_ruleset_come(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    """A finger on its way down must not hit another choice."""
    table.begin()
    screens = Screens(browser, server, SIZES[1], "en-GB")
    screens.log_in()
    page = begin_sheet(screens)
    tops = page.evaluate(
        """() => {
                const top = () => document.querySelector("input[name=begin-way]").getBoundingClientRect().top;
                const list = document.querySelector("#begin-ruleset");
                const before = top();
                list.value = "saikouisen-2025";
                list.dispatchEvent(new Event("change", { bubbles: true }));
                return [before, top()];
            }"""
    )
    expect(page.locator("#sheet .rules:not([inert])")).to_be_visible()
    tops.append(
        page.locator("input[name=begin-way]").first.evaluate("(at) => at.getBoundingClientRect().top")
    )
    assert len(set(tops)) == 1


def test_the_line_of_article_26_has_six_tiles(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    screens = Screens(browser, server, SIZES[1], "en-GB")
    screens.log_in()
    page = begin_sheet(screens)
    page.locator("#begin-ruleset").select_option("saikouisen-2025")
    page.locator("input[name=begin-way][value=true]").check()
    line = page.get_by_role("group", name="Line of tiles").last
    for tile in ("1p", "1z", "2z", "3z", "4z", "2p"):
        page.locator(f"#sheet .tile-key[data-tile='{tile}']").click()
    expect(page.locator("#sheet .tile-count")).to_have_text("6 / 6")
    page.get_by_role("group", name="Shuffler").get_by_role("radio").first.check()
    for box in page.locator("#sheet .begin-seats .row input").all():
        box.fill("3")
    expect(line).to_be_visible()
    confirm(page)
    assert table.state.ruleset.name == "saikouisen-2025"
    assert sorted(table.state.chairs) == [0, 1, 2, 3]


def test_a_hanchan_that_runs_is_thrown_away_only_if_that_is_ticked(
    browser: Browser, server: DashboardServer, table: Table
) -> None:
    table.deal()
    screens = Screens(browser, server, SIZES[1], "en-GB")
    screens.log_in()
    page = begin_sheet(screens)
    expect(page.locator("#sheet .would.refused").last).to_contain_text("a hanchan is running")
    page.get_by_label("Throw it away").check()
    page.get_by_label("sticks").uncheck()
    confirm(page)
    assert table.state.hands == 0
    assert "sticks" not in table.state.senses
