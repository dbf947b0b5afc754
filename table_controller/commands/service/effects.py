"""Words a difference: one message for each change that a command would make, the same on the page and a terminal."""

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from referee.game.events import FoulFound, RulingMade
from referee.game.position import GameState, round_of
from referee.game.standing import found, standing
from referee.texts.kinds import WINDS
from referee.texts.lines import JournalText
from referee.texts.message import Message, Person
from referee.tournament.sheet import score_sheet
from table_controller.commands.service.difference import ComparedState, Difference
from wording.events.lines import lines_of
from wording.events.office import STOPS
from wording.ordered import EffectTexts


def changes_of(made: Difference) -> list[Message]:
    """Return every change; if there is none, return the new journal lines other than rulings."""
    ruled = [] if made.begun else list(_rulings(made))
    changed = [
        *_points(made),
        *_play(made),
        *_findings(made),
        *_course(made),
        *_signature(made),
        *_settlement(made),
    ]
    if changed and not made.begun:
        return [*ruled, *changed]
    lines = lines_of([each for each in made.events if not isinstance(each, RulingMade)], made.after.state)
    return [*lines, *changed] if made.begun else [*lines, *ruled, EffectTexts.nothing()]


def _rulings(made: Difference) -> Iterator[Message]:
    """Word the new rulings, and the rulings withdrawn without a replacement."""
    earlier, later = Counter(_standing(made.before.state)), Counter(_standing(made.after.state))
    who = _who(made.before if made.before.state is not None else made.after)
    new = list((later - earlier).elements())
    for _, each in new:
        yield JournalText.ruling(
            None if each.seat is None else who(each.seat),
            each.ruling,
            points=each.points,
            instead=each.instead,
            former="" if each.instead is None else each.former,
            text="",
        )
    replaced = {(foul, each.seat) for foul, each in new if foul is not None}
    for foul, each in (earlier - later).elements():
        if (foul, each.seat) not in replaced:
            yield EffectTexts.ruling_falls(None if each.seat is None else who(each.seat), each.ruling)


def _standing(state: GameState | None) -> Iterator[tuple[tuple[str, int] | None, RulingMade]]:
    """Yield each valid ruling, with the foul and the offender instead of a number, which may change."""
    for each in () if state is None else standing(state.rulings):
        about = None if state is None else found(state, each.finding)
        yield None if about is None else (about.rule, about.seat), replace(each, finding=None)


def _points(made: Difference) -> Iterator[Message]:
    who = _who(made.before if made.before.state is not None else made.after)
    moved = [EffectTexts.by(who(seat), points) for seat, points in enumerate(made.points) if points]
    if moved:
        yield EffectTexts.moved(moved)
    lost = made.penalties
    if lost:
        yield EffectTexts.overall(
            [EffectTexts.by(who(each["seat"], each["player"]), -each["points"]) for each in lost]
        )


def _course(made: Difference) -> Iterator[Message]:
    """Word the course of the hanchan: a hand or the hanchan begins or ends, or undoing moves it elsewhere."""
    before, after = made.before.state, made.after.state
    if before is None or after is None or made.begun:
        return
    if after.phase == "ended":
        if before.phase != "ended":
            yield _end(made)
        elif score_sheet(made.before.results[-1]) != score_sheet(made.after.results[-1]):
            yield EffectTexts.result(_placed(made))
        return
    there = _place(made.after)
    if before.phase == "ended":
        yield EffectTexts.hanchan_goes_on(there)
    elif made.after.in_hand and after.hands > before.hands:
        yield EffectTexts.hand_begins(there)
    elif not made.after.in_hand and (made.before.in_hand or after.hands != before.hands):
        again = (before.round, before.honba) == (after.round, after.honba) and after.hands >= before.hands
        yield (EffectTexts.hand_again if again else EffectTexts.hand_ends)(there)
    elif made.before.place != made.after.place or made.before.in_hand != made.after.in_hand:
        yield EffectTexts.stands(there)


def _findings(made: Difference) -> Iterator[Message]:
    for each in made.made:
        yield EffectTexts.found(_then(each, made), each.rule, each.grade)
    for each in made.withdrawn:
        yield EffectTexts.falls(_then(each, made), each.rule)


def _play(made: Difference) -> Iterator[Message]:
    """Word the hands that die, the players who no longer play, and play that stops or goes on."""
    before, after = made.before, made.after
    who = _who(before if before.state is not None else after)
    if not made.begun:
        if dead := sorted(after.dead - before.dead):
            yield EffectTexts.dead([who(seat) for seat in dead])
        if (alive := sorted(before.dead - after.dead)) and after.in_hand and not made.ends:
            yield EffectTexts.alive([who(seat) for seat in alive])
        for seat in sorted(after.disqualified - before.disqualified):
            yield EffectTexts.disqualified(who(seat))
        for seat in sorted(before.disqualified - after.disqualified):
            yield EffectTexts.qualified(who(seat))
    was, now = (moment.state.desk.stopped if moment.state else "" for moment in (before, after))
    if now and now != was:
        yield (EffectTexts.stops if now in STOPS else EffectTexts.stops_for)(now)
    elif was and not now and not made.ends:
        yield EffectTexts.goes_on()


def _signature(made: Difference) -> Iterator[Message]:
    """Word a signature that is given, withdrawn or due."""
    was, now = (
        moment.state.signature if moment.state is not None and moment.state.phase == "ended" else ""
        for moment in (made.before, made.after)
    )
    if was != now and now:
        yield EffectTexts.signed() if now == "given" else EffectTexts.unsigned()


def _settlement(made: Difference) -> Iterator[Message]:
    if not made.settles:
        return
    before, after = made.closing
    if after is not None:
        yield EffectTexts.settles(list(_settled(after)))
    if before is not None:
        yield EffectTexts.settled(list(_settled(before)))


def _settled(closing: Difference) -> Iterator[Message]:
    yield from lines_of(closing.events, closing.after.state)
    yield from _points(closing)
    yield from _course(closing)


def _place(moment: ComparedState) -> Message:
    place = moment.place
    assert place is not None
    number = round_of(place["hand"])
    return EffectTexts.hand(
        number // 4, number % 4 + 1, place["honba"], place["bets"] or None, _who(moment)(place["dealer"])
    )


def _end(made: Difference) -> Message:
    placed = _placed(made)
    return EffectTexts.hanchan_ends(placed) if placed else EffectTexts.hanchan_void()


def _placed(made: Difference) -> list[Message]:
    """Word the places of a hanchan that has ended, the best first; none if it is void."""
    sheet = score_sheet(made.after.results[-1])
    if sheet is None:
        return []
    who = _who(made.before)
    rows = sorted(sheet["rows"], key=lambda row: (row["place"], row["seat"]))
    return [EffectTexts.placed(row["place"], who(row["seat"]), row["points"], row["overall"]) for row in rows]


def _who(moment: ComparedState) -> Callable[..., Person]:
    """Return a function that names a seat, or its player, by the winds of that moment."""
    state = moment.state

    def who(seat: int | None, name: str | None = None) -> Person:
        if state is None or seat is None:
            return Person("" if seat is None else str(seat), name or "")
        return Person(WINDS[state.wind(seat)], state.names[seat] if name is None else name)

    return who


def _then(foul: FoulFound, made: Difference) -> Person:
    """Return the player a finding is about, with the wind he had when it was found."""
    if foul.round is None:
        return _who(made.before if made.before.state is not None else made.after)(foul.seat)
    return Person(WINDS[(foul.seat - foul.round) % 4], foul.name or "")
