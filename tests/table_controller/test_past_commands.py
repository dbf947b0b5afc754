"""Commands that show an earlier state, the hands of a hanchan, the value of a hand and the newest picture."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from config.log_line import unsaid
from referee.encoding.codec import encode
from referee.encoding.public import public_state
from referee.folding.state import evolve
from referee.game import observations
from referee.game.events import HanchanStarted, HandEnded
from referee.journal.journal import Journal
from referee.tiles import UNKNOWN, parse_tile, parse_tiles
from table_controller.commands.hands import hands_of
from table_controller.commands.past import PART, Past
from table_controller.health.evidence import ClipChoice, Evidence
from tests.referee.old_journals_stage import NAMES, built
from tests.table_controller.command_stage import FakeDaemon, ask
from vision.clips.clips import NEWEST, ClipDone, ClipOrder


def won(tiles: str = "234m 567m 234p 55s 78s", winning: str = "6s") -> FakeDaemon:
    return FakeDaemon().begin("wrc-2015").wins(tiles, winning)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", NAMES)
def test_every_moment_of_a_journal_is_what_its_entries_fold_to(name: str, tmp_path: Path) -> None:
    journal = Journal(built(name, tmp_path / "journal.sqlite"))
    past, state = Past(journal), None
    for entry in journal.entries():
        for event in entry.events:
            if state is not None or isinstance(event, HanchanStarted):
                state = evolve(state, event)
        moment = past.moment(entry.number)
        assert public_state(moment.state, 1, 2) == public_state(state, 1, 2)
    journal.close()


def test_steps_lead_through_all_discards_and_hands_and_back() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    discards = []
    for hand in range(2):
        while daemon.state is not None and daemon.state.live > 14:
            daemon.turn("1m" if hand else "9p")
            discards.append(daemon.journal.number)
        ask(daemon, "void_hand", by="anna")
        daemon.deal()
    assert daemon.journal.number > PART
    hands = [
        entry.number
        for entry in daemon.journal.entries()
        if encode(entry.observation)["type"] in {"HandDealt", "HanchanBegun"}
    ]
    past = Past(daemon.journal)
    for step, stops in (("discard", discards), ("hand", hands)):
        at, found = 1, []
        while (then := past.moment(at).forth[step]) is not None:  # type: ignore[index]
            found.append(at := then)
        assert found == [each for each in stops if each > 1]
        back = [at]
        while (then := past.moment(at).back[step]) is not None:  # type: ignore[index]
            back.append(at := then)
        assert back == sorted(stops, reverse=True)


def test_a_position_is_reported_with_its_entry() -> None:
    daemon = won()
    number = daemon.journal.number
    answer = ask(daemon, "past_state", entry=number - 2)
    assert answer["entry"]["number"] == number - 2
    assert "discards 6s" in answer["entry"]["text"]
    assert answer["state"]["number"] == number - 2
    assert answer["state"]["open"]["tile"] == "6s"
    assert answer["state"]["claims"] == []
    assert ask(daemon, "past_state", entry=number - 1)["state"]["claims"][0]["call"] == "ron"
    assert answer["back"] == {"entry": number - 3, "discard": number - 4, "hand": 2}
    assert answer["forward"] == {"entry": number - 1, "discard": None, "hand": None}
    assert answer["newest"] == number
    assert "no entry" in ask(daemon, "past_state", entry=number + 1)["error"]
    assert ask(daemon, "past_state", entry=1)["state"]["phase"] == "waiting"


def test_a_hand_that_is_over_is_told_as_it_would_be_settled_and_then_as_it_was() -> None:
    daemon = won()
    (open_,) = ask(daemon, "hand_results")["hands"]
    assert open_["ended"] is None
    assert open_["result"]["changes"] == [-2000, 2000, 0, 0]
    (worth,) = open_["worth"]
    assert [(each["item"], each["section"]) for each in worth["yaku"]] == [
        ("tanyao", "WRC 6.5.1"),
        ("pinfu", "WRC 6.5.1"),
    ]
    assert [(each["item"], each["value"]) for each in worth["fu"]] == [("base", 20), ("closed_ron", 10)]
    assert worth["winning"] == "6s"
    daemon.judge(observations.HandClosed())
    (closed,) = ask(daemon, "hand_results")["hands"]
    assert closed["ended"] == daemon.journal.number
    assert {**closed, "ended": None} == open_


def test_a_tile_that_was_misread_is_corrected_by_the_entry_that_is_reported() -> None:
    daemon = won(tiles="234m 567m 234p 55s 79s", winning="6s")
    (hand,) = ask(daemon, "hand_results")["hands"]
    assert hand["result"]["result"] == "chombo"
    (opened,) = hand["opened"]
    right = [*opened["tiles"][:-1], "8s"]
    assert ask(daemon, "correct", entry=opened["entry"], set={"tiles": right}, by="anna")["ok"]
    (hand,) = ask(daemon, "hand_results")["hands"]
    assert hand["opened"][0]["tiles"] == right
    assert hand["result"]["result"] == "ron"


@pytest.mark.parametrize("name", NAMES)
def test_every_ended_hand_of_a_journal_is_reported(name: str, tmp_path: Path) -> None:
    journal = Journal(built(name, tmp_path / "journal.sqlite"))
    hands = hands_of(journal.hanchan())
    ended = [event for entry in journal.hanchan() for event in entry.events if isinstance(event, HandEnded)]
    assert sum(each.ended is not None for each in hands) >= len(ended) > 0
    assert all(each.why is not None for hand in hands for each in hand.worth if each.shown is not None)
    journal.close()


def test_tapped_tiles_are_scored_by_the_rules_of_the_hanchan() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    tiles = [*["2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "5s", "5s", "7s", "8s"]]
    answer = ask(daemon, "evaluate", seat=1, tiles=tiles, winning="6s", riichi="riichi", indicators=["1z"])
    assert answer["ok"], answer
    assert {"riichi", "pinfu", "tanyao"} <= {each["item"] for each in answer["yaku"]}
    assert (answer["fu"], answer["yakuman"]) == (30, 0)
    kan = {"kind": "ankan", "tiles": ["4z"] * 4}
    melded = ask(daemon, "evaluate", seat=1, tiles=tiles[:10], winning="5s", melds=[kan], indicators=[])
    assert "do not win" in melded["error"]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"tiles": ["2m"] * 3}, "3 concealed tiles and 0 melds do not make a hand"),
        ({"winning": "?"}, "must be known"),
        ({"melds": [{"kind": "chi", "tiles": ["1z", "2z", "3z"]}], "tiles": ["2m"] * 10}, "is not a meld"),
        ({"tiles": ["2m"] * 13}, "that would be 13 2m: there are 4"),
        ({"tiles": ["0m", *["2m"] * 3, *["3m"] * 3, *["4m"] * 3, *["1z"] * 3]}, "1 0m: there are none"),
        (
            {"tiles": ["1m", "3m", "5m", "7m", "9m", "1p", "3p", "5p", "7p", "9p", "1s", "3s", "5s"]},
            "do not win",
        ),
    ],
)
def test_a_hand_that_cannot_be_scored_says_why(wrong: dict[str, Any], reason: str) -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    hand = {"seat": 1, "tiles": ["2m"] * 13, "winning": "6s"} | wrong
    assert reason in ask(daemon, "evaluate", **hand)["error"]


@pytest.mark.parametrize(
    ("hand", "error"),
    [
        ({"tiles": ["0m", "0s", "0s"]}, "that would be 2 0s: there is 1"),
        ({"tiles": ["5m"] * 3, "winning": "5m"}, "that would be 4 5m: there are 3"),
        ({"rinshan": True, "tsumo": True}, "a rinshan tile needs a kan"),
        ({"rinshan": True, "melds": [{"kind": "ankan", "tiles": ["4z"] * 4}], "tiles": []}, "needs tsumo"),
        ({"chankan": True, "tsumo": True}, "it is not a tsumo"),
        ({"chankan": True, "riichi": "riichi"}, "are in the kan that chankan robs"),
        ({"ippatsu": True}, "ippatsu needs riichi"),
        ({"riichi": "double", "first_turn": True, "tsumo": True}, "cannot be in riichi"),
        ({"first_turn": True, "last_tile": True}, "has no last tile"),
        ({"first_turn": True, "chankan": True}, "not a win in the first turn"),
        (
            {
                "first_turn": True,
                "tsumo": True,
                "melds": [{"kind": "ankan", "tiles": ["4z"] * 4}],
                "tiles": [],
            },
            "any meld ends the first turn",
        ),
        (
            {"riichi": "riichi", "melds": [{"kind": "pon", "tiles": ["4z"] * 3}], "tiles": []},
            "a hand in riichi is closed",
        ),
    ],
)
def test_what_no_table_has_is_not_scored(hand: dict[str, Any], error: str) -> None:
    """A fifth tile, a second red five, or two facts that exclude each other; the hand without them is scored."""
    daemon = FakeDaemon().begin("tenhou")
    whole = ["2m", "3m", "4m", *["2p", "3p", "4p"], *["6s", "7s", "8s"], "8p", *["1z"] * 3]
    given = hand.get("tiles", [])
    rest = whole[-10:] if "melds" in hand else whole[len(given) :]
    asked: dict[str, Any] = {"seat": 1, "winning": "8p", "indicators": [], **hand, "tiles": [*given, *rest]}
    assert error in ask(daemon, "evaluate", **asked)["error"]
    plain = {"seat": 1, "winning": "8p", "indicators": [], "tiles": whole, "riichi": "riichi"}
    assert ask(daemon, "evaluate", **plain)["ok"]


def test_the_newest_picture_is_waited_for_and_shared() -> None:
    ordered: list[ClipOrder] = []

    def keep(order: ClipOrder) -> bool:
        ordered.append(order)
        return True

    async def run(folder: Path, error: str) -> list[bool]:
        evidence = Evidence(folder, ClipChoice(), keep=keep, kept=lambda *_: None, say=unsaid)
        looks = [asyncio.create_task(evidence.look(1_000 + at)) for at in range(2)]
        await asyncio.sleep(0)
        evidence.done([ClipDone(NEWEST, error, ordered[-1].at_ms)])
        return list(await asyncio.gather(*looks))

    assert asyncio.run(run(Path("nothing"), "")) == [True, True]
    assert [(each.journal, each.at_ms) for each in ordered] == [(NEWEST, 1_000)]
    assert asyncio.run(run(Path("nothing"), "nothing of the table was kept")) == [False, False]


def entry_of(daemon: FakeDaemon, zone: str, seat: int | None = None, place: int = 0, **more: Any) -> Any:
    """Return the number of the entry behind a tile, the seat that discards next, and the entry after which it does."""
    answer = ask(daemon, "tile_entry", zone=zone, seat=seat, place=place, **more)
    if not answer["ok"]:
        return answer["code"]
    return answer["entry"]["number"], answer["next_seat"], answer["next_after"]


def test_each_tile_on_the_table_names_the_entry_that_put_it_there() -> None:
    """A pon of East's second discard; corrections and insertions count."""
    daemon = FakeDaemon().begin("wrc-2015")
    indicator = daemon.judge(observations.IndicatorSeen(tile=parse_tile("1z")))
    for tile in ("9p", "9m", "9s", "8s", "5p"):
        daemon.turn(tile)
    first, fifth = daemon.journal.number - 8, daemon.journal.number
    daemon.judge(observations.CallHeard(seat=2, call="pon"))
    meld = daemon.judge(
        observations.MeldShown(seat=2, kind="pon", tiles=parse_tiles("5p5p5p"), source_seat=0)
    )
    assert entry_of(daemon, "indicator") == (indicator, 0, first - 1)
    # South drew after East's first discard; after the second West has called.
    assert entry_of(daemon, "pond", 0) == (first, 1, first + 1)
    assert entry_of(daemon, "pond", 0, 1) == (fifth, 2, meld)
    assert entry_of(daemon, "meld", 2) == (meld, 2, meld)
    assert entry_of(daemon, "pond", 0, until=first) == (first, 1, first)
    for zone, seat, place in (
        ("pond", 0, 2),
        ("pond", None, 0),
        ("meld", 0, 0),
        ("opened", 2, 0),
        ("ura", None, 0),
        ("indicator", None, 1),
    ):
        assert entry_of(daemon, zone, seat, place) == "declined.no_tile_there"
    assert "no entry" in ask(daemon, "tile_entry", zone="ura", until=999)["error"]
    assert ask(daemon, "correct", entry=first, tile="8p", by="anna")["ok"]
    corrected = ask(daemon, "tile_entry", zone="pond", seat=0)
    assert (corrected["entry"]["number"], corrected["observation"]["tile"]) == (first, "8p")
    missed = {"type": "TileDiscarded", "seat": 2, "tile": "1s"}
    put_in = ask(daemon, "insert", after=meld, observation=missed, by="anna")["number"]
    assert entry_of(daemon, "pond", 2, 1) == (put_in, 3, put_in)
    assert ask(daemon, "undo", entry=put_in, by="anna")["ok"]
    assert entry_of(daemon, "pond", 2, 1) == "declined.no_tile_there"


