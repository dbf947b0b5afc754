"""Records as tags: hands cut out of an mjlog, with a bookkeeping of the tests' own of who holds what.

Nothing of the referee is used here. Tiles are tenhou's numbers 0-135, seats are the record's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.referee.independent import shapes

TAG = re.compile(r"<[^>]*>")
DRAWS, DISCARDS = "TUVW", "DEFG"


def attribute(tag: str, name: str) -> str:
    """The value of an attribute, "" if there is none."""
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return found[1] if found else ""


def numbers(text: str) -> list[int]:
    return [int(each) for each in text.split(",")] if text else []


def kind(tile: int) -> int:
    return tile // 4


def draw(seat: int, tile: int) -> str:
    return f"<{DRAWS[seat]}{tile}/>"


def discard(seat: int, tile: int) -> str:
    return f"<{DISCARDS[seat]}{tile}/>"


def pon(seat: int, source: int, tiles: list[int], claimed: int) -> str:
    """A pon of three of the four tiles of a kind."""
    four = [kind(claimed) * 4 + copy for copy in range(4)]
    used = sorted(tiles)
    unused = next(number for number, tile in enumerate(four) if tile not in used)
    base = kind(claimed) * 3 + used.index(claimed)
    return f'<N who="{seat}" m="{base << 9 | unused << 5 | 8 | (source - seat) % 4}"/>'


def chi(seat: int, tiles: list[int], claimed: int) -> str:
    """A chi from the player to the left."""
    used = sorted(tiles)
    low = kind(used[0])
    base = (low // 9 * 7 + low % 9) * 3 + used.index(claimed)
    code = base << 10 | 4 | 3
    for place, tile in enumerate(used):
        code |= (tile - (low + place) * 4) << (3 + 2 * place)
    return f'<N who="{seat}" m="{code}"/>'


def ankan(seat: int, tile: int) -> str:
    return f'<N who="{seat}" m="{tile << 8}"/>'


def kakan(seat: int, tile: int) -> str:
    """A tile added to a pon."""
    return f'<N who="{seat}" m="{kind(tile) * 3 << 9 | tile % 4 << 5 | 16 | 1}"/>'


@dataclass
class Call:
    """A decoded N tag: the tiles ``own`` leave the hand, ``claimed`` is another player's tile."""

    who: int
    name: str
    own: list[int]
    claimed: int | None
    source: int


