"""People at the table as they act: movements, words, tiles and sticks, each at its time.

Times are milliseconds since the hand began. These people follow the strictest rulebook, which satisfies the others too:
nobody draws or calls chi before the previous player's hand is back and his stick lies.
"""

from random import Random
from typing import Any, Final

from referee.game import judge_observations
from referee.game import observations as seen
from referee.game.observations import Call, Observation
from referee.melds import Meld
from referee.tiles import UNKNOWN, Tile
from simulation.replay.disturb.moments import StagedMoment, moment

ACROSS_MS: Final = (200, 380)
"""The time from the line to the wall, the pond or the mat, and the same time back."""
BACK_MS: Final = (260, 450)
THINK_MS: Final = (600, 5000)
START_MS: Final = (180, 700)
"""The time from a free line to the movement of the next hand."""
REACTION_MS: Final = (260, 740)
"""The time from a discard to the caller's word."""
CHI_MS: Final = (220, 900)
SHOW_MS: Final = (650, 1400)
STICK_MS: Final = (900, 1500)
"""The time from the riichi tile to the stick, if nobody wins on the tile."""
AGREE_MS: Final = (1200, 3500)
"""The time from a win, or its points, to the others' reaction."""
ROBBED_MS: Final = (1300, 2000)
"""The time from a kan that can be robbed to the indicator."""

Rules = dict[str, Any]