def test_the_entry_of_an_opened_hand_is_reported_until_the_next_hand_begins() -> None:
    daemon = won()
    opened = daemon.journal.number
    assert entry_of(daemon, "opened", 1)[0] == opened
    daemon.judge(observations.HandClosed())
    daemon.deal()
    assert entry_of(daemon, "opened", 1) == "declined.no_tile_there"
    assert entry_of(daemon, "pond", 0) == "declined.no_tile_there"


def test_a_discard_that_was_missed_goes_where_the_tile_before_it_says() -> None:
    """South's draw was felt and her discard was not seen; West then draws and discards."""
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("9p")
    daemon.judge(observations.TileDrawn(seat=1, tile=UNKNOWN))
    draw = daemon.journal.number
    daemon.judge(observations.TileDrawn(seat=2, tile=UNKNOWN))
    daemon.judge(observations.TileDiscarded(seat=2, tile=parse_tile("8s")))
    assert entry_of(daemon, "pond", 0)[1:] == (1, draw)
    missed = {"type": "TileDiscarded", "seat": 1, "tile": "2m"}
    assert ask(daemon, "insert", after=draw, observation=missed, by="anna")["ok"]
    assert [len(seat.pond) for seat in daemon.game.seats] == [1, 1, 1, 0]
    assert daemon.game.findings == ()


def test_a_hanchan_has_a_result_though_it_was_asked_for_before_it_began() -> None:
    """A form for a hanchan asks for a preview before there is one; the table then publishes its first state."""
    daemon = FakeDaemon()
    assert daemon.corrections.results() == ()
    daemon.begin("wrc-2015")
    assert len(daemon.corrections.results()) == 1