def decode(tag: str) -> Call:
    """Decode an N tag (https://m77.hatenablog.com/entry/2017/05/21/214529, and the records themselves)."""
    who, code = int(attribute(tag, "who")), int(attribute(tag, "m"))
    source = (who + (code & 3)) % 4
    if code & 4:
        packed, place = code >> 10, (code >> 10) % 3
        low = packed // 3 // 7 * 9 + packed // 3 % 7
        tiles = [(low + each) * 4 + (code >> (3 + 2 * each) & 3) for each in range(3)]
        return Call(who, "chi", [tile for tile in tiles if tile != tiles[place]], tiles[place], source)
    if code & 24:
        packed, unused = code >> 9, code >> 5 & 3
        tiles = [packed // 3 * 4 + copy for copy in range(4) if copy != unused]
        claimed = tiles[packed % 3]
        if code & 16:
            return Call(who, "kakan", [packed // 3 * 4 + unused], None, who)
        return Call(who, "pon", [tile for tile in tiles if tile != claimed], claimed, source)
    tile = code >> 8
    four = [kind(tile) * 4 + copy for copy in range(4)]
    if source == who:
        return Call(who, "ankan", four, None, who)
    return Call(who, "daiminkan", [each for each in four if each != tile], tile, source)


@dataclass
class Moment:
    """The table before an event of a hand.

    Attributes:
        hands: the concealed tiles of each seat.
        ponds: every discard of each seat, the called ones too.
        melds: each seat's calls. ``visible``: tiles that all can see.
        turn: the seat that drew, called or discarded last; ``holding`` if it has not discarded.
        drawn: its drawn tile. ``last``: the newest discard.
        live: tiles left in the live wall.
        riichi: 0 none, 1 said, 2 the bet is paid.
        passed: tiles discarded by others since each seat's riichi.
    """

    hands: list[list[int]]
    indicator: int
    ponds: list[list[int]] = field(default_factory=lambda: [[], [], [], []])
    melds: list[list[Call]] = field(default_factory=lambda: [[], [], [], []])
    visible: list[int] = field(default_factory=list)
    turn: int = 0
    holding: bool = False
    drawn: int | None = None
    last: tuple[int, int] | None = None
    live: int = 70
    kan: bool = False
    dora_due: int = 0
    riichi: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    scores: list[int] = field(default_factory=list)
    passed: list[list[int]] = field(default_factory=lambda: [[], [], [], []])

    def copy(self) -> Moment:
        return Moment(
            [list(hand) for hand in self.hands],
            self.indicator,
            [list(pond) for pond in self.ponds],
            [list(melds) for melds in self.melds],
            list(self.visible),
            self.turn,
            self.holding,
            self.drawn,
            self.last,
            self.live,
            self.kan,
            self.dora_due,
            list(self.riichi),
            list(self.scores),
            [list(passed) for passed in self.passed],
        )

    def closed(self, seat: int) -> bool:
        return all(call.name == "ankan" for call in self.melds[seat])

    @property
    def seen(self) -> list[int]:
        """Every tile that somebody who sees all hands can see."""
        return [*self.visible, *(tile for hand in self.hands for tile in hand)]


@dataclass
class Hand:
    """One hand of a record: ``head`` all tags before the first hand, ``tags`` INIT and what follows, ``after`` the next."""

    name: str
    head: list[str]
    tags: list[str]
    after: list[str]

    def text(self, tags: list[str] | None = None) -> str:
        return "".join([*self.head, *(self.tags if tags is None else tags), *self.after, "</mjloggm>"])

    def moments(self) -> Iterator[tuple[int, str, Moment]]:
        """Each event with its number and the table before it."""
        init = self.tags[0]
        seed = numbers(attribute(init, "seed"))
        now = Moment([numbers(attribute(init, f"hai{seat}")) for seat in range(4)], seed[5])
        now.visible.append(seed[5])
        now.turn = seed[0] % 4
        now.scores = [100 * points for points in numbers(attribute(init, "ten"))]
        for number, tag in enumerate(self.tags[1:], 1):
            yield number, tag, now.copy()
            step(now, tag)


def step(now: Moment, tag: str) -> None:
    """Change the moment by an event."""
    name = re.match(r"<([A-Z]+)(\d*)", tag)
    assert name is not None
    letter, tile = name[1], int(name[2] or -1)
    if letter in DRAWS and tile >= 0:
        now.turn, now.drawn, now.holding = DRAWS.index(letter), tile, True
        now.hands[now.turn].append(tile)
        now.live -= 1
        now.kan = False
    elif letter in DISCARDS and tile >= 0:
        now.turn, now.drawn, now.holding = DISCARDS.index(letter), None, False
        now.hands[now.turn].remove(tile)
        now.ponds[now.turn].append(tile)
        now.visible.append(tile)
        now.last = (now.turn, tile)
        for seat in range(4):
            if seat != now.turn and now.riichi[seat]:
                now.passed[seat].append(tile)
    elif letter == "N":
        call = decode(tag)
        for own in call.own:
            now.hands[call.who].remove(own)
            now.visible.append(own)
        now.melds[call.who].append(call)
        now.turn, now.drawn = call.who, None
        now.kan = call.name in {"ankan", "kakan", "daiminkan"}
        now.holding = not now.kan
        now.dora_due += now.kan
    elif letter == "REACH":
        seat = int(attribute(tag, "who"))
        now.riichi[seat] = int(attribute(tag, "step"))
        if now.riichi[seat] == 2:
            now.scores[seat] -= 1000
    elif letter == "DORA":
        now.visible.append(int(attribute(tag, "hai")))
        now.dora_due -= 1


def hands_of(name: str, text: str) -> list[Hand]:
    """All hands of a record, each with the one after it."""
    tags = TAG.findall(text)
    starts = [number for number, tag in enumerate(tags) if tag.startswith("<INIT")]
    ends = [*starts[1:], len(tags) - 1]
    head = tags[: starts[0]]
    cut = [tags[start:end] for start, end in zip(starts, ends, strict=True)]
    cut = [[tag for tag in hand if not tag.startswith(("<UN", "<BYE"))] for hand in cut]
    return [
        Hand(f"{name}.{number}", head, hand, cut[number + 1])
        for number, hand in enumerate(cut[:-1])
        if "owari" not in hand[-1]
    ]


def _of_kinds(tiles: list[int]) -> list[int]:
    held = Counter(map(kind, tiles))
    return [held[each] for each in range(34)]


def complete(tiles: list[int]) -> bool:
    """Return whether concealed tiles, with melds as sets of three taken off, are a winning shape."""
    return shapes.complete(_of_kinds(tiles), (14 - len(tiles)) // 3)


def waits(tiles: list[int]) -> list[int]:
    """The kinds that complete a waiting hand."""
    return sorted(shapes.waits(_of_kinds(tiles), (13 - len(tiles)) // 3))
