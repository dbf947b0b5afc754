"""Records that hold an illegal act, made from hands of real records, one function for each kind.

Fouls at a table are injected in one place, ``simulation.replay.disturb``: it plays a record with times and speaks in
observations. Such records are never played at a table. A record without times may say impossible things (a tile was
discarded that nobody held, a call or draw is left out, somebody else wins); these test how the referee reads and
follows such a record (``referee/records/follow.py``).

Each function is given a hand and a random source and yields the tags of the record with the event, the seat and the
rule that the referee must find; nothing if the hand has no room for the act.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from random import Random
from typing import Final

from referee.records.observe import View
from tests.referee.faulty_records.tags import (
    DISCARDS,
    DRAWS,
    Hand,
    Moment,
    ankan,
    attribute,
    chi,
    complete,
    decode,
    discard,
    draw,
    kakan,
    kind,
    numbers,
    pon,
    waits,
)

VIEWS: Final[tuple[View, ...]] = ("full", "public")
FULL: Final[tuple[View, ...]] = ("full",)


@dataclass
class Illegal:
    """A hand with an illegal act and the finding that must follow.

    ``result`` is set if the act ends the hand; otherwise the rest of the record goes on unchanged.
    """

    tags: list[str]
    event: int
    seat: int
    rule: str
    views: tuple[View, ...] = VIEWS
    result: str = "as told"


KINDS: dict[str, Callable[[Hand, Random], Iterator[Illegal]]] = {}


def act(function: Callable[[Hand, Random], Iterator[Illegal]]) -> Callable[[Hand, Random], Iterator[Illegal]]:
    KINDS[function.__name__] = function
    return function


def spots(hand: Hand, random: Random) -> list[tuple[int, str, Moment]]:
    """The events of a hand in random order."""
    found = list(hand.moments())
    random.shuffle(found)
    return found


def inserted(hand: Hand, number: int, tag: str) -> list[str]:
    return [*hand.tags[:number], tag, *hand.tags[number:]]


def changed(hand: Hand, number: int, tag: str) -> list[str]:
    return [*hand.tags[:number], tag, *hand.tags[number + 1 :]]


def removed(hand: Hand, number: int) -> list[str]:
    return [*hand.tags[:number], *hand.tags[number + 1 :]]


def following(hand: Hand, number: int) -> str:
    return hand.tags[number + 1] if number + 1 < len(hand.tags) else ""


def since_discard(hand: Hand, number: int) -> list[str]:
    """The events between the last discard and this event."""
    return list(takewhile(lambda tag: not is_discard(tag), reversed(hand.tags[:number])))


def is_draw(tag: str) -> bool:
    return tag[1] in DRAWS and tag[2].isdigit()


def is_discard(tag: str) -> bool:
    return tag[1] in DISCARDS and tag[2].isdigit()


def seat_of(tag: str) -> int:
    return (DRAWS if tag[1] in DRAWS else DISCARDS).index(tag[1])


def tile_of(tag: str) -> int:
    return int("".join(char for char in tag if char.isdigit()))


def unseen(hand: Hand, now: Moment) -> list[int]:
    """Tiles that nobody held and nobody will get."""
    later = {tile_of(tag) for tag in hand.tags[1:] if is_draw(tag) or is_discard(tag)}
    return [tile for tile in range(136) if tile not in later and tile not in now.seen]


def agari(seat: int, source: int, tiles: list[int], tile: int, scores: list[int]) -> str:
    """A win as tenhou writes it; the value that it states does not matter."""
    shown = ",".join(str(each) for each in sorted([*tiles, tile]))
    points = ",".join(f"{score // 100},0" for score in scores)
    return (
        f'<AGARI ba="0,0" hai="{shown}" machi="{tile}" ten="30,1000,0" yaku="1,1" doraHai="0" '
        f'who="{seat}" fromWho="{source}" sc="{points}"/>'
    )


# Discards


@act
def tile_not_held(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_discard(tag) and now.holding:
            seat = seat_of(tag)
            held = {kind(tile) for tile in now.hands[seat]}
            foreign = [tile for tile in range(136) if kind(tile) not in held and tile not in now.visible]
            yield Illegal(
                changed(hand, number, discard(seat, random.choice(foreign))),
                number,
                seat,
                "tile_not_in_hand",
                FULL,
            )


@act
def fifth_copy_discarded(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_discard(tag) and now.holding and not now.riichi[seat_of(tag)]:
            full = [each for each in range(34) if sum(kind(tile) == each for tile in now.visible) == 4]
            if full:
                tile = random.choice(full) * 4 + 3
                yield Illegal(
                    changed(hand, number, discard(seat_of(tag), tile)),
                    number,
                    seat_of(tag),
                    "tile_not_in_hand",
                )


@act
def discard_out_of_turn(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, _, now in spots(hand, random):
        if now.holding and now.drawn is not None:
            seat = (now.turn + random.choice((1, 2, 3))) % 4
            tile = random.choice(now.hands[seat])
            yield Illegal(inserted(hand, number, discard(seat, tile)), number, seat, "out_of_turn_discard")


@act
def discard_by_another(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_discard(tag) and now.holding:
            seat = (seat_of(tag) + random.choice((1, 2, 3))) % 4
            yield Illegal(
                changed(hand, number, discard(seat, tile_of(tag))), number, seat, "out_of_turn_discard"
            )


@act
def discard_twice(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_discard(tag) and not now.riichi[seat_of(tag)] and len(now.hands[seat_of(tag)]) > 2:
            seat = seat_of(tag)
            tile = random.choice([tile for tile in now.hands[seat] if tile != tile_of(tag)])
            yield Illegal(
                inserted(hand, number + 1, discard(seat, tile)), number + 1, seat, "out_of_turn_discard"
            )


@act
def discard_missing(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if (
            is_discard(tag)
            and now.holding
            and now.riichi[seat_of(tag)] != 1
            and is_draw(following(hand, number))
        ):
            yield Illegal(removed(hand, number), number, seat_of(following(hand, number)), "out_of_turn_draw")


@act
def kuikae(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_discard(tag) and now.drawn is None and now.melds[seat_of(tag)]:
            call = now.melds[seat_of(tag)][-1]
            if call.claimed is None or call.name == "daiminkan":
                continue
            forbidden = {kind(call.claimed)}
            if call.name == "chi":
                low, high = sorted(kind(tile) for tile in call.own)
                if high == low + 1:
                    other = low - 1 if kind(call.claimed) > high else high + 1
                    forbidden |= {other} if other // 9 == low // 9 else set()
            held = [tile for tile in now.hands[seat_of(tag)] if kind(tile) in forbidden]
            if held:
                tile = random.choice(held)
                yield Illegal(
                    changed(hand, number, discard(seat_of(tag), tile)), number, seat_of(tag), "kuikae"
                )


@act
def riichi_hand_changed(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_discard(tag) and now.riichi[seat_of(tag)] == 2 and now.drawn is not None:
            others = [tile for tile in now.hands[seat_of(tag)] if kind(tile) != kind(now.drawn)]
            yield Illegal(
                changed(hand, number, discard(seat_of(tag), random.choice(others))),
                number,
                seat_of(tag),
                "riichi_hand_changed",
            )


@act
def call_missing(hand: Hand, random: Random) -> Iterator[Illegal]:
    """A player discards without having drawn: the call is missing from the record."""
    for number, tag, _ in spots(hand, random):
        if tag.startswith("<N") and decode(tag).name in {"chi", "pon"}:
            source, who = decode(tag).source, decode(tag).who
            rule = "tile_count" if (who - source) % 4 == 1 else "out_of_turn_discard"
            yield Illegal(removed(hand, number), number, who, rule)


# Draws


@act
def draw_twice(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_draw(tag):
            tile = random.choice(unseen(hand, now))
            yield Illegal(
                inserted(hand, number + 1, draw(seat_of(tag), tile)), number + 1, seat_of(tag), "second_draw"
            )


@act
def draw_out_of_turn(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_draw(tag):
            seat = (seat_of(tag) + random.choice((1, 2, 3))) % 4
            tile = random.choice(unseen(hand, now))
            yield Illegal(inserted(hand, number, draw(seat, tile)), number, seat, "out_of_turn_draw")


@act
def draw_by_another(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, _ in spots(hand, random):
        if is_draw(tag):
            seat = (seat_of(tag) + random.choice((1, 2, 3))) % 4
            yield Illegal(changed(hand, number, draw(seat, tile_of(tag))), number, seat, "out_of_turn_draw")


@act
def draw_missing(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_draw(tag) and is_discard(following(hand, number)) and not now.kan:
            yield Illegal(removed(hand, number), number, seat_of(tag), "tile_count")


@act
def fifth_copy_drawn(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_draw(tag):
            full = [each for each in range(34) if sum(kind(tile) == each for tile in now.seen) == 4]
            if full:
                tile = random.choice(full) * 4 + 3
                yield Illegal(
                    changed(hand, number, draw(seat_of(tag), tile)),
                    number,
                    seat_of(tag),
                    "fifth_copy",
                    FULL,
                )


# Calls


@act
def chi_from_another(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if tag.startswith("<N") and decode(tag).name == "chi" and now.last is not None:
            seat = random.choice([each for each in range(4) if each not in {decode(tag).who, now.last[0]}])
            yield Illegal(
                changed(hand, number, tag.replace(f'who="{decode(tag).who}"', f'who="{seat}"')),
                number,
                seat,
                "invalid_meld" if not now.riichi[seat] else "call_in_riichi",
            )


@act
def wrong_target(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, _ in spots(hand, random):
        if tag.startswith("<N") and decode(tag).name == "pon":
            code = int(attribute(tag, "m"))
            other = random.choice([each for each in (1, 2, 3) if each != code & 3])
            yield Illegal(
                changed(hand, number, f'<N who="{decode(tag).who}" m="{code & ~3 | other}"/>'),
                number,
                decode(tag).who,
                "invalid_meld",
            )


def _inserted_pon(hand: Hand, number: int, seats: tuple[int, int], tiles: list[int], rule: str) -> Illegal:
    """A pon of these tiles, the last of them claimed, inserted before a tag; ``seats`` are the caller's and the
    discarder's."""
    caller, source = seats
    return Illegal(inserted(hand, number, pon(caller, source, tiles, tiles[-1])), number, caller, rule)


