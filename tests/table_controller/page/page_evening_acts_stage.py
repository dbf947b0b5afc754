"""The thirty acts of a judge's evening at one table, in order, each with its occasion, the judge's taps and the
result."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Locator, expect

from config import read_ruleset
from referee.game import observations
from referee.rules.ruleset import Ruleset
from referee.tiles import NAMES, UNKNOWN
from tests.hall.judge.hall_stage import Table, password, until
from tests.table_controller.page.page_evening_stage import Hands, Lying
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Place

EAST, SOUTH, WEST, NORTH = range(4)


@dataclass(frozen=True)
class Evening:
    """A judge at a table."""

    hands: Hands
    table: Table

    def on(self, css: str) -> Locator:
        """Return part of the page."""
        return self.hands.page.locator(css).first

    def option(self, group: str, value: str | int) -> Locator:
        """Return a choice within a part of the sheet, or within all of it."""
        return self.hands.sheet.locator(f"{group} input[value='{value}']").first

    def opens(self, group: str, command: str) -> None:
        self.settled()
        self.hands.press(self.on(f"[data-group={group}]"))
        self.hands.press(self.hands.sheet.locator(f"[data-command={command}]"))

    def about(self, seat: int, command: str) -> None:
        """Tap a player, then what was done."""
        self.settled()
        self.hands.player(seat)
        self.hands.press(self.hands.sheet.locator(f"[data-command={command}]"))

    def settled(self) -> None:
        """Wait until the page shows the table's present state: an order based on an older one would be refused."""
        number = re.compile(rf"\D{self.table.daemon.journal.number}番?$")
        self.hands.page.locator("#hand-line span", has_text=number).wait_for()


@dataclass(frozen=True)
class Act:
    what: str
    how: str
    """The labels of what is tapped, in English."""
    do: Callable[[Evening], None]
    most: int | None = None
    """The most taps that each act may take."""


def log_in(evening: Evening) -> None:
    hands = evening.hands
    hands.put(evening.on("#login-name"), "referee")
    hands.put(evening.on("#login-password"), password("referee"))
    hands.press(evening.on("#login-page button"))
    evening.on("#actions button:enabled").wait_for()


def begin(evening: Evening) -> None:
    """By the table's own rules, WRC 2015. 8.2: the time runs from the start signal on, and the score sheet is signed."""
    own = Ruleset.from_mapping(read_ruleset("wrc-2015"))
    object.__setattr__(evening.table.daemon.settings, "ruleset", own)
    evening.opens("score", "begin_hanchan")
    boxes = evening.hands.sheet.locator(".begin .switch input")
    evening.hands.tick(boxes.nth(0))
    evening.hands.tick(boxes.nth(1))
    evening.hands.confirm()
    state = evening.table.state
    assert (state.desk.signal_awaited, state.signature) == (True, "awaited")


def start(evening: Evening) -> None:
    evening.hands.press(evening.on("#hanchan [data-command=start_signal]"))
    evening.hands.confirm()
    assert not evening.table.state.desk.signal_awaited


def misread(evening: Evening) -> None:
    table = evening.table
    table.deal()
    table.discard(EAST, "5p")
    evening.settled()
    evening.hands.misread(Lying(EAST, table.daemon.journal.number))
    evening.hands.choose(evening.option(".tile-keys", "4p"))
    evening.hands.confirm()
    assert NAMES[table.state.seats[EAST].pond[0].tile] == "4p"


def missed(evening: Evening) -> None:
    """South's draw was sensed, but her discard was not seen."""
    table = evening.table
    table.happens(observations.TileDrawn(seat=SOUTH, tile=UNKNOWN))
    draw = table.daemon.journal.number
    table.discard(WEST, "1z")
    evening.settled()
    evening.hands.missed(Lying(EAST, draw), SOUTH)
    evening.hands.choose(evening.option(".tile-keys", "9m"))
    evening.hands.confirm()
    assert [NAMES[each.tile] for each in table.state.seats[SOUTH].pond] == ["9m"]
    assert table.state.findings == ()


def finding(evening: Evening, seat: int) -> None:
    """Somebody discards out of turn; the judge opens the finding, and the table says what rulings would do."""
    evening.table.foul(seat)
    evening.settled()
    evening.hands.press(evening.on("#findings .open button"))
    evening.on("#now-accepted:enabled").wait_for()
    evening.on("#now-dismissed:enabled").wait_for()


def accept(evening: Evening) -> None:
    finding(evening, EAST)
    evening.hands.press(evening.on("#now-accepted"))
    evening.hands.sheet.wait_for(state="hidden")
    assert len(evening.table.rulings) == 1


def dismiss(evening: Evening) -> None:
    finding(evening, SOUTH)
    evening.hands.press(evening.on("#now-dismissed"))
    evening.hands.sheet.wait_for(state="hidden")
    assert evening.table.rulings[-1][0] == "dismissed"


