"""The page's view of a table: tiles where they lie, scores, results, findings."""

import copy
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from config import read_ruleset
from referee.encoding.public import public_state
from referee.game import observations as seen
from referee.judging.decide import advance
from referee.tiles import UNKNOWN, parse_tile, parse_tiles
from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.build import ensure_built
from table_controller.web.web import DashboardServer, ServedPage
from tests.table_controller.dashboard.conftest import Broker, JsonObject, Judge, Table


def test_state_is_shown_in_full(judge: Judge, table: Table, state: JsonObject) -> None:
    judge.follows(table, state)
    table.status("ready", "All sources are seen.")
    expect(judge.status).to_contain_text("Ready")
    expect(judge.status).to_have_class("status live")
    expect(judge.centre).to_contain_text("South 2")
    expect(judge.centre).to_contain_text("23 tiles left")
    expect(judge.page.get_by_label("1 honba, 2 riichi bets")).to_be_visible()
    expect(judge.page.get_by_label("Dora indicators: 5 pin, East")).to_be_visible()
    dealer = judge.page.get_by_role("group", name="East Fujita: 31,700 points, dealer")
    expect(dealer).to_be_visible()
    expect(
        judge.page.get_by_role("group", name="West Ito: 26,000 points, \N{MINUS SIGN}5,700, to act")
    ).to_be_visible()
    riichi = judge.page.get_by_role(
        "group", name="South Kobayashi: 17,400 points, \N{MINUS SIGN}14,300, riichi"
    )
    expect(riichi.locator(".discard")).to_have_count(12)
    expect(riichi.locator(".discard.sideways")).to_have_attribute("href", "#tile-5s")
    expect(riichi.locator(".discard.called")).to_have_attribute("href", "#tile-7z")
    expect(judge.page.get_by_label("7 pin", exact=False).first).to_be_visible()
    expect(riichi.get_by_label("South: 13 concealed tiles").locator("use")).to_have_count(13)
    expect(judge.page.locator("[data-seat='2'] .badge")).to_have_text("RIICHI")
    expect(judge.page.locator(".centre .riichi-stick")).to_have_count(2)
    result = judge.page.locator("#result")
    expect(result).to_contain_text("South Fujita wins by ron from West Kobayashi")
    expect(result).to_contain_text("8,000 points · 5 han 30 fu")
    expect(result.locator(".yaku li")).to_have_text(["Riichi1", "Ippatsu1", "Pinfu1", "Dora1", "Ura dora1"])
    expect(result.get_by_role("row", name="West Kobayashi \N{MINUS SIGN}8,300 18,400")).to_be_visible()
    expect(judge.page.locator("#findings")).to_contain_text("Calling chi, pon or kan too late · North Aoyama")
    expect(judge.page.locator("#findings")).to_contain_text("3.3.7")


def test_what_binds_a_player_is_marked_on_the_felt_and_read_out(
    judge: Judge, table: Table, state: JsonObject
) -> None:
    """A dead hand, furiten that everybody can see, riichi and the turn; between hands nobody has the turn."""
    state["seats"][0]["dead"] = True
    state["seats"][3] |= {"furiten": True, "shown": ["1m"] * 11}
    judge.follows(table, state)
    for seat, name, badge in (
        (0, "North Aoyama: 23,900 points, \N{MINUS SIGN}7,800, hand dead", "DEAD"),
        (2, "South Kobayashi: 17,400 points, \N{MINUS SIGN}14,300, riichi", "RIICHI"),
        (3, "West Ito: 26,000 points, \N{MINUS SIGN}5,700, furiten, to act", "FURITEN"),
    ):
        player = judge.page.get_by_role("group", name=name)
        expect(player).to_have_attribute("data-seat", str(seat))
        expect(player.locator(".badge")).to_have_text(badge)
        box, word = (player.locator(f".badge {part}").bounding_box() for part in ("rect", "text"))
        assert box is not None
        assert word is not None
        assert box["x"] <= word["x"] <= word["x"] + word["width"] <= box["x"] + box["width"], badge
    expect(judge.page.locator(".turn-mark")).to_have_count(1)
    expect(judge.page.locator("[data-seat='3'] .turn-mark")).to_be_visible()
    judge.follows(table, state | {"number": 205, "phase": "waiting"})
    expect(judge.page.locator(".turn-mark, .turn-light")).to_have_count(0)
    expect(judge.page.get_by_role("group", name="to act")).to_have_count(0)


