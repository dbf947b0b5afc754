"""The comparison finds every kind of difference, and none between equal games."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from config import read_ruleset
from referee.melds import Meld
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.neutral.record import (
    Act,
    Discard,
    DrawnGame,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from referee.records.reader import read_record
from referee.tiles import UNKNOWN, parse_tile, parse_tiles
from simulation.people.bots import play_game
from simulation.playing.compare import Comparison, compare_files, compare_games, compare_played
from simulation.playing.report import Report

HAND = parse_tiles("123456789m1123p")
PON = Meld("pon", parse_tiles("555z"), parse_tile("5z"), 2)


def acts(*, changes: tuple[int, ...] = (3900, 0, -2900, 0)) -> tuple[Act, ...]:
    return (
        RecordedDraw(1, 0, parse_tile("9s")),
        Discard(2, 0, parse_tile("9s"), tsumogiri=True),
        RecordedDraw(3, 1, parse_tile("1z")),
        Discard(4, 1, parse_tile("1z"), tsumogiri=True),
        RecordedDraw(5, 2, parse_tile("5z")),
        Discard(6, 2, parse_tile("5z"), tsumogiri=True),
        MeldCall(7, 3, PON),
        Discard(8, 3, parse_tile("2z"), tsumogiri=False),
        RecordedDraw(9, 0, parse_tile("3z")),
        RecordedRiichi(10, 0),
        Discard(11, 0, parse_tile("3z"), tsumogiri=True, riichi=True),
        RecordedBet(12, 0),
        RecordedDraw(13, 1, parse_tile("4z")),
        Discard(14, 1, parse_tile("4z"), tsumogiri=True),
        RecordedDraw(15, 2, parse_tile("1p")),
        Discard(16, 2, parse_tile("1p"), tsumogiri=True),
        WinClaim(
            17, 0, 2, parse_tile("1p"), HAND, parse_tiles("7s"), {"han": 4, "fu": 40, "changes": changes}
        ),
    )


def hand(*acts_of_hand: Act) -> HandRecord:
    hands = (HAND, HAND, HAND, HAND)
    return HandRecord(0, 0, 0, (1, 2), (25000,) * 4, hands, parse_tile("6p"), acts_of_hand)


def game(*hands: HandRecord) -> GameRecord:
    return GameRecord("here", ("", "", "", ""), "tenhou", {}, hands)


def compared(*seen: Act) -> Comparison:
    return compare_games(game(hand(*acts())), game(hand(*seen)))


def without(number: int) -> tuple[Act, ...]:
    return tuple(act for act in acts() if act.index != number)


def changed(number: int, **fields: object) -> tuple[Act, ...]:
    return tuple(replace(act, **fields) if act.index == number else act for act in acts())


def test_the_same_game_is_equal() -> None:
    comparison = compared(*acts())
    assert comparison.equal
    assert comparison.discards.as_json() == {"right": 7, "wrong": 0, "missed": 0}
    assert comparison.calls.as_json() == {"right": 1, "wrong": 0, "missed": 0}
    assert comparison.wins.as_json() == {"right": 1, "wrong": 0, "missed": 0}


def test_what_no_camera_sees_is_not_compared() -> None:
    seen = [replace(act, tile=UNKNOWN) if isinstance(act, RecordedDraw) else act for act in acts()]
    seen = [replace(act, tsumogiri=False) if isinstance(act, Discard) else act for act in seen]
    assert compared(*seen).equal


def test_a_misread_discard_is_wrong_and_missed() -> None:
    comparison = compared(*changed(6, tile=parse_tile("6z")))
    assert not comparison.equal
    assert comparison.discards.as_json() == {"right": 6, "wrong": 1, "missed": 1}
    assert "E1.0 discard 3" in comparison.differences[0]


def test_a_missed_discard_is_missed() -> None:
    assert compared(*without(8)).discards.as_json() == {"right": 6, "wrong": 0, "missed": 1}


def test_an_invented_discard_is_wrong() -> None:
    seen = (*acts()[:-1], Discard(99, 3, 0, tsumogiri=False), acts()[-1])
    assert compared(*seen).discards.as_json() == {"right": 7, "wrong": 1, "missed": 0}


@pytest.mark.parametrize(
    "wrong",
    [
        replace(PON, source=1),
        replace(PON, tiles=parse_tiles("556z")),
        replace(PON, kind="daiminkan"),
    ],
)
def test_a_call_from_another_seat_or_of_other_tiles_is_wrong(wrong: Meld) -> None:
    comparison = compared(*changed(7, meld=wrong))
    assert not comparison.equal
    assert comparison.calls.as_json() == {"right": 0, "wrong": 1, "missed": 1}


@pytest.mark.parametrize("number", [10, 12])
def test_a_missed_riichi_or_bet_is_a_difference(number: int) -> None:
    assert not compared(*without(number)).equal


def test_a_late_riichi_is_a_difference() -> None:
    order = list(acts())
    order.insert(10, order.pop(9))
    assert not compared(*order).equal


def test_a_wrong_kan_dora_is_a_difference() -> None:
    assert not compared(*acts()[:4], KanDora(99, 3), *acts()[4:]).equal


@pytest.mark.parametrize(
    "fields",
    [{"source": 1}, {"tile": 0}, {"ura": ()}, {"concealed": parse_tiles("123456789m1124p")}],
)
def test_another_winner_tile_hand_or_ura_is_wrong(fields: dict[str, object]) -> None:
    comparison = compared(*changed(17, **fields))
    assert comparison.wins.as_json() == {"right": 0, "wrong": 1, "missed": 1}


def test_other_payments_are_a_difference() -> None:
    assert not compared(*acts(changes=(4900, 0, -3900, 0))).equal


def test_a_missed_hand_is_missed_with_all_that_was_in_it() -> None:
    comparison = compare_games(game(hand(*acts()), hand(*acts())), game(hand(*acts())))
    assert not comparison.equal
    assert comparison.discards.as_json() == {"right": 7, "wrong": 0, "missed": 7}


def test_nothing_at_all_is_not_equal_to_nothing() -> None:
    assert not compare_games(game(), game()).equal


def test_only_the_hands_played_count() -> None:
    assert compare_games(game(hand(*acts()), hand(*acts())), game(hand(*acts())), hands=1).equal


def test_another_draw_is_a_difference() -> None:
    exhaustive = DrawnGame(
        1, "exhaustive", (HAND, None, None, None), {"changes": (3000, -1000, -1000, -1000)}
    )
    noten = replace(exhaustive, shown=(None, None, None, None))
    assert compare_games(game(hand(exhaustive)), game(hand(exhaustive))).equal
    assert not compare_games(game(hand(exhaustive)), game(hand(noten))).equal
    assert not compare_games(game(hand(exhaustive)), game(hand(replace(exhaustive, result="nagashi")))).equal


def test_an_export_without_a_hand_has_missed_everything(tmp_path: Path) -> None:
    record, exported = tmp_path / "played.mjai", tmp_path / "export.mjai"
    record.write_text(mjai.write(next(records_of(play_game(read_ruleset("tenhou"), 21, 1)))))
    exported.write_text('{"type":"start_game","names":["","","",""]}\n')
    comparison = compare_files(record, exported)
    assert not comparison.equal
    assert comparison.discards.as_json() == {"right": 0, "wrong": 0, "missed": 21}
    assert comparison.wins.as_json() == {"right": 0, "wrong": 0, "missed": 1}
    assert compare_files(record, record).equal


def test_a_hand_that_a_judge_ended_is_asked_nothing_of(tmp_path: Path) -> None:
    exported = tmp_path / "export.mjai"
    played = next(records_of(play_game(read_ruleset("tenhou"), 21, 2)))
    exported.write_text(mjai.write(played))
    second = read_record(exported).hands[1]
    comparison = compare_played([None, second], exported)
    assert (comparison.equal, comparison.hands) == (True, 1)
    report = Report(comparison, {}, 1.0, ended_by_judge=["E1.0"])
    assert report.as_json()["equal"]
    assert "The judge ended E1.0 differently from the record; 1 hand compared." in report.in_words()
    assert report.in_words().endswith("\nEqual to what was played.")
    assert not compare_played([second, None], exported).equal
    nothing = compare_played([None, None], exported)
    all_ended = Report(nothing, {}, 1.0, ended_by_judge=["E1.0", "E1.0"])
    assert all_ended.equal
    assert all_ended.in_words().endswith("0 hands compared.\nNothing was left to compare.")
    assert not Report(compare_played([None], exported), {}, 1.0, ended_by_judge=["E1.0"]).equal, (
        "one too many"
    )