class PlayedPeople:
    """Four people and a clock; everything they do becomes a moment.

    Attributes:
        moments: the events so far.
        act: number of the present act of the record.
        clear: the time from which the next player may begin.
        mat: the time at which the newest callable tile was laid.
        ready: the time from which the player in turn can think.
        turned: the players whose next discard is turned because their riichi tile was called.
    """

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rules = rules
        self.rng = rng
        self.moments: list[StagedMoment] = []
        self.act = -1
        self.clear = self.mat = self.ready = 0
        self.turned = [False] * 4

    def put(self, at: int, what: Observation, role: str) -> StagedMoment:
        made = moment(at, what, self.act, role, self.rng)
        self.moments.append(made)
        return made

    def some(self, between: tuple[int, int]) -> int:
        """Return a random duration."""
        return self.rng.randint(*between)

    def reach(self, seat: int, start: int, what: Observation, role: str) -> tuple[StagedMoment, int]:
        """Let a hand go over the line, act and come back; return the act's moment, and the time when the hand is back."""
        self.put(start, seen.HandMoved(seat=seat, across=True), "cross")
        done = self.put(start + self.some(ACROSS_MS), what, role)
        back = done.at + self.some(BACK_MS)
        self.put(back, seen.HandMoved(seat=seat, across=False), "back")
        return done, back

    def draw(self, seat: int, place: int, start: int | None = None) -> StagedMoment:
        begin = self.clear + self.some(START_MS) if start is None else start
        tile = seen.TileDrawn(seat=seat, tile=UNKNOWN, place=place)
        drawn, self.ready = self.reach(seat, begin, tile, "touch")
        return drawn

    def think(self) -> int:
        """Return the time at which the player in turn has made up his mind."""
        return self.ready + self.some(THINK_MS)

    def discard(
        self, seat: int, tile: Tile, *, tsumogiri: bool | None, riichi: bool = False, start: int | None = None
    ) -> StagedMoment:
        """Discard a tile, sideways if it is the riichi tile or replaces it."""
        sideways = riichi or self.turned[seat]
        self.turned[seat] = False
        what = seen.TileDiscarded(seat=seat, tile=tile, sideways=sideways, tsumogiri=tsumogiri)
        laid, self.clear = self.reach(seat, self.think() if start is None else start, what, "mat")
        self.mat = laid.at
        return laid

    def say(self, seat: int, call: Call, at: int) -> StagedMoment:
        return self.put(at, seen.CallHeard(seat=seat, call=call), "word")

    def stick(self, seat: int) -> StagedMoment:
        """Lay the stick of a riichi, in the player's own slot, once nobody has won on the tile."""
        laid = self.put(
            max(self.clear + 150, self.mat + self.some(STICK_MS)), seen.StickLaid(seat=seat), "stick"
        )
        self.clear = laid.at + 60
        return laid

    def claim(self, seat: int, meld: Meld, word: int | None = None, *, take: bool = True) -> None:
        """Call a discard: say the word, show the caller's tiles, take the claimed tile."""
        if word is None:
            word = self.clear + self.some(CHI_MS) if meld.kind == "chi" else self.mat + self.some(REACTION_MS)
        call: Call = "kan" if meld.kind == "daiminkan" else "chi" if meld.kind == "chi" else "pon"
        self.say(seat, call, word)
        shown = self.show_meld(seat, meld, max(word + self.some(SHOW_MS), self.clear + 250))
        self.ready = shown.at + 300
        if take:
            self.take_claimed(seat, shown.at + self.some(START_MS) + 150)

    def show_meld(self, seat: int, meld: Meld, at: int) -> StagedMoment:
        """Show the tiles of a call or kan."""
        return self.put(at, shown_meld(seat, meld, self.rules), "show")

    def take_claimed(self, seat: int, start: int) -> int:
        """Take the claimed tile from the pond to the caller's corner; return the time when the hand is back."""
        _, self.ready = self.reach(seat, start, seen.TileTaken(seat=seat), "take")
        return self.ready

    def own_kan(self, seat: int, meld: Meld) -> StagedMoment:
        """Say and show a kan from the player's own hand; it can be robbed until the indicator is turned."""
        word = self.say(seat, "kan", self.think())
        shown = self.show_meld(seat, meld, word.at + self.some(SHOW_MS))
        self.mat = shown.at
        self.ready = self.clear = shown.at + self.some(ROBBED_MS)
        return shown

    def indicator(self, tile: Tile, at: int) -> StagedMoment:
        turned = self.put(at, seen.IndicatorSeen(tile=tile), "indicator")
        self.clear = max(self.clear, turned.at + 300)
        self.ready = max(self.ready, turned.at + 300)
        return turned

    def open_hand(
        self, seat: int, tiles: tuple[Tile, ...], at: int, winning: Tile | None = None
    ) -> StagedMoment:
        what = seen.TilesShown(seat=seat, tiles=tiles, winning=winning)
        return self.put(at, what, "open")

    def announce(self, dealer: int, shown: tuple[tuple[Tile, ...] | None, ...]) -> None:
        """Let all say tenpai or noten in the order East to North, and open tenpai hands at once."""
        at = self.clear + 1500
        for turn in range(4):
            seat = (dealer + turn) % 4
            tiles = shown[seat]
            self.put(at, seen.TenpaiDeclared(seat=seat, tenpai=tiles is not None), "announce")
            if tiles is not None:
                self.open_hand(seat, tiles, at + self.some((500, 900)))
            at += self.some((1500, 2600))
        self.clear = at

    def agree(self, winners: set[int]) -> None:
        """Let the others fold their hands, which acknowledges a win, and pay the points (SAI 45.10-13)."""
        at = max(each.at for each in self.moments) + self.some(AGREE_MS)
        for seat in range(4):
            if seat not in winners:
                self.put(at, judge_observations.WinAcknowledged(seat=seat), "fold")
                at += self.some((200, 900))
        self.put(at + self.some(AGREE_MS), judge_observations.PaymentMade(), "pay")

    def ask_the_judge(self, seat: int) -> None:
        """Let a player call the judge with a question at the end of a hand; the judge lets play go on."""
        at = max(each.at for each in self.moments) + self.some(AGREE_MS)
        self.put(at, seen.JudgeCalled(seat=seat), "judge")
        self.put(
            at + self.some((5000, 20000)),
            judge_observations.PlayReleased(judge="judge", text="answered"),
            "judge",
        )

    def close(self) -> None:
        """End the hand by the set button."""
        last = max(each.at for each in self.moments)
        self.put(last + self.some((4000, 9000)), seen.HandClosed(), "close")


def shown_meld(seat: int, meld: Meld, rules: Rules) -> seen.MeldShown:
    """Return a meld as it lies; a concealed kan has its middle or its outer tiles face down."""
    tiles = meld.tiles
    if meld.kind == "ankan":
        first, second = meld.tiles[-2:]
        middle = rules["display"]["ankan_hidden"] == "middle"
        tiles = (first, UNKNOWN, UNKNOWN, second) if middle else (UNKNOWN, first, second, UNKNOWN)
    return seen.MeldShown(
        seat=seat,
        kind=meld.kind,
        tiles=tiles,
        claimed=meld.claimed,
        source_seat=meld.source,
        added=meld.added,
    )