def test_the_claimed_tile_lies_sideways_where_it_came_from(
    judge: Judge, table: Table, state: JsonObject
) -> None:
    judge.follows(table, state)
    # Seat 0's pon came from across: the middle tile is turned.
    pon = judge.page.get_by_label("North, pon: chun, chun, chun").locator("use")
    expect(pon).to_have_count(3)
    turned = [pon.nth(place).get_attribute("transform") is not None for place in range(3)]
    assert turned == [False, True, False]
    # Seat 1's chi came from the player before: the left tile is turned, and it is the claimed one.
    chi = judge.page.get_by_label("East, chi: 3 sou, 4 sou, red 5 sou").locator("use")
    assert [chi.nth(place).get_attribute("href") for place in range(3)] == [
        "#tile-4s",
        "#tile-3s",
        "#tile-0s",
    ]
    assert chi.nth(0).get_attribute("transform") is not None
    ankan = judge.page.get_by_label("West, ankan: 5 man, 5 man, red 5 man, 5 man").locator("use")
    assert [ankan.nth(place).get_attribute("href") for place in range(4)] == [
        "#tile-back",
        "#tile-0m",
        "#tile-5m",
        "#tile-back",
    ]
    # Nothing overlaps, and nothing leaves the felt.
    expect(judge.page.locator(".discard")).to_have_count(46)
    overlaps = judge.page.evaluate(
        """() => {
            const felt = document.querySelector('svg.felt').getBoundingClientRect();
            const drawn = '.pond use, .hand use, .meld use, .centre-body, .card-body';
            const boxes = [...document.querySelectorAll(drawn)].map(tile => tile.getBoundingClientRect());
            const wrong = [];
            boxes.forEach((a, i) => {
                if (a.left < felt.left || a.right > felt.right || a.top < felt.top || a.bottom > felt.bottom)
                    wrong.push(`outside ${i}`);
                boxes.slice(i + 1).forEach((b, j) => {
                    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                    if (wide > 1 && high > 1) wrong.push(`${i} on ${i + 1 + j}`);
                });
            });
            return wrong;
        }"""
    )
    assert overlaps == []


def test_a_tablet_shows_the_page_without_scrolling_sideways(
    judge: Judge, table: Table, state: JsonObject
) -> None:
    judge.follows(table, state)
    table.status("ready")
    expect(judge.status).to_have_class("status live")
    for width, height in ((1024, 768), (1280, 800), (768, 1024)):
        judge.page.set_viewport_size({"width": width, "height": height})
        judge.page.wait_for_function("width => innerWidth === width", arg=width)
        assert judge.page.evaluate("document.documentElement.scrollWidth") <= width
        felt = judge.page.locator("svg.felt").bounding_box()
        assert felt is not None
        tile = judge.page.locator("[data-seat='0'] .discard").first.bounding_box()
        assert tile is not None
        assert tile["width"] >= 28, "a tile narrower than this cannot be read at arm's length"
        assert felt["y"] + felt["height"] <= height


def test_no_words_run_over_their_box(judge: Judge, table: Table, state: JsonObject) -> None:
    judge.follows(table, state)
    for status, shown in (("ready", "live"), ("stopped", "waiting")):
        table.status(status)
        expect(judge.status).to_have_class(f"status {shown}")
        for width in (320, 390, 600, 768, 900, 1024):
            judge.page.set_viewport_size({"width": width, "height": 844})
            judge.page.wait_for_function("width => innerWidth === width", arg=width)
            wider = judge.page.evaluate(
                """() => [...document.querySelectorAll('header, header *, #side *')]
                    .filter(box => box.clientWidth && box.scrollWidth > box.clientWidth + 1)
                    .map(box => `${box.tagName}.${box.className} ${box.textContent}`)"""
            )
            assert wider == [], width


