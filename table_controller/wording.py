"""What happened, in a line of English for the people who watch a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from referee import events
from referee.codec import decode_event
from referee.judge_events import Refolded
from referee.position import hand_name, round_of
from referee.tiles import NAMES, UNKNOWN
from referee.words import WINDS
from table_controller.wording_office import office_text
from table_controller.wording_timed import timed_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.events import Event
    from referee.position import GameState

RESULTS: Final = {
    "exhaustive": "exhaustive draw",
    "nagashi": "nagashi mangan",
    "nine_terminals": "abortive draw: nine terminals",
    "four_winds": "abortive draw: four winds",
    "four_riichi": "abortive draw: four riichi",
    "four_kans": "abortive draw: four kans",
    "triple_ron": "abortive draw: triple ron",
    "chombo": "chombo",
}


VOID: Final = "the hand is void and played again"
"""A chombo that is nobody's."""


def text_of(decided: Sequence[Event], state: GameState | None) -> str:
    """All events of an entry in one line; ``state`` is the state after them. Empty if nothing happened."""
    texts, then = [], state
    if state is not None and any(isinstance(event, events.HandEnded) for event in decided):
        # Winds and players are those of the hand that ended, not of the next.
        then = replace(state, round=round_of(state.last_hand))
    for event in decided:
        if text := _text(event, then):
            texts.append(text)
        if isinstance(event, events.HandEnded):
            then = state
    return "; ".join(texts)


def _text(event: Event, state: GameState | None) -> str:  # one line for each kind of event
    if isinstance(event, events.HanchanStarted):
        return f"a hanchan starts under {event.ruleset.get('title') or event.ruleset.get('name')}"
    if isinstance(event, events.HandStarted):
        return f"{hand_name(event.round)}, honba {event.honba}: dice {event.dice[0]} and {event.dice[1]}"
    if isinstance(event, events.IndicatorTurned):
        return f"{'kan ' if event.kan else ''}dora indicator {NAMES[event.tile]}"
    if isinstance(event, events.TileDrawn):
        tile = "" if event.tile == UNKNOWN else f" {NAMES[event.tile]}"
        return f"{_who(event.seat, state)} draws{tile}{' after a kan' if event.rinshan else ''}"
    if isinstance(event, events.TileDiscarded):
        return (
            f"{_who(event.seat, state)} discards {NAMES[event.tile]}{' sideways' if event.sideways else ''}"
        )
    if isinstance(event, events.CallMade):
        return f"{_who(event.seat, state)} calls {event.call.replace('_', ' ')}"
    if isinstance(event, events.MeldMade):
        tiles = " ".join(NAMES[tile] for tile in event.meld.tiles)
        return f"{_who(event.seat, state)} makes a {event.meld.kind} of {tiles}"
    if isinstance(event, events.PlayResumed):
        return "play goes on"
    if isinstance(event, events.MeldTakenBack):
        return f"the meld of {_who(event.seat, state)} is taken back"
    if isinstance(event, events.DrawTakenBack):
        return f"the draw of {_who(event.seat, state)} is taken back"
    if isinstance(event, events.PlayTakenBack):
        return f"what followed the discard that {_who(event.seat, state)} wins on is taken back"
    if isinstance(event, events.RiichiDeclared):
        return f"{_who(event.seat, state)} declares {'double ' if event.double else ''}riichi"
    if isinstance(event, events.StickPlaced):
        return f"{_who(event.seat, state)} lays a riichi stick"
    if isinstance(event, events.RiichiAccepted):
        return f"the riichi of {_who(event.seat, state)} stands"
    if isinstance(event, events.WinShown):
        return f"{_who(event.seat, state)} shows a win on {NAMES[event.tile]}"
    if isinstance(event, events.HandShown):
        return f"{_who(event.seat, state)} opens the hand"
    if isinstance(event, events.UraTurned):
        return f"ura dora indicators {' '.join(NAMES[tile] for tile in event.tiles)}"
    if isinstance(event, events.TenpaiAnnounced):
        return f"{_who(event.seat, state)} is {'tenpai' if event.tenpai else 'noten'}"
    if isinstance(event, events.HandEnded):
        return _end(event, state)
    if isinstance(event, events.TimeCalled):
        return "the gong: this hand is the last"
    if isinstance(event, events.HanchanEnded):
        return f"the hanchan ends with {', '.join(str(score) for score in event.scores)}"
    if isinstance(event, events.RulingMade):
        on = "" if event.seat is None else f" on {_who(event.seat, state)}"
        former = ""
        if event.instead is not None:
            by = f" by {event.former}" if event.former else ""
            former = f" in place of {event.instead.replace('_', ' ')}{by}"
        why = f", {event.text}" if event.text else ""
        points = "" if event.points is None else f", {event.points} points"
        return f"ruling{on}: {event.ruling.replace('_', ' ')}{points}{former}{why}"
    if isinstance(event, events.FoulFound):
        return f"for the judge: {_who_then(event, state)} {event.text}"

    if isinstance(event, Refolded):
        return _refolded(event, state)

    def who(seat: int) -> str:
        return _who(seat, state)

    return office_text(event, who) or timed_text(event, who)


def _refolded(event: Refolded, state: GameState | None) -> str:
    """What was put right, struck out or put in, and by whom."""
    by = f" by {event.judge}" if event.judge else ""
    if event.inserted is not None:
        put = _told(event.inserted, state)
        what = f"put in{by} after entry {event.inserted['after']}: {put}"
    else:
        change = next((each for each in event.changed if each["entry"] == event.first), None)
        if change is None:
            what = f"entry {event.first} is undone{by}"
        elif change["observation"] is None:
            what = f"entry {event.first} is struck out{by}"
        else:
            what = f"entry {event.first} is corrected{by}: {_told(change, state) or 'nothing comes of it'}"
    found = [f"{len(event.withdrawn)} findings fall"] if event.withdrawn else []
    found += [f"{len(event.made)} are new"] if event.made else []
    return "; ".join((what, *found)) + (f", {event.text}" if event.text else "")


def _told(change: dict[str, Any], state: GameState | None) -> str:
    return text_of([decode_event(event) for event in change["events"]], state)


def _who(seat: int, state: GameState | None) -> str:
    if state is None:
        return f"seat {seat}"
    wind = WINDS[state.wind(seat)]
    return f"{wind} ({state.names[seat]})" if state.names[seat] else wind


def _who_then(found: events.FoulFound, state: GameState | None) -> str:
    """Whom a finding is about, as he sat when it was found."""
    if state is None or found.round is None:
        return _who(found.seat, state)
    wind = WINDS[(found.seat - found.round) % 4]
    return f"{wind} ({found.name})" if found.name else wind


def _end(ended: events.HandEnded, state: GameState | None) -> str:
    if not ended.wins:
        if ended.result == "chombo" and not ended.offenders:
            return VOID
        by = " and ".join(_who(seat, state) for seat in ended.offenders)
        return RESULTS.get(ended.result, ended.result) + (f" of {by}" if by else "")
    wins = []
    for win in ended.wins:
        worth = "yakuman" if win.yakuman else f"{win.han} han {win.fu} fu"
        source = "" if win.source == win.seat else f" from {_who(win.source, state)}"
        wins.append(f"{_who(win.seat, state)} wins by {ended.result}{source}: {worth}, {win.points} points")
    return "; ".join(wins)
