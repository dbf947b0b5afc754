"""Events, in a line for the people who watch a table: messages, and their words in a language."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from referee.encoding.codec import decode_event
from referee.game import events
from referee.game.events import Event
from referee.game.judge_events import Refolded
from referee.game.position import GameState, round_of
from referee.game.texts import seen_text
from referee.texts.kinds import WINDS
from referee.texts.language import LanguageName, language
from referee.texts.lines import JournalText
from referee.texts.message import Message, Person
from referee.tiles import UNKNOWN
from wording.events.office import office_line


def text_of(decided: Sequence[Event], state: GameState | None, words: LanguageName = "en") -> str:
    """All events of an entry in one line; ``state`` is the state after them. Empty if nothing happened."""
    return in_one_line(lines_of(decided, state), words)


def in_one_line(lines: Iterable[Message], words: LanguageName) -> str:
    """The text of an entry, in a language."""
    spoken = language(words)
    return spoken.listed([spoken.say(line) for line in lines], "lines")


def lines_of(decided: Sequence[Event], state: GameState | None) -> tuple[Message, ...]:
    """The line of each event that has one; arguments as for ``text_of``."""
    lines: list[Message] = []
    then = state
    if state is not None and any(isinstance(event, events.HandEnded) for event in decided):
        # Winds and players are those of the hand that ended, not of the next.
        then = replace(state, round=round_of(state.last_hand))
    for event in decided:
        lines.extend(_lines(event, then))
        if isinstance(event, events.HandEnded):
            then = state
    return tuple(lines)


def _lines(event: Event, state: GameState | None) -> Iterator[Message]:
    if isinstance(event, events.HandEnded):
        yield from _end(event, state)
    elif isinstance(event, Refolded):
        yield _refolded(event, state)
    else:
        line = _line(event, state)
        if line is not None:
            yield line


def _line(event: Event, state: GameState | None) -> Message | None:  # one for each kind of event
    def who(seat: int) -> Person:
        return _who(seat, state)

    if isinstance(event, events.HanchanStarted):
        return JournalText.hanchan_starts(str(event.ruleset.get("title") or event.ruleset.get("name")))
    if isinstance(event, events.HandStarted):
        return JournalText.hand_starts(event.round // 4 % 4, event.round % 4 + 1, event.honba, event.dice)
    if isinstance(event, events.IndicatorTurned):
        return JournalText.indicator(event.tile, kan=event.kan)
    if isinstance(event, events.TileDrawn):
        return JournalText.draws(
            who(event.seat), None if event.tile == UNKNOWN else event.tile, kan=event.rinshan
        )
    if isinstance(event, events.TileDiscarded):
        return JournalText.discards(who(event.seat), event.tile, sideways=event.sideways)
    if isinstance(event, events.CallMade):
        return JournalText.calls(who(event.seat), event.call)
    if isinstance(event, events.MeldMade):
        return JournalText.makes_meld(who(event.seat), event.meld.kind, event.meld.tiles)
    if isinstance(event, events.PlayResumed):
        return JournalText.goes_on()
    if isinstance(event, events.MeldTakenBack):
        return JournalText.meld_taken_back(who(event.seat))
    if isinstance(event, events.DrawTakenBack):
        return JournalText.draw_taken_back(who(event.seat))
    if isinstance(event, events.PlayTakenBack):
        return JournalText.play_taken_back(who(event.seat))
    if isinstance(event, events.RiichiDeclared):
        return JournalText.declares_riichi(who(event.seat), double=event.double)
    if isinstance(event, events.StickPlaced):
        return JournalText.lays_stick(who(event.seat))
    if isinstance(event, events.RiichiAccepted):
        return JournalText.riichi_stands(who(event.seat))
    if isinstance(event, events.WinShown):
        return JournalText.shows_win(who(event.seat), event.tile)
    if isinstance(event, events.HandShown):
        return JournalText.opens_hand(who(event.seat))
    if isinstance(event, events.UraTurned):
        return JournalText.ura(event.tiles)
    if isinstance(event, events.TenpaiAnnounced):
        return JournalText.announces(who(event.seat), tenpai=event.tenpai)
    if isinstance(event, events.TimeCalled):
        return JournalText.gong()
    if isinstance(event, events.HanchanEnded):
        return JournalText.hanchan_ends(event.scores)
    if isinstance(event, events.RulingMade):
        on = None if event.seat is None else who(event.seat)
        former = "" if event.instead is None else event.former
        return JournalText.ruling(
            on, event.ruling, points=event.points, instead=event.instead, former=former, text=event.text
        )
    if isinstance(event, events.FoulFound):
        return JournalText.found(_who_then(event, state), seen_text(event))
    return office_line(event, who) or _timed_line(event, who)


def _refolded(event: Refolded, state: GameState | None) -> Message:
    """Say what was corrected, removed or inserted, and by whom."""
    by, why = event.judge, event.text
    fell, made = len(event.withdrawn) or None, len(event.made) or None
    if event.inserted is not None:
        put = _lines_of_change(event.inserted, state)
        return JournalText.put_in(event.inserted["after"], put, judge=by, fell=fell, made=made, text=why)
    change = next((each for each in event.changed if each["entry"] == event.first), None)
    if change is None:
        return JournalText.undone(event.first, judge=by, fell=fell, made=made, text=why)
    if change["observation"] is None:
        return JournalText.struck_out(event.first, judge=by, fell=fell, made=made, text=why)
    return JournalText.corrected(
        event.first, _lines_of_change(change, state), judge=by, fell=fell, made=made, text=why
    )


def _lines_of_change(change: dict[str, Any], state: GameState | None) -> tuple[Message, ...]:
    return lines_of([decode_event(event) for event in change["events"]], state)


def _who(seat: int, state: GameState | None) -> Person:
    """A player; by seat number instead of wind if the state is no longer known."""
    return Person(str(seat)) if state is None else Person(WINDS[state.wind(seat)], state.names[seat])


def _who_then(found: events.FoulFound, state: GameState | None) -> Person:
    """Whom a finding is about, as he sat when it was found."""
    if state is None or found.round is None:
        return _who(found.seat, state)
    return Person(WINDS[(found.seat - found.round) % 4], found.name or "")


def _end(ended: events.HandEnded, state: GameState | None) -> Iterator[Message]:
    if not ended.wins and ended.result == "chombo" and not ended.offenders:
        yield JournalText.hand_void()
    elif not ended.wins:
        yield JournalText.drawn(ended.result, [_who(seat, state) for seat in ended.offenders])
    for win in ended.wins:
        who, source = _who(win.seat, state), None if win.source == win.seat else _who(win.source, state)
        if win.yakuman:
            yield JournalText.wins_yakuman(who, ended.result, source, win.points)
        else:
            yield JournalText.wins(who, ended.result, source, han=win.han, fu=win.fu, points=win.points)


def _timed_line(event: Event, who: Callable[[int], Person]) -> Message | None:
    """The line of an event; None if it is another kind or not for people. ``who`` names a seat."""
    if isinstance(event, events.CallWithdrawn):
        return JournalText.call_taken_back(who(event.seat), event.call)
    if isinstance(event, events.ClaimedTileTaken):
        return JournalText.takes_tile(who(event.seat))
    if isinstance(event, events.DrawPutOff):
        return JournalText.draws_early(who(event.seat), None if event.tile == UNKNOWN else event.tile)
    if isinstance(event, events.JudgeSummoned):
        return JournalText.calls_judge(who(event.seat))
    if isinstance(event, events.RiichiTakenBack):
        return JournalText.riichi_taken_back(who(event.seat))
    return None
