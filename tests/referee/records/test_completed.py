"""Concealed tiles that follow from what a table saw: real games with them hidden, completed, compared with the truth."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.melds import Meld
from referee.records.completed import complete, complete_game
from referee.records.mjai import mjai
from referee.records.mjlog import mjlog
from referee.records.neutral.errors import NotWritableError
from referee.records.neutral.record import (
    Discard,
    DrawnGame,
    GameRecord,
    HandRecord,
    MeldCall,
    RecordedDraw,
    WinClaim,
)
from referee.records.reader import parse_record, read_record
from referee.records.tenhou6 import tenhou6
from referee.tiles import UNKNOWN, parse_tiles
from simulation.replay.replay import replay
from table_controller.journal import export

HIDDEN = (UNKNOWN,) * 13


def hidden(hand: HandRecord, random: Random, *, seen_at_once: float = 0.5) -> HandRecord:
    """Return a table's view: no deal, no draws, two tiles of a concealed kan; some discards seen to be drawn."""
    acts: list[Any] = []
    for act in hand.acts:
        if isinstance(act, RecordedDraw):
            acts.append(replace(act, tile=UNKNOWN, ids=()))
        elif isinstance(act, Discard):
            acts.append(replace(act, tsumogiri=act.tsumogiri and random.random() < seen_at_once, ids=()))
        elif isinstance(act, MeldCall) and act.meld.kind == "ankan":
            acts.append(replace(act, meld=Meld("ankan", (UNKNOWN, *act.meld.tiles[1:3], UNKNOWN)), ids=()))
        else:
            acts.append(act)
    return replace(hand, hands=(HIDDEN,) * 4, acts=tuple(acts), ids=())


def came(hand: HandRecord, seat: int) -> tuple[tuple[int, ...], list[int]]:
    """A seat's deal, and its draws in their order."""
    draws = [act.tile for act in hand.acts if isinstance(act, RecordedDraw) and act.seat == seat]
    return tuple(sorted(hand.hands[seat])), draws


def compared(truth: HandRecord, random: Random) -> Counter[str]:
    """Complete the hidden part of a hand, and assert that everything claimed to be known is true."""
    counts: Counter[str] = Counter()
    for choose in (True, False):
        done = complete(hidden(truth, random), choose=choose)
        for seat in range(4):
            (dealt, draws), (told_deal, told_draws) = came(truth, seat), came(done.hand, seat)
            known = done.seats[seat]
            counts[known] += 1
            if known == "known":
                assert (told_deal, told_draws) == (dealt, draws)
            elif known == "order_chosen":
                assert Counter([*told_deal, *told_draws]) == Counter([*dealt, *draws])
                assert _plays_on(done.hand, seat)
            else:
                assert UNKNOWN in (*told_deal, *told_draws)
            named = [(one, other) for one, other in zip(told_draws, draws, strict=True) if one != UNKNOWN]
            if known != "order_chosen":  # no unproven tile is named
                assert all(one == other for one, other in named)
                assert not Counter(told_deal) - Counter(dealt) - Counter({UNKNOWN: 13})
    return counts


def _plays_on(hand: HandRecord, seat: int) -> bool:
    """Return whether each tile is in the hand when it leaves it."""
    held, drawn = Counter(hand.hands[seat]), None
    for act in hand.acts:
        if getattr(act, "seat", None) != seat:
            continue
        gone: list[int] = []
        if isinstance(act, RecordedDraw):
            held[act.tile] += 1
            drawn = act.tile
        elif isinstance(act, Discard):
            gone = [act.tile]
            assert not act.tsumogiri or drawn == act.tile
        elif isinstance(act, MeldCall):
            meld = act.meld
            own = Counter([meld.added] if meld.kind == "kakan" else meld.tiles)
            if meld.kind != "kakan" and meld.claimed is not None:
                own[meld.claimed] -= 1
            gone = list(own.elements())  # type: ignore[arg-type]  # a kakan has an added tile
        held.subtract(gone)
        if min(held.values()) < 0:
            return False
    return True


def test_what_is_claimed_to_be_known_is_true(games: list[GameRecord]) -> None:
    random, counts = Random(1), Counter[str]()
    for record in games[:6]:
        for hand in record.hands:
            counts += compared(hand, random)
    assert min(counts[each] for each in ("order_chosen", "order_unknown", "unknown")) > 20, counts


@pytest.mark.shared
def test_what_is_claimed_to_be_known_of_real_games_is_true(shared: Path) -> None:
    random, counts = Random(2), Counter[str]()
    for path in sorted((shared / "records" / "games").glob("7*.mjlog"))[:8]:
        for hand in read_record(path).hands:
            counts += compared(hand, random)
    assert min(counts[each] for each in ("order_chosen", "order_unknown", "unknown")) > 50, counts