def test_a_new_discard_is_marked_and_opened_hands_are_shown(
    judge: Judge, table: Table, state: JsonObject
) -> None:
    judge.follows(table, state)
    expect(judge.page.locator(".latest")).to_have_count(0)
    state = copy.deepcopy(state) | {"number": 205}
    state["seats"][3]["pond"].append({"tile": "0p", "sideways": False, "called_by": None, "tsumogiri": None})
    judge.follows(table, state)
    expect(judge.page.locator(".latest")).to_have_attribute("href", "#tile-0p")
    hand = ["2p", "3p", "4p", "5p", "6p", "7p", "2s", "3s", "4s", "8s", "8s", "6m", "7m"]
    state = copy.deepcopy(state) | {"number": 206, "ura": ["9m"], "phase": "closing"}
    state["seats"][2]["shown"] = hand
    judge.follows(table, state)
    opened = judge.page.get_by_label("South: Opened hand: 2 pin", exact=False)
    expect(opened.locator("use")).to_have_count(13)
    expect(opened.locator("use").nth(3)).to_have_attribute("href", "#tile-5p")
    expect(judge.page.get_by_label("Ura dora indicators: 9 man")).to_be_visible()
    expect(judge.centre).to_contain_text("Closing")


def test_what_stays_on_the_felt_is_not_drawn_anew(judge: Judge, table: Table, state: JsonObject) -> None:
    """Redrawing a tile means laying it out and painting it again, and a weak tablet falls behind."""
    judge.follows(table, state)
    shown = judge.page.locator("#felt .card .score")
    expect(shown.first).to_be_visible()
    judge.page.evaluate("() => document.querySelectorAll('#felt *').forEach((each) => { each.old = true; })")
    state = copy.deepcopy(state) | {"number": 205}
    state["seats"][1]["score"] += 1000
    corrected = state["seats"][1]["pond"][0]
    corrected["tile"] = "9s" if corrected["tile"] == "1m" else "1m"
    judge.follows(table, state)
    expect(shown.filter(has_text=f"{state['seats'][1]['score']:,}").first).to_be_visible()
    first = judge.page.locator("[data-seat='1'] .discard").first
    expect(first).to_have_attribute("href", f"#tile-{corrected['tile']}")
    anew = (
        "[...document.querySelectorAll('#felt *')].filter((each) => !each.old).map((each) => each.outerHTML)"
    )
    assert judge.page.evaluate(anew) == []


def test_a_finding_says_its_tiles_and_what_it_rests_on_in_words(
    judge: Judge, table: Table, state: JsonObject
) -> None:
    state = copy.deepcopy(state)
    finding = state["findings"][0]
    finding["text"] = "discards 0s, which cannot be in the hand"
    finding["evidence"] = ["frame:2827", "frame:2829", "test:9", "judge:kato", "clip:481"]
    judge.follows(table, state)
    shown = judge.page.locator("#findings")
    expect(shown).to_contain_text("discards red 5 sou, which cannot")
    evidence = shown.locator(".evidence")
    expect(evidence).to_have_text("seen by the camera, entered by kato, on film")
    expect(evidence).to_have_attribute("title", ", ".join(finding["evidence"]))


def test_what_cannot_be_read_is_said(judge: Judge, table: Table, state: JsonObject) -> None:
    judge.follows(table, state)
    expect(judge.centre).to_contain_text("South 2")
    table.send("state", state | {"schema": 2, "hand": "S3"})
    expect(judge.alerts).to_contain_text("state: schema is 2; this page reads schema 1")
    expect(judge.centre).to_contain_text("South 2")
    broken = copy.deepcopy(state)
    broken["seats"][1]["pond"][0]["tile"] = "8z"
    table.send("state", broken)
    expect(judge.alerts).to_contain_text("state: seats[1].pond[0].tile is not a tile")
    table.send("state", state)
    expect(judge.alerts).to_have_count(0)


def test_the_view_turns_with_the_judge(judge: Judge, table: Table, state: JsonObject) -> None:
    judge.follows(table, state)
    bottom = judge.page.locator("[data-seat='0'] .hand")
    before = bottom.bounding_box()
    assert before is not None
    judge.page.get_by_role("button", name="Turn view").click()
    expect(judge.page.locator("[data-seat='1'] > g").first).to_have_attribute(
        "transform", "rotate(0 500 500)"
    )
    after = judge.page.locator("[data-seat='1'] .hand").bounding_box()
    assert after is not None
    assert abs(after["y"] + after["height"] - before["y"] - before["height"]) < 1
    judge.page.keyboard.press("v")
    expect(judge.page.locator("[data-seat='2'] > g").first).to_have_attribute(
        "transform", "rotate(0 500 500)"
    )


