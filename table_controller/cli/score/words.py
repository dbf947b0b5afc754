"""A score as people explain it, line by line, and as JSON."""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from referee.hands.explain import Explanation, Reason, explain
from referee.hands.payments import Changes
from referee.hands.sections import section_of
from referee.hands.waits import Waiting
from referee.hands.win import Score, Win
from referee.rules.ruleset import Ruleset
from referee.tiles import NAMES, tile_names
from table_controller.cli.score.batch import paid
from wording.terminal.columns import padded

WINDS: Final = ("East", "South", "West", "North")
_NAME, _JAPANESE, _ENGLISH, _VALUE = 26, 20, 32, 9


class Payment(Struct, frozen=True):
    """The points that change hands: ``changes`` by seat wind; ``discarder`` is None for a tsumo or if not given."""

    changes: Changes
    discarder: int | None
    liable: int | None
    honba: int
    bets: int


def as_json(win: Win, found: Score | None, payment: Payment | None, ruleset: Ruleset) -> dict[str, Any]:
    """Return the score with its reasons as a mapping; ``{"win": false}`` if there is no win."""
    if found is None or payment is None:
        return {"win": False, "ruleset": ruleset.name}
    why = explain(found, ruleset)
    known = win.tsumo or payment.discarder is not None
    return {
        "win": True,
        "ruleset": ruleset.name,
        "yaku": dict(found.yaku),
        "yakuman": list(found.yakuman),
        "yakuman_counted": found.yakuman_counted,
        "han": found.han,
        "fu": found.fu,
        "limit": found.limit,
        "base": found.base,
        "pay": paid(found),
        "ron": found.ron,
        "from_dealer": found.from_dealer,
        "from_other": found.from_other,
        "points": found.points,
        "honba": payment.honba,
        "bets": payment.bets,
        "received": payment.changes[win.seat_wind],
        "changes": list(payment.changes) if known else None,
        "reasons": {
            "yaku": [_reason_json(reason) for reason in why.yaku],
            "fu": [_reason_json(reason) for reason in why.fu],
            "limit": why.limit and _reason_json(why.limit),
            "value": why.value,
        },
    }


def _reason_json(reason: Reason) -> dict[str, Any]:
    mapping: dict[str, Any] = {
        "item": reason.item,
        "romaji": reason.name.romaji,
        "japanese": reason.name.japanese,
        "english": reason.name.english,
        "value": reason.value,
        "section": reason.section,
    }
    return mapping | {"tile": reason.tile} if reason.tile else mapping


def in_words(win: Win, found: Score | None, payment: Payment | None, ruleset: Ruleset) -> Iterator[str]:
    """Return the score as people explain it."""
    shown = " ".join([*tile_names(win.concealed), "+", NAMES[win.tile]])
    melds = "".join(f", {meld.kind} {' '.join(tile_names(meld.tiles))}" for meld in win.melds)
    yield f"{shown}{melds}"
    how = "tsumo" if win.tsumo else "ron"
    yield f"{WINDS[win.seat_wind]} in the {WINDS[win.round_wind]} round, by {how}; {ruleset.title}"
    yield ""
    if found is None or payment is None:
        yield "No win: the tiles have no winning shape or the hand has no yaku."
        return
    why = explain(found, ruleset)
    yield from _worth(found, why)
    yield ""
    yield from _payments(win, found, payment, ruleset)


def _worth(found: Score, why: Explanation) -> Iterator[str]:
    unit = "yakuman" if found.yakuman else "han"
    for reason in why.yaku:
        yield _line(reason, f"{reason.value} {unit}")
    if found.yakuman:
        if found.yakuman_counted < len(found.yakuman):
            yield f"  Yakuman do not add up ({why.limit.section if why.limit else why.value})."
        yield f"{found.yakuman_counted} yakuman: base value {found.base} ({why.value})"
        return
    yield f"{found.han} han"
    if why.fu:
        yield ""
        for reason in why.fu:
            yield _line(reason, f"{reason.value} fu")
        total = sum(reason.value for reason in why.fu)
        yield f"{found.fu} fu" + (f": {total}, rounded up ({why.rounding})" if why.rounding else "")
    yield ""
    if why.limit:
        yield f"{why.limit.name.romaji} {why.limit.name.japanese}: base value {found.base} ({why.limit.section})"
    else:
        yield f"Base value {found.fu} x 2^{found.han + 2} = {found.base} ({why.value})"


def _line(reason: Reason, value: str) -> str:
    name = f"{reason.name.romaji} {reason.tile}".rstrip()
    english = reason.name.english
    cells = (padded(name, _NAME), padded(reason.name.japanese, _JAPANESE), padded(english, _ENGLISH))
    return f"  {''.join(cells)}{value:<{_VALUE}}  {reason.section}"


def _payments(win: Win, found: Score, payment: Payment, ruleset: Ruleset) -> Iterator[str]:
    if found.ron:
        yield f"The discarder pays {found.ron}."
    elif found.from_dealer:
        yield f"The dealer pays {found.from_dealer}, the others {found.from_other} each: {found.points}."
    else:
        yield f"Each pays {found.from_other}: {found.points}."
    if payment.honba or payment.discarder is not None or payment.liable is not None:
        if payment.honba:
            section = section_of("honba", ruleset.sources, ruleset.unread)
            yield f"With {_number(payment.honba, 'counter')} ({section}):"
        for seat, points in enumerate(payment.changes):
            if points < 0:
                yield f"  {_who(seat, win, payment)} pays {-points}."
    if payment.honba or payment.bets:
        received = f"{WINDS[win.seat_wind]} gets {payment.changes[win.seat_wind]}"
        section = section_of("bets", ruleset.sources, ruleset.unread)
        bets = f", {_number(payment.bets, 'bet')} included ({section})"
        yield received + (bets if payment.bets else "") + "."


def _who(seat: int, win: Win, payment: Payment) -> str:
    liable = ", liable," if seat == payment.liable else ""
    if win.tsumo or payment.discarder is not None or liable:
        return WINDS[seat] + liable
    return "The discarder"


def _number(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def waits_in_words(waiting: Waiting, ruleset: Ruleset) -> Iterator[str]:
    """Yield sentences about a hand's waits, in the words of a judge's question."""
    section = section_of("tenpai", ruleset.sources, ruleset.unread)
    if waiting.kinds:
        yield f"Waits for {' '.join(tile_names(waiting.kinds))}."
    if waiting.used_up:
        yield f"All four of {' '.join(tile_names(waiting.used_up))} are its own, so no fifth can complete it."
    yield f"{'Tenpai' if waiting.tenpai else 'Noten'} ({section}); {ruleset.title}"


def waits_as_json(waiting: Waiting, ruleset: Ruleset) -> dict[str, Any]:
    """Return a hand's waits as a mapping."""
    return {
        "ruleset": ruleset.name,
        "tenpai": waiting.tenpai,
        "waits": tile_names(waiting.kinds),
        "used_up": tile_names(waiting.used_up),
        "section": section_of("tenpai", ruleset.sources, ruleset.unread),
    }