def rule(evening: Evening) -> None:
    finding(evening, WEST)
    evening.hands.choose(evening.option(".rulings", "guidance"))
    evening.hands.confirm()
    assert evening.table.rulings[-1][0] == "guidance"


def undo(evening: Evening) -> None:
    evening.hands.press(evening.on("#orders .undo"))
    until(lambda: len(evening.table.rulings) == 2, "the ruling is taken back")


def stop(evening: Evening) -> None:
    evening.settled()
    evening.hands.press(evening.on("#actions [data-command=stop]"))
    evening.hands.confirm()
    assert evening.table.state.desk.stopped


def go_on(evening: Evening) -> None:
    evening.hands.press(evening.on("#stop button"))
    until(lambda: not evening.table.state.desk.stopped, "play goes on")


def go(evening: Evening) -> None:
    table = evening.table
    table.do(lambda: table.daemon.health.judge_called(Place.chair(1)))
    table.happens(observations.JudgeCalled(seat=SOUTH))
    evening.hands.press(evening.on("#attendant button"))
    until(lambda: table.state.desk.attendant == "referee", "the judge goes")


def seen_to(evening: Evening) -> None:
    evening.hands.press(evening.on("#stop button.main"))
    until(lambda: not evening.table.daemon.health.standing, "the call is gone")


def resolve(evening: Evening) -> None:
    health = evening.table.daemon.health
    evening.table.do(lambda: health.alert(TableAlert.LINKS, TableAlert.links_unkept("full")))
    evening.hands.press(evening.on("[data-alert=links] button"))
    until(lambda: not health.standing, "the alert is gone")


def foul(evening: Evening) -> None:
    findings = len(evening.table.state.findings)
    evening.about(WEST, "foul")
    evening.hands.choose(evening.option(".findings", "passing_information"))
    evening.hands.choose(evening.option("", "warning"))
    evening.hands.confirm()
    state = evening.table.state
    assert (len(state.findings), state.findings[-1].seat) == (findings + 1, WEST)
    assert evening.table.rulings[-1][2] == findings


def warn(evening: Evening) -> None:
    evening.about(NORTH, "warn")
    evening.hands.confirm()
    assert evening.table.rulings[-1][:2] == ("warning", NORTH)


def dead_hand(evening: Evening) -> None:
    evening.about(NORTH, "dead_hand")
    evening.hands.confirm()
    assert evening.table.state.seats[NORTH].dead


def move_points(evening: Evening) -> None:
    evening.opens("score", "adjust_points")
    fields = evening.hands.sheet.locator(".row input")
    evening.hands.put(fields.nth(EAST), "-1000")
    evening.hands.put(fields.nth(SOUTH), "1000")
    evening.hands.confirm()
    assert evening.table.state.scores[EAST] + 2000 == evening.table.state.scores[SOUTH]


def strike(evening: Evening) -> None:
    scores = evening.table.state.scores
    evening.settled()
    evening.hands.entry(evening.table.daemon.journal.number, "strike")
    evening.hands.confirm()
    assert evening.table.state.scores != scores


def look_back(evening: Evening) -> None:
    evening.hands.back()
    expect(evening.on("#felt.past")).to_be_visible()
    evening.hands.now()
    expect(evening.on("#felt:not(.past)")).to_be_visible()


def give_minutes(evening: Evening) -> None:
    evening.opens("clock", "extend_clock")
    evening.hands.put(evening.hands.sheet.locator(".fields input").first, "5")
    evening.hands.confirm()
    assert evening.table.state.desk.clock_added_ms == 300_000


def draw(evening: Evening) -> None:
    evening.opens("score", "enter_hand")
    evening.hands.choose(evening.option("", "exhaustive"))
    tenpai = evening.hands.sheet.locator(".enter-hand input[type=checkbox]:visible")
    evening.hands.tick(tenpai.nth(EAST))
    evening.hands.tick(tenpai.nth(WEST))
    expect(evening.hands.sheet.locator(".payments li")).to_have_count(4)  # through the middle
    evening.hands.confirm(heavy=True)
    assert evening.table.state.last.changes == (1500, -1500, 1500, -1500)


def ron(evening: Evening) -> None:
    evening.table.deal()
    evening.opens("score", "enter_hand")
    evening.hands.choose(evening.option("", "ron"))
    win = evening.hands.sheet.locator(".win-entered")
    evening.hands.choose(win.locator("input[value=said]"))
    seats = win.locator("fieldset")
    evening.hands.choose(seats.nth(0).locator(f"input[value='{WEST}']"))
    evening.hands.choose(seats.nth(1).locator(f"input[value='{NORTH}']"))
    numbers = win.locator("input[inputmode=numeric]:visible")
    evening.hands.put(numbers.nth(0), "3")
    evening.hands.put(numbers.nth(1), "40")
    expect(evening.hands.sheet.locator(".payments b")).to_have_text("5,500 →")
    evening.hands.confirm(heavy=True)
    assert evening.table.state.last.changes == (0, 0, 5500, -5500)