def _pair_of(now: Moment, seat: int, tile: int) -> list[int]:
    return [each for each in now.hands[seat] if kind(each) == kind(tile)][:2]


@act
def call_without_the_tiles(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_draw(tag) and now.last is not None and now.live > 0 and not now.kan:
            source, tile = now.last
            for seat in range(4):
                if seat != source and not now.riichi[seat] and not _pair_of(now, seat, tile):
                    like = [kind(tile) * 4 + copy for copy in range(4)]
                    like.remove(tile)
                    yield Illegal(
                        inserted(hand, number, pon(seat, source, [tile, *like[:2]], tile)),
                        number,
                        seat,
                        "invalid_meld",
                        FULL,
                    )


@act
def no_group(hand: Hand, random: Random) -> Iterator[Illegal]:
    """A chi with tiles that do not go with the discard."""
    for number, tag, now in spots(hand, random):
        if tag.startswith("<N") and decode(tag).name == "chi" and now.last is not None:
            held = now.hands[decode(tag).who]
            for low in range(27):
                rows = [[tile for tile in held if kind(tile) == low + place] for place in range(3)]
                if low % 9 <= 6 and all(rows) and kind(now.last[1]) not in range(low, low + 3):
                    tiles = [row[0] for row in rows]
                    wrong = chi(decode(tag).who, tiles, tiles[0])
                    yield Illegal(changed(hand, number, wrong), number, decode(tag).who, "invalid_meld")
                    break


@act
def call_before_any_discard(hand: Hand, random: Random) -> Iterator[Illegal]:
    first = next(hand.moments())[2]
    for seat in range(4):
        held = first.hands[seat]
        for tile in held:
            like = [each for each in held if kind(each) == kind(tile)]
            if len(like) >= 3:
                source = (seat + random.choice((1, 2, 3))) % 4
                yield Illegal(inserted(hand, 1, pon(seat, source, like[:3], like[0])), 1, seat, "void_call")


@act
def late_call(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, _, now in spots(hand, random):
        if (
            now.holding
            and now.drawn is not None
            and now.last is not None
            and now.last[0] != now.turn
            # A kan was made of the tile, so nothing can be called.
            and not any(tag.startswith("<N") for tag in since_discard(hand, number))
        ):
            source, tile = now.last
            for seat in {0, 1, 2, 3} - {source, now.turn}:
                pair = _pair_of(now, seat, tile)
                if len(pair) == 2:
                    yield _inserted_pon(hand, number, (seat, source), [*pair, tile], "late_call")


@act
def call_of_the_own_discard(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_draw(tag) and now.last is not None and not now.kan:
            source, tile = now.last
            pair = _pair_of(now, source, tile)
            if len(pair) == 2:
                yield _inserted_pon(hand, number, (source, source), [*pair, tile], "void_call")


@act
def call_in_riichi(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_draw(tag) and now.last is not None and now.live > 0 and not now.kan:
            source, tile = now.last
            for seat in range(4):
                pair = _pair_of(now, seat, tile)
                if seat != source and now.riichi[seat] == 2 and len(pair) == 2:
                    yield _inserted_pon(hand, number, (seat, source), [*pair, tile], "call_in_riichi")


@act
def second_claim(hand: Hand, random: Random) -> Iterator[Illegal]:
    """Another player calls a tile that has just been taken."""
    for number, tag, now in spots(hand, random):
        if tag.startswith("<N") and decode(tag).name == "chi" and now.last is not None:
            source, tile = now.last
            for seat in range(4):
                pair = _pair_of(now, seat, tile)
                if seat not in {source, decode(tag).who} and len(pair) == 2:
                    yield _inserted_pon(hand, number + 1, (seat, source), [*pair, tile], "late_call")


@act
def call_on_the_last_tile(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if tag.startswith("<RYUUKYOKU") and now.live == 0 and now.last is not None:
            source, tile = now.last
            for seat in range(4):
                pair = _pair_of(now, seat, tile)
                if seat != source and len(pair) == 2 and not now.riichi[seat]:
                    yield _inserted_pon(hand, number, (seat, source), [*pair, tile], "call_on_last_tile")


# Kans


@act
def kan_of_tiles_not_held(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, _, now in spots(hand, random):
        if now.holding and now.drawn is not None and now.live > 0 and not now.riichi[now.turn]:
            tile = random.choice(now.hands[now.turn])
            if len([each for each in now.hands[now.turn] if kind(each) == kind(tile)]) < 4:
                yield Illegal(
                    inserted(hand, number, ankan(now.turn, tile)),
                    number,
                    now.turn,
                    "tile_not_in_hand",
                    FULL,
                )


@act
def kan_without_a_pon(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, _, now in spots(hand, random):
        if now.holding and now.drawn is not None:
            there = {kind(call.own[0]) for call in now.melds[now.turn]}
            tiles = [tile for tile in now.hands[now.turn] if kind(tile) not in there]
            if tiles:
                tag = kakan(now.turn, random.choice(tiles))
                yield Illegal(inserted(hand, number, tag), number, now.turn, "invalid_meld")


@act
def indicator_without_kan(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, _, now in spots(hand, random):
        if now.dora_due == 0 and 0 < now.live < 70:
            turn = now.turn if now.holding or now.kan else (now.turn + 1) % 4
            tile = random.choice(unseen(hand, now))
            tag = f'<DORA hai="{tile}"/>'
            yield Illegal(inserted(hand, number, tag), number, turn, "indicator_without_kan")


@act
def indicator_missing(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        after = following(hand, number)
        if tag.startswith("<DORA") and (is_draw(after) or is_discard(after)):
            del now
            yield Illegal(removed(hand, number), number, seat_of(after), "kan_dora_not_turned")


@act
def concealed_kan_missing(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if (
            tag.startswith("<N")
            and decode(tag).name == "ankan"
            and following(hand, number).startswith("<DORA")
            and now.dora_due == 0
        ):
            yield Illegal(removed(hand, number), number, now.turn, "indicator_without_kan")


@act
def added_kan_missing(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if tag.startswith("<N") and decode(tag).name == "kakan":
            after = following(hand, number)
            if is_draw(after):
                yield Illegal(removed(hand, number), number, now.turn, "second_draw")
            elif after.startswith("<DORA"):
                yield Illegal(removed(hand, number), number, now.turn, "indicator_without_kan")


@act
def called_kan_missing(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        who = decode(tag).who if tag.startswith("<N") and decode(tag).name == "daiminkan" else None
        if who is not None and now.last is not None:
            due = (now.last[0] + 1) % 4
            if following(hand, number).startswith("<DORA"):
                yield Illegal(removed(hand, number), number, due, "indicator_without_kan")
            elif who != due:
                yield Illegal(removed(hand, number), number, who, "out_of_turn_draw")


# Riichi


@act
def riichi_with_an_open_hand(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_discard(tag) and now.holding and not now.closed(now.turn) and now.live >= 4:
            word = f'<REACH who="{now.turn}" step="1"/>'
            yield Illegal(inserted(hand, number, word), number, now.turn, "riichi_open_hand")


@act
def riichi_too_late(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        usual = is_discard(tag) and now.holding and now.closed(now.turn) and not now.riichi[now.turn]
        if usual and now.live < 4 and now.scores[now.turn] >= 1000:
            word = f'<REACH who="{now.turn}" step="1"/>'
            yield Illegal(inserted(hand, number, word), number, now.turn, "riichi_late")


@act
def riichi_twice(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_discard(tag) and now.holding and now.riichi[now.turn] == 2:
            word = f'<REACH who="{now.turn}" step="1"/>'
            yield Illegal(inserted(hand, number, word), number, now.turn, "void_call")


@act
def riichi_out_of_turn(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_discard(tag) and now.holding:
            seat = (now.turn + random.choice((1, 2, 3))) % 4
            if not now.riichi[seat]:
                word = f'<REACH who="{seat}" step="1"/>'
                yield Illegal(inserted(hand, number, word), number, seat, "riichi_out_of_turn")


@act
def bet_without_riichi(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_draw(tag) and now.last is not None and not now.riichi[now.last[0]]:
            paid = f'<REACH who="{now.last[0]}" ten="250,250,250,250" step="2"/>'
            yield Illegal(inserted(hand, number, paid), number, now.last[0], "bet_without_riichi")


@act
def bet_not_placed(hand: Hand, random: Random) -> Iterator[Illegal]:
    """The bet of a riichi is not in the record; it is missed when the player draws again."""
    for number, tag, _ in spots(hand, random):
        if tag.startswith("<REACH") and attribute(tag, "step") == "2":
            seat = int(attribute(tag, "who"))
            announced = hand.tags.index(f'<REACH who="{seat}" step="1"/>')
            if any(is_draw(each) and seat_of(each) == seat for each in hand.tags[number:]):
                yield Illegal(removed(hand, number), announced, seat, "bet_not_placed")


@act
def riichi_not_said(hand: Hand, random: Random) -> Iterator[Illegal]:
    """The bet is paid for a riichi that was not declared."""
    for number, tag, _ in spots(hand, random):
        if tag.startswith("<REACH") and attribute(tag, "step") == "1":
            seat = int(attribute(tag, "who"))
            accepted = [
                at for at, each in enumerate(hand.tags) if each.startswith(f'<REACH who="{seat}" ten')
            ]
            if accepted:
                yield Illegal(removed(hand, number), accepted[0] - 1, seat, "bet_without_riichi")


@act
def noten_riichi(hand: Hand, random: Random) -> Iterator[Illegal]:
    """A closed, noten hand that only discards the drawn tile is put into riichi, and stays closed at the draw."""
    last = hand.tags[-1]
    if not last.startswith("<RYUUKYOKU") or "type=" in last:
        return
    if sum(tag.endswith('step="1"/>') for tag in hand.tags) == 3:
        return  # the fourth riichi would end the hand
    for number, tag, now in spots(hand, random):
        if not is_discard(tag) or now.live < 4 or now.drawn is None:
            continue
        seat = now.turn
        rest = [tile for tile in now.hands[seat] if tile != tile_of(tag)]
        poor = now.riichi[seat] or not now.closed(seat) or now.scores[seat] < 1000
        if poor or len(rest) != 13 or waits(rest) or not is_draw(following(hand, number)):
            continue
        later = hand.tags[number + 1 :]
        own = [each for each in later if (is_draw(each) or is_discard(each)) and seat_of(each) == seat]
        drawn = [tile_of(each) for each in own if is_draw(each)]
        thrown = [tile_of(each) for each in own if is_discard(each)]
        if drawn != thrown or any(each.startswith(f'<N who="{seat}"') for each in later):
            continue
        paid = f'<REACH who="{seat}" ten="250,250,250,250" step="2"/>'
        tags = inserted(hand, number + 1, paid)
        tags.insert(number, f'<REACH who="{seat}" step="1"/>')
        yield Illegal(tags, number, seat, "noten_riichi", result="chombo")


# Wins and draws


def _with_win(hand: Hand, number: int, tag: str) -> list[str]:
    return [*hand.tags[:number], tag]


@act
def furiten_ron(hand: Hand, random: Random) -> Iterator[Illegal]:
    """A player in riichi wins although he discarded another of his waits, or let one pass."""
    for number, tag, now in spots(hand, random):
        if not is_draw(tag) or now.last is None or now.kan or following(hand, number)[1] == "A":
            continue
        source, tile = now.last
        for seat in range(4):
            if seat == source or not complete([*now.hands[seat], tile]):
                continue
            tiles = [*now.hands[seat], *(own for call in now.melds[seat] for own in call.own), tile]
            simple = now.closed(seat) and all(kind(each) < 27 and kind(each) % 9 % 8 for each in tiles)
            if now.riichi[seat] != 2 and not simple:
                continue  # riichi or all simples: there is a yaku for sure
            waiting = waits(now.hands[seat])
            passed = [*now.ponds[seat], *now.passed[seat][:-1]]
            if any(kind(each) in waiting for each in passed):
                win = agari(seat, source, now.hands[seat], tile, now.scores)
                yield Illegal(_with_win(hand, number, win), number, seat, "furiten_win", result="chombo")


@act
def false_ron(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_draw(tag) and now.last is not None and not now.kan:
            source, tile = now.last
            seat = (source + random.choice((1, 2, 3))) % 4
            if not complete([*now.hands[seat], tile]):
                win = agari(seat, source, now.hands[seat], tile, now.scores)
                yield Illegal(_with_win(hand, number, win), number, seat, "false_win", result="chombo")


@act
def false_ron_and_the_record_goes_on(hand: Hand, random: Random) -> Iterator[Illegal]:
    for illegal in false_ron(hand, random):
        illegal.tags = inserted(hand, illegal.event, illegal.tags[-1])
        illegal.result = "as told"
        yield illegal


@act
def tsumo_without_a_draw(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, tag, now in spots(hand, random):
        if is_draw(tag) and now.last is not None:
            seat = seat_of(tag)
            win = agari(seat, seat, now.hands[seat], random.choice(unseen(hand, now)), now.scores)
            yield Illegal(_with_win(hand, number, win), number, seat, "false_win", result="chombo")


@act
def ron_on_a_tile_that_is_not_there(hand: Hand, random: Random) -> Iterator[Illegal]:
    """The winning tile is one of the waits, but not the discarded one."""
    last = hand.tags[-1]
    if not last.startswith("<AGARI") or hand.tags[-2].startswith("<AGARI"):
        return
    seat, tile = int(attribute(last, "who")), int(attribute(last, "machi"))
    if seat == int(attribute(last, "fromWho")):
        return
    tiles = [each for each in numbers(attribute(last, "hai")) if each != tile]
    for other in waits(tiles):
        if other != kind(tile):
            shown = ",".join(str(each) for each in sorted([*tiles, other * 4]))
            text = last.replace(f'hai="{attribute(last, "hai")}"', f'hai="{shown}"', 1)
            text = text.replace(f'machi="{tile}"', f'machi="{other * 4}"')
            number = len(hand.tags) - 1
            yield Illegal(changed(hand, number, text), number, seat, "false_win", result="chombo")


@act
def ron_from_another(hand: Hand, random: Random) -> Iterator[Illegal]:
    """The record names the wrong player as the discarder."""
    last = hand.tags[-1]
    seat, source = int(attribute(last, "who") or 0), int(attribute(last, "fromWho") or 0)
    if last.startswith("<AGARI") and not hand.tags[-2].startswith("<AGARI") and seat != source:
        other = random.choice([each for each in range(4) if each not in {seat, source}])
        number = len(hand.tags) - 1
        text = last.replace(f'fromWho="{source}"', f'fromWho="{other}"')
        yield Illegal(changed(hand, number, text), number, seat, "false_win", result="chombo")


@act
def win_with_tiles_not_held(hand: Hand, random: Random) -> Iterator[Illegal]:
    """One of the shown tiles is not in the hand."""
    last = hand.tags[-1]
    if last.startswith("<AGARI") and not hand.tags[-2].startswith("<AGARI"):
        now = list(hand.moments())[-1][2]
        seat, tile = int(attribute(last, "who")), int(attribute(last, "machi"))
        tiles = [each for each in numbers(attribute(last, "hai")) if each != tile]
        gone = random.choice(tiles)
        put = random.choice([each for each in range(136) if kind(each) not in map(kind, now.seen)] or [gone])
        if put != gone:
            shown = ",".join(str(each) for each in sorted([put, tile, *(set(tiles) - {gone})]))
            number = len(hand.tags) - 1
            text = last.replace(f'hai="{attribute(last, "hai")}"', f'hai="{shown}"', 1)
            yield Illegal(changed(hand, number, text), number, seat, "false_win", FULL, result="chombo")


@act
def nine_terminals_not_there(hand: Hand, random: Random) -> Iterator[Illegal]:
    for number, _, now in spots(hand, random):
        if now.holding and now.drawn is not None and now.ponds[now.turn]:
            tiles = ",".join(str(each) for each in sorted(now.hands[now.turn]))
            points = ",".join(f"{score // 100},0" for score in now.scores)
            text = f'<RYUUKYOKU type="yao9" ba="0,0" sc="{points}" hai{now.turn}="{tiles}"/>'
            yield Illegal(
                [*hand.tags[:number], text], number, now.turn, "nine_terminals_not_there", result="none"
            )


@act
def exhaustive_draw_with_tiles_left(hand: Hand, random: Random) -> Iterator[Illegal]:
    dealer = numbers(attribute(hand.tags[0], "seed"))[0] % 4
    for number, tag, now in spots(hand, random):
        four_riichi = sum(map(bool, now.riichi)) == 4
        if is_draw(tag) and now.last is not None and now.live > 0 and not four_riichi:
            points = ",".join(f"{score // 100},0" for score in now.scores)
            text = f'<RYUUKYOKU ba="0,0" sc="{points}"/>'
            yield Illegal([*hand.tags[:number], text], number, dealer, "hand_not_over", result="none")


@act
def false_tenpai(hand: Hand, random: Random) -> Iterator[Illegal]:
    last = hand.tags[-1]
    if not last.startswith("<RYUUKYOKU") or "type=" in last:
        return
    now = list(hand.moments())[-1][2]
    for seat in range(4):
        if f"hai{seat}=" not in last and not waits(now.hands[seat]):
            shown = ",".join(str(each) for each in sorted(now.hands[seat]))
            number = len(hand.tags) - 1
            text = last.replace("/>", f' hai{seat}="{shown}"/>')
            yield Illegal(changed(hand, number, text), number, seat, "false_tenpai", result="exhaustive")
