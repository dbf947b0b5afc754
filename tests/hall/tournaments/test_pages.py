"""The pages of tournaments at the page of a hall, in a real browser: from no tournament to a session's end and a drop-out."""

import json
import re
from contextlib import ExitStack, closing

import pytest
from playwright.sync_api import Browser, Locator, expect

import config
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.pages_stage import HallPage, Person, comes, hall
from tests.hall.tournaments.whole_tournament_stage import Desk
from tests.proofs import some
from tests.table_controller.page.page_screens_stage import SIZES

__all__ = ["hall"]

PLAYERS = [f"P{number:02}" for number in range(1, 17)]
RIGHT, WRONG = [45000, 35000, 25000, 15000], [45000, 35000, 15000, 25000]


@pytest.mark.timeout(600)
@pytest.mark.sampled(1)
@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
@pytest.mark.parametrize("size", some(SIZES, 1))
def test_from_no_tournament_to_a_drop_out(
    browser: Browser, hall: HallPage, size: tuple[int, int], locale: str
) -> None:
    with ExitStack() as here:
        anna, bob, rita = (
            here.enter_context(closing(comes(browser, hall, who, size, locale)))
            for who in ("anna", "bob", "rita")
        )
        a_new_tournament(anna)
        players(anna)
        seats(anna)
        for each in (bob, rita):
            each.page.goto(f"http://127.0.0.1:{hall.port}/tournaments.html#spring/session-1")
        a_session(hall, anna, bob, rita)
        a_penalty(rita)
        the_end(hall, anna)


def a_new_tournament(anna: Person) -> None:
    anna.is_well("no tournament")
    form = anna.enters("open_tournament", id="Spring Cup")
    expect(form.locator("[data-field=id] .fault")).not_to_be_empty()
    expect(form.locator("[data-field=title] .fault")).not_to_be_empty()
    expect(form.locator("[data-field=id] input")).to_be_focused()
    anna.is_well("what is wrong")
    anna.enters("open_tournament", id="spring", title="Spring Cup", ruleset="wrc-2025+2.1+3.2")
    rules = anna.page.locator("#rules")
    expect(rules).to_contain_text("2025 +2.1 +3.2")
    expect(rules).to_contain_text(str(len(config.unchecked_settings("wrc-2025"))))
    expect(anna.page.locator("h1")).to_have_text("Spring Cup")
    expect(anna.page.locator("#parts a").first).to_have_attribute("aria-current", "page")


def players(anna: Person) -> None:
    paste = anna.form("paste")
    text = paste.locator("textarea")
    text.fill(
        "\n".join(
            [
                "name;club;since",
                *(f"{name};C{name[-1]};1" for name in PLAYERS),
                ";C1;1",
                "P99;C1;soon",
                "P01;;",
            ]
        )
    )
    faults = paste.locator("td .fault")
    expect(faults).to_have_count(3)
    expect(paste.locator("button")).to_be_disabled()
    anna.is_well("preview")
    text.fill("\n".join(["name;club", *(f"{name};C{name[-1]}" for name in PLAYERS)]))
    expect(faults).to_have_count(0)
    paste.locator("button").click()
    anna.entered()
    expect(anna.page.locator("main section > div tbody tr").nth(15)).to_contain_text("P16")
    expect(text).to_have_value("")
    form = anna.enters("register_players", name="Nina", since="0")
    expect(form.locator("[data-field=since] .fault")).not_to_be_empty()
    anna.enters("register_players", since="3", club="C9", team="Reds")
    rows = anna.page.locator("main section > div tbody tr")
    expect(rows).to_have_count(17)
    form.locator("[data-field=id] input").fill("Nina")
    form.locator("[data-field=id] input").press("Tab")
    expect(form.locator("[data-field=team] input")).to_have_value("Reds")
    anna.enters("register_players", club="")
    expect(rows.nth(16).locator("td")).to_have_text(["Nina", "Nina", "", "", "Reds", "3", ""])
    anna.is_well("players")


def seats(anna: Person) -> None:
    anna.goes("seats")
    form = anna.enters("draw_seats", sessions="40")
    expect(form.locator("[data-field=sessions] .fault")).to_contain_text("16")
    anna.enters("draw_seats", sessions="2", seed="7", apart="club", locked="P05, 2")
    expect(anna.page.locator("table")).to_have_count(2)
    expect(anna.page.locator("table").first.locator("tbody tr").nth(1)).to_contain_text("P05")
    anna.is_well("seats")