def chombo(evening: Evening) -> None:
    evening.table.deal()
    evening.about(SOUTH, "chombo")
    evening.hands.confirm(heavy=True)
    assert evening.table.rulings[-1][:2] == ("chombo", SOUTH)


def void(evening: Evening) -> None:
    evening.table.deal()
    evening.opens("tiles", "void_hand")
    evening.hands.confirm(heavy=True)
    assert evening.table.rulings[-1][0] == "void"


def disqualify(evening: Evening) -> None:
    evening.table.deal()
    evening.about(WEST, "disqualify")
    expect(evening.hands.sheet.locator(".confirm .loss")).to_contain_text("Chihiro")
    evening.hands.confirm(heavy=True)
    assert evening.table.rulings[-1][:2] == ("disqualified", WEST)


def play_on(evening: Evening) -> None:
    evening.about(WEST, "replace_player")
    evening.hands.put(evening.hands.sheet.locator(".fields input[type=text]").first, "Eri")
    evening.hands.confirm()
    assert evening.table.state.names[WEST] == "Eri"


def end(evening: Evening) -> None:
    evening.opens("score", "close_hanchan")
    evening.hands.confirm(heavy=True)
    assert evening.table.state.sheet_unsigned


def sign(evening: Evening) -> None:
    evening.settled()
    evening.hands.press(evening.on("#unsigned button"))
    expect(evening.hands.sheet.locator(".score-sheet tbody tr")).to_have_count(4)
    evening.hands.confirm()
    assert not evening.table.state.sheet_unsigned


def to_the_hall(evening: Evening) -> None:
    evening.hands.press(evening.on("#all-tables"))
    expect(evening.on(".hall-card a")).to_be_visible()


ACTS: Final = (
    Act("log in", "name, password, *Log in*", log_in),
    Act(
        "begin a hanchan with start signal and score sheet",
        "*Points are wrong*, *Begin a hanchan*, both boxes, *Do it*",
        begin,
    ),
    Act("give the start signal", "*Start signal* beside the table, *Do it*", start),
    Act("put a misread tile right", "the tile, what it is, *Do it*", misread, 3),
    Act(
        "put in a discard that was not seen",
        "the discard before it, *A discard after it was missed*, the tile, *Do it*",
        missed,
        4,
    ),
    Act("accept a finding", "the finding, *Do it* beside *Accept*", accept, 2),
    Act("dismiss a finding", "the finding, *Do it* beside *Dismiss*", dismiss, 2),
    Act("rule otherwise on a finding", "the finding, the ruling, *Do it*", rule, 3),
    Act("take that back", "*Undo* above the table", undo, 1),
    Act("stop play", "*Stop play*, *Do it*", stop, 2),
    Act("let play go on", "*Play goes on* above the table", go_on, 1),
    Act("go to a call", "*I go to the table*", go, 1),
    Act("see to the call", "*Seen to: play goes on* above the table", seen_to, 1),
    Act("see to an alert", "*Seen to* on the alert", resolve, 1),
    Act(
        "enter a foul that you saw, and rule on it",
        "the player, *A foul that I saw*, the foul, the ruling, *Do it*",
        foul,
        5,
    ),
    Act("warn a player", "the player, *Warning*, *Do it*", warn, 3),
    Act("declare a hand dead", "the player, *Dead hand*, *Do it*", dead_hand, 3),
    Act(
        "move points from one player to another",
        "*Points are wrong*, *Move points*, two amounts, *Do it*",
        move_points,
    ),
    Act("strike the newest entry out", "its number in the journal, *Strike it out*, *Do it*", strike, 3),
    Act("look back a discard and return", "◀◀ beside or below the table, *Now*", look_back, 2),
    Act("give more minutes", "*The clock*, *Give more minutes*, minutes, *Do it*", give_minutes),
    Act(
        "enter an exhaustive draw, two tenpai",
        "*Points are wrong*, *Enter how the hand ended*, the ending, two players, hold",
        draw,
    ),
    Act(
        "enter a ron by han and fu",
        "*Points are wrong*, *Enter how the hand ended*, the ending, *Han and fu*, two players, han, fu, hold",
        ron,
    ),
    Act("chombo", "the player, *Chombo*, hold", chombo, 3),
    Act("void the hand", "*Tiles are wrong*, *Void the hand*, hold", void, 3),
    Act("disqualify a player", "the player, *Disqualify*, hold", disqualify, 3),
    Act("have somebody else play on", "the player, *Somebody else plays on*, name, *Do it*", play_on),
    Act("end the hanchan", "*Points are wrong*, *End the hanchan here*, hold", end),
    Act("sign the score sheet", "*Sign the score sheet*, *Do it*", sign, 2),
    Act("go to the hall", "*Hall*", to_the_hall, 1),
)