def opened_by_all(hand: HandRecord) -> bool:
    return any(isinstance(act, DrawnGame) and None not in act.shown for act in hand.acts)


@pytest.mark.shared
@pytest.mark.parametrize("form", ["tenhou6", "mjlog"])
def test_hands_that_all_opened_are_written_and_can_be_played(shared: Path, form: str) -> None:
    """Four tenpai players, or four in riichi: whatever order is chosen, nobody does what the rules forbid."""
    random, written = Random(3), 0
    for path in sorted((shared / "records" / "games").glob("*.mjlog")):
        if path.name[0] not in "02468":
            continue
        record = read_record(path)
        whole = tuple(hand for hand in record.hands if opened_by_all(hand))
        for truth in whole[:1]:
            game = replace(record, hands=(hidden(truth, random),), final=None)
            filled, notes = export.completed(game, form)
            text = export.written(filled, form)
            back = parse_record(text).hands[0]
            disagreements = [line for report in replay(parse_record(text)) for line in report.disagreements]
            # A hand without those before it starts elsewhere.
            assert [line for line in disagreements if "starts with" not in line] == []
            for seat in range(4):
                assert Counter([*came(back, seat)[0], *came(back, seat)[1]]) == Counter(
                    [*came(truth, seat)[0], *came(truth, seat)[1]]
                )
            assert any("the order of some draws is chosen" in note for note in notes)
            assert "order_chosen" in text
            written += 1
        if written >= 6:
            break
    assert written >= 6


def test_a_hand_of_which_all_follows_is_written_without_being_asked(games: list[GameRecord]) -> None:
    """If each discard was seen to be the drawn tile, the deal is the hand that was shown: nothing is made up."""
    hands = [
        parse_tiles(names)
        for names in ("123456789m1122z", "123456789p3344z", "123456789s5566z", "111222333m777z9p")
    ]
    acts: list[Any] = []
    for turn in range(8):
        tile = parse_tiles("4z7m8m9p1s2s3s8p")[turn]
        acts += [RecordedDraw(0, turn % 4, UNKNOWN), Discard(0, turn % 4, tile, tsumogiri=True)]
    acts.append(DrawnGame(0, "four_winds", tuple(tuple(hand) for hand in hands), {"changes": [0] * 4}))
    played = tuple(replace(act, index=number) for number, act in enumerate(acts, 1))
    hand = replace(
        games[0].hands[0], hands=(HIDDEN,) * 4, acts=played, indicator=parse_tiles("9s")[0], ids=()
    )
    record = replace(games[0], hands=(hand,), final=None)
    for form, write in (("tenhou6", tenhou6.write), ("mjlog", mjlog.write)):
        with pytest.raises(NotWritableError):
            write(record)
        text = export.written(record, form)
        assert "completed" not in text
        back = parse_record(text).hands[0]
        assert [sorted(each) for each in back.hands] == [sorted(each) for each in hands]


def test_what_is_not_known_is_said(games: list[GameRecord]) -> None:
    random = Random(4)
    record = replace(games[0], hands=tuple(hidden(hand, random) for hand in games[0].hands))
    for form in ("tenhou6", "mjlog"):
        with pytest.raises(NotWritableError, match=r"hand 1, .*: not opened, so some tiles stay unknown"):
            export.written(record, form)
    filled, notes = export.completed(record, "mjai")
    assert filled.hands != record.hands
    lines = [json.loads(line) for line in export.written(filled, "mjai").splitlines()]
    starts = [line for line in lines if line["type"] == "start_kyoku"]
    for start, hand in zip(starts, filled.hands, strict=True):
        assert start["completed"] == list(hand.completed)
        for seat, known in enumerate(hand.completed):
            assert ("?" in start["tehais"][seat]) == (known not in {"known", "order_chosen"})
    assert len(notes) == sum(known != "known" for hand in filled.hands for known in hand.completed)


def test_a_complete_record_is_not_touched(games: list[GameRecord]) -> None:
    for record in games[:3]:
        filled = complete_game(record, choose=True)
        assert filled == record
        assert not any(hand.completed for hand in filled.hands)
        assert mjai.write(filled) == mjai.write(record)


def test_tiles_that_do_not_fit_prove_nothing(games: list[GameRecord]) -> None:
    """A hand is shown with a tile too few, or a tile leaves a hand before any draw could have brought it."""
    hand = next(hand for hand in games[0].hands if any(isinstance(act, WinClaim) for act in hand.acts))
    seen = hidden(hand, Random(5))
    short = [
        replace(act, concealed=act.concealed[1:]) if isinstance(act, WinClaim) else act for act in seen.acts
    ]
    winner = next(act.seat for act in hand.acts if isinstance(act, WinClaim))
    assert complete(replace(seen, acts=tuple(short)), choose=True).seats[winner] == "unknown"