def a_session(hall: Hall, anna: Person, bob: Person, rita: Person) -> None:
    """Two people enter one table, differently at first; the others are entered in one go."""
    anna.goes("session-1")
    anna.enters("begin_session")
    anna.entered()
    anna.goes("steps")
    anna.is_well("steps")
    step = anna.page.locator("[data-undo]").first.get_attribute("data-undo")
    anna.page.locator(f"[data-undo='{step}']").click()
    expect(anna.page.locator(f"[data-undo='{step}']")).to_have_count(0)
    anna.goes("session-1")
    anna.enters("begin_session")
    late = anna.form("arrive_late").locator("select option").nth(1).get_attribute("value") or ""
    anna.enters("arrive_late", player=late, minutes="0")
    form = anna.enters("take_from_journal", "[data-table='1']", hall_table="9")
    expect(form.locator(".refused")).to_contain_text("9")
    anna.scores("enter_scores", 1, [45000, 35000, 25000, 5000])
    expect(anna.form("enter_scores", "[data-table='1']").locator(".refused")).to_contain_text(
        "\N{MINUS SIGN}10,000"
    )
    expect(anna.form("enter_scores", "[data-table='1']").locator(".left")).to_contain_text("10,000")
    anna.scores("enter_scores", 1, RIGHT)
    expect(anna.page.locator("[data-table='1'] .once")).to_be_visible()
    expect(bob.page.locator("[data-table='1'] .once")).to_be_visible()
    bob.scores("enter_scores", 1, WRONG)
    expect(bob.page.locator("[data-table='1'] .differs")).to_be_visible()
    expect(bob.page.locator("[data-table='1'] table").nth(1)).to_contain_text("anna")
    bob.is_well("entered differently")
    bob.scores("enter_scores", 1, RIGHT)
    expect(bob.page.locator("[data-table='1'] .by-hand")).to_be_visible()
    expect(rita.page.locator("[data-table='1'] .by-hand")).to_be_visible()
    rita.enters("sign_table", "[data-table='1']")
    expect(rita.page.locator("[data-table='1'] [data-operation=sign_table]")).to_be_hidden()
    rita.is_well("signed")
    desk = Desk(hall, "spring")
    desk.known = desk.whole()["number"]
    for table in (2, 3, 4):
        desk.by_hand(1, table, RIGHT)
        desk.do("rita", f"/sessions/1/tables/{table}/signature")
    expect(anna.page.locator("[data-table='4'] .by-hand")).to_be_visible()
    anna.is_well("session")


def a_penalty(rita: Person) -> None:
    rita.goes("penalties")
    rita.enters("give_penalty", session="1", player="P03", grade="chombo", reason="false ron")
    expect(rita.page.locator("tbody tr")).to_contain_text("false ron")
    expect(rita.page.locator("tbody td").filter(has_text="30")).to_be_visible()
    rita.is_well("penalties")
    before = rita.page.viewport_size
    rita.page.set_viewport_size({"width": 390, "height": 844})
    points = rita.page.locator("tbody td").filter(has_text="30").bounding_box()
    assert points is not None
    assert points["x"] + points["width"] < 390, "a telephone shows what a penalty costs"
    if before is not None:
        rita.page.set_viewport_size(before)
    rita.enters("cancel_penalty", why="the wrong player")
    expect(rita.page.locator("tbody tr")).to_contain_text("the wrong player")
    expect(rita.page.locator("[data-operation=cancel_penalty]")).to_be_hidden()


def the_end(hall: Hall, anna: Person) -> None:
    anna.enters("close_session")
    expect(anna.page.locator("[data-operation=close_session]")).to_be_hidden()
    anna.goes("standings")
    expect(anna.page.locator("tbody tr")).to_have_count(16)
    anna.is_well("standings")
    anna.goes("players")
    anna.enters("withdraw_player", player="P16", since="2")
    expect(anna.page.locator("tbody tr").nth(15).locator("td").last).to_have_text("2")
    anna.enters("register_players", name="Nina", since="2")
    expect(anna.page.locator("tbody tr").nth(16)).to_contain_text("2")
    anna.goes("seats")
    repair = anna.enters("repair_seats").locator("xpath=..")
    expect(repair.locator(".preview tbody tr")).to_have_count(2)
    expect(repair.locator(".preview")).to_contain_text("P16")
    anna.is_well("what a repair changes")
    repair.locator(".preview button").click()
    expect(repair.locator(".preview tbody tr")).to_have_count(0)
    expect(anna.page.locator("table").nth(1)).to_contain_text("Nina")
    expect(anna.page.locator("table").nth(1)).not_to_contain_text("P16")
    anna.goes("sheets")
    for name, begins in (("seating-2.pdf", b"%PDF"), ("standings.csv", b"\xef\xbb\xbf")):
        with anna.page.expect_download() as saved:
            anna.page.locator(f"[data-sheet='{name}']").click()
        assert saved.value.suggested_filename == f"spring-{name}"
        assert saved.value.path().read_bytes().startswith(begins)
    with anna.page.expect_download() as saved:
        anna.page.locator("[data-sheet='whole']").click()
    assert json.loads(saved.value.path().read_text("utf-8"))["id"] == "spring"
    anna.is_well("sheets")
    (place,) = [each for each in hall.get("anna", "/spring").body["players"] if each["id"] == "P16"]
    assert place["withdrawn"] == 2