def test_before_the_first_hanchan_there_is_nothing_to_show(judge: Judge, table: Table) -> None:
    table.send("state", public_state(None, 0, 0, "sim"))
    expect(judge.felt).to_contain_text("No hanchan yet")


def test_a_hand_refereed_from_deal_to_payment(judge: Judge, table: Table) -> None:
    """The page reads the referee's own public state."""
    unknown = (UNKNOWN,) * 13
    hand = [
        seen.HanchanBegun(
            ruleset=read_ruleset("tenhou"),
            names=("Aoyama", "", "Kobayashi", "Ito"),
            chairs=(2, 3, 0, 1),
            senses=("call_buttons",),
        ),
        seen.HandDealt(dice=(3, 4), hands=(unknown, unknown, unknown, unknown)),
        seen.IndicatorSeen(tile=parse_tile("4p")),
        seen.TileDrawn(seat=0, tile=UNKNOWN, at_ms=1000),
        seen.TileDiscarded(seat=0, tile=parse_tile("1z"), at_ms=2000),
        seen.CallHeard(seat=2, call="pon", at_ms=2300),
        seen.MeldShown(
            seat=2,
            kind="pon",
            tiles=parse_tiles("111z"),
            claimed=parse_tile("1z"),
            source_seat=0,
            at_ms=4000,
        ),
        seen.TileDiscarded(seat=2, tile=parse_tile("9m"), at_ms=5000),
        seen.TileDrawn(seat=3, tile=UNKNOWN, at_ms=8000),
        seen.CallHeard(seat=3, call="riichi", at_ms=8500),
        seen.TileDiscarded(seat=3, tile=parse_tile("9m"), sideways=True, at_ms=9000),
        seen.StickLaid(seat=3, at_ms=9500),
        seen.TileDrawn(seat=0, tile=UNKNOWN, at_ms=13_000),
        seen.TileDiscarded(seat=0, tile=parse_tile("2p"), at_ms=14_000),
        seen.CallHeard(seat=3, call="ron", at_ms=14_500),
        seen.TilesShown(
            seat=3, tiles=parse_tiles("234m34p678s11p555z"), winning=parse_tile("2p"), at_ms=15_000
        ),
        seen.UraSeen(tiles=parse_tiles("9s"), at_ms=16_000),
    ]
    state = None
    for observation in hand:
        _, state = advance(state, observation)
    judge.follows(table, public_state(state, len(hand), 16_000, "sim"))
    expect(judge.centre).to_contain_text("East 1")
    expect(judge.centre).to_contain_text("Closing")
    expect(
        judge.page.get_by_role("group", name="North Ito: 24,000 points, \N{MINUS SIGN}1,000, riichi")
    ).to_be_visible()
    expect(judge.page.get_by_label("North: Opened hand: 2 man, 3 man, 4 man", exact=False)).to_be_visible()
    expect(judge.page.locator("[data-seat='0'] .discard.called")).to_have_attribute("href", "#tile-1z")
    expect(judge.page.get_by_label("West, pon: East, East, East")).to_be_visible()
    _, state = advance(state, seen.HandClosed(at_ms=30_000))
    judge.follows(table, public_state(state, len(hand) + 1, 30_000, "sim"))
    result = judge.page.locator("#result")
    expect(result).to_contain_text("North Ito wins by ron from East Aoyama")
    expect(result).to_contain_text("5,200 points · 3 han 40 fu")
    expect(result.get_by_role("row", name="South \N{PLUS-MINUS SIGN}0 25,000")).to_be_visible()


class TestServedByTheTable:
    """The table's own server, with the headers it sends."""

    @pytest.fixture
    def site(self, broker: Broker) -> Iterator[str]:
        server = DashboardServer(
            0,
            ServedPage(
                broker=BrokerDoor("127.0.0.1", broker.port),
                hall="home",
                table="sim",
                folder=ensure_built(),
                viewer=BrokerLogin("viewer", ""),
            ),
            host="127.0.0.1",
        )
        yield f"http://127.0.0.1:{server.port}/"
        server.close()

    def test_nothing_the_page_needs_is_forbidden(self, judge: Judge, table: Table, state: JsonObject) -> None:
        judge.follows(table, state)
        table.status("ready")
        expect(judge.status).to_have_class("status live")
        card = judge.page.locator("[data-seat='0'] .card-body")
        assert card.evaluate("part => getComputedStyle(part).fill") == "rgb(11, 37, 30)"