LATIN = re.compile(r"[A-Za-z]{2,}")
OWN = re.compile(r"P\d\d|Nina|substitute \d|ID|U\+202E")
"""Names that the test gives, and words that are the same in Japanese."""


def refuses(form: Locator, *words: str) -> None:
    """The page says in Japanese why nothing was entered, with these words."""
    for each in words:
        expect(form).to_contain_text(each)
    text = " ".join(form.locator(".refused, .fault").all_inner_texts())
    assert any(each in text for each in words), text
    assert LATIN.findall(OWN.sub("", text)) == []


def test_every_refusal_is_in_the_language_of_the_page(browser: Browser, hall: HallPage) -> None:
    with closing(comes(browser, hall, "anna", SIZES[0], "ja-JP")) as anna:
        anna.enters("open_tournament", id="spring", title="Spring", ruleset="wrc-2015")
        expect(anna.page.locator("h1")).to_have_text("Spring")
        refused_before_seats(anna)
        refused_at_seats(anna)
        refused_in_a_session(anna)
        refused_after_the_beginning(anna)


def refused_before_seats(anna: Person) -> None:
    anna.goes("seats")
    refuses(anna.enters("draw_seats", sessions="2"), "入力できません", "6人から200人まで")
    refuses(anna.enters("seat_by_standings"), "4人以上")
    refuses(anna.enters("repair_seats"), "第1回戦の座席はまだ決まっていません")
    anna.goes("players")
    refuses(anna.enters("register_players", name="P17", id="substitute 1"), "代走者を表す")
    paste = anna.form("paste")
    for name, why in (("substitute 2", "代走者を表す"), ("P\u202e", "1行目：名前：文字U+202Eは使えません")):
        paste.locator("textarea").fill(name)
        paste.locator("button").click()
        refuses(paste, why)
    paste.locator("textarea").fill("\n".join(["name;club", *(f"{name};C{name[-1]}" for name in PLAYERS)]))
    paste.locator("button").click()
    expect(anna.page.locator("main section > div tbody tr")).to_have_count(16)


def refused_at_seats(anna: Person) -> None:
    anna.goes("seats")
    refuses(anna.enters("draw_seats", sessions="2", locked="P05, 9"), "P05を9卓に固定できません")
    refuses(anna.enters("draw_seats", sessions="2", locked="P05, 2\nP06, 2"), "毎回同じ卓")
    refuses(anna.enters("draw_seats", sessions="2", locked="Nina, 2"), "参加していません")
    refuses(anna.enters("draw_seats", sessions="2", locked="P05, 0"), "1～999の整数")
    tables = "P01, P02, P03, P01"
    refuses(anna.enters("seat_by_hand", session="1", tables=tables), "P01の席が二つあります")
    tables = "P01, P02, P03, Nina"
    refuses(
        anna.enters("seat_by_hand", session="1", tables=tables),
        "第1回戦：「Nina」という選手は登録されていません",
    )
    anna.enters("draw_seats", sessions="2", seed="7", locked="")
    expect(anna.page.locator("table")).to_have_count(2)


def refused_in_a_session(anna: Person) -> None:
    anna.goes("session-1")
    anna.enters("begin_session")
    anna.entered()
    form = anna.enters("take_from_journal", "[data-table='1']", hall_table="9")
    refuses(form, "「9」という卓の記録は、会場にありません")
    anna.scores("enter_scores", 1, [45000, 35000, 25000, 5000])
    refuses(
        anna.form("enter_scores", "[data-table='1']"),
        "第1回戦の1卓",
        "120,000点",
        "差：\N{MINUS SIGN}10,000点",
    )
    refuses(anna.enters("close_session"), "結果の決まっていない卓があります", "1卓（未着）")
    refuses(anna.enters("swap_seats", one="P01", other="P01"), "P01の席を、本人の席と入れ替える")
    refuses(anna.enters("substitute_player", player="P01", substitute="P02"), "すでに打っています")


def refused_after_the_beginning(anna: Person) -> None:
    anna.goes("seats")
    refuses(anna.enters("draw_seats", sessions="2"), "すでに始まった回戦があります")
    tables = "\n".join(", ".join(PLAYERS[at : at + 4]) for at in range(0, 16, 4))
    refuses(anna.enters("seat_by_hand", session="1", tables=tables), "すでに始まっています")
    anna.enters("seat_by_hand", session="2", tables=tables.splitlines()[0])
    anna.entered()
