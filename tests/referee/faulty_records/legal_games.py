"""Random legal hands as mjai lines, played by a small simulator of the tests' own: it keeps wall, hands and legality.

Nothing of the referee is used but the settings of the ruleset. Players win only with a yaku for sure: closed tsumo, or
riichi. Tiles are numbers 0-135 as tenhou counts them.
"""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from tests.referee.faulty_records.tags import complete, kind, waits

if TYPE_CHECKING:
    from referee.rules.ruleset import Ruleset

HONOURS = "ESWNPFC"
REDS = {16: "5mr", 52: "5pr", 88: "5sr"}
TERMINALS = {0, 8, 9, 17, 18, 26, *range(27, 34)}


class Player:
    def __init__(self, tiles: list[int], score: int) -> None:
        self.hand = tiles
        self.score = score
        self.melds: list[list[int]] = []
        self.closed = True
        self.pond: list[int] = []
        self.riichi = False
        self.passed: set[int] = set()

    @property
    def tenpai(self) -> list[int]:
        """The waits of which the player does not hold all four tiles."""
        own = [kind(tile) for tile in [*self.hand, *(tile for meld in self.melds for tile in meld)]]
        found = waits(self.hand)
        return found if any(own.count(each) < 4 for each in found) else []

    @property
    def furiten(self) -> bool:
        waiting = set(waits(self.hand))
        return bool(waiting & ({kind(tile) for tile in self.pond} | self.passed))


class LegalHand:
    """Plays one hand; ``lines`` are its mjai lines."""

    def __init__(self, seed: int, ruleset: Ruleset) -> None:
        self.random = Random(seed)
        self.rules = ruleset
        wall = self.wall()
        self.dead, self.live = wall[:14], wall[14:]
        self.dealer = self.random.randrange(4)
        scores = [self.random.choice((100, 1000, 9000, 25000, 40000)) for _ in range(4)]
        self.players = [Player([self.live.pop() for _ in range(13)], score) for score in scores]
        self.lines: list[dict[str, Any]] = []
        self.indicators = 1
        self.kans: list[int] = []
        self.due = 0
        self.unbroken = True
        self.over = False
        self.after = (0, True, False)
        self.chattiness = self.random.choice((0.1, 0.4, 0.9))
        self.tell("start_game", names=["", "", "", ""], rule={"name": ruleset.name, "overrides": {}})
        self.tell(
            "start_kyoku",
            bakaze=self.random.choice("ES"),
            kyoku=self.dealer + 1,
            honba=0,
            kyotaku=0,
            oya=self.dealer,
            scores=scores,
            dora_marker=self.name(self.dead[4]),
            tehais=[[self.name(tile) for tile in player.hand] for player in self.players],
        )
        self.play()

    def wall(self) -> list[int]:
        """All tiles; in some games those of a kind lie together, for the sake of kans and hands that are soon ready."""
        kinds = [[each * 4 + copy for copy in range(4)] for each in range(34)]
        together = self.random.choice((0.0, 0.0, 0.5, 0.9))
        chunks: list[list[int]] = []
        for tiles in kinds:
            if self.random.random() < together:
                cut = self.random.choice((2, 3, 4))
                chunks += [tiles[:cut], tiles[cut:]]
            else:
                chunks += [[tile] for tile in tiles]
        self.random.shuffle(chunks)
        return [tile for chunk in chunks for tile in chunk]

    def text(self) -> str:
        return "".join(json.dumps(line) + "\n" for line in self.lines)

    def name(self, tile: int) -> str:
        if self.rules.scoring.red_fives and tile in REDS:
            return REDS[tile]
        each = kind(tile)
        return HONOURS[each - 27] if each >= 27 else f"{each % 9 + 1}{'mps'[each // 9]}"

    def tell(self, what: str, **fields: Any) -> None:
        self.lines.append({"type": what, **fields})

    def play(self) -> None:
        seat, drawn = self.dealer, True
        rinshan = False
        while not self.over:
            if drawn:
                if not self.live:
                    self.exhaustive()
                    return
                tile = self.dead[len(self.kans) - 1] if rinshan else self.live.pop()
                if rinshan:
                    self.live.pop(0)  # the dead wall is filled up again
                self.players[seat].hand.append(tile)
                self.tell("tsumo", actor=seat, pai=self.name(tile))
                if self.wins_or_aborts(seat, tile):
                    return
                if self.own_kan(seat, tile):
                    rinshan = True
                    continue
                seat, drawn, rinshan = self.throw(seat, tile)
            else:
                seat, drawn, rinshan = self.throw(seat, None)

    def wins_or_aborts(self, seat: int, tile: int) -> bool:
        player = self.players[seat]
        if player.closed and complete(player.hand):
            self.win(seat, seat, tile)
            return True
        nine = len({kind(each) for each in player.hand} & TERMINALS) >= 9
        if nine and self.unbroken and not player.pond and self.rules.flow.abort_nine_terminals:
            shown = [None, None, None, None]
            shown[seat] = [self.name(each) for each in player.hand]  # type: ignore[call-overload]
            self.tell("ryukyoku", reason="kyushukyuhai", actor=seat, tehais=shown)
            self.over = True
        return self.over

    def indicator(self) -> None:
        while self.due and self.rules.scoring.kan_dora:
            self.due -= 1
            self.tell("dora", dora_marker=self.name(self.dead[4 + self.indicators]))
            self.indicators += 1

    def kan(self, seat: int, name: str) -> None:
        """Turn the indicator in its time."""
        self.kans.append(seat)
        self.unbroken = False
        if name == "ankan":
            self.indicator()
        self.due += 1
        calls = self.rules.calls
        when = calls.kan_dora_concealed if name == "ankan" else calls.kan_dora_open
        if when == "before_draw":
            self.indicator()

    def own_kan(self, seat: int, drawn: int) -> bool:
        player = self.players[seat]
        if not self.live or len(self.kans) == 4 or self.random.random() < 0.3:
            return False
        for each in {kind(tile) for tile in player.hand}:
            four = [tile for tile in player.hand if kind(tile) == each]
            if len(four) < 4:
                continue
            rest = [tile for tile in player.hand if kind(tile) != each]
            before = [tile for tile in player.hand if tile != drawn]
            if player.riichi and (each < 27 or kind(drawn) != each or waits(rest) != waits(before)):
                continue
            player.hand = rest
            player.melds.append(four)
            self.tell("ankan", actor=seat, consumed=[self.name(tile) for tile in four])
            self.pass_by(seat, four[0], concealed=True)
            self.kan(seat, "ankan")
            return True
        for meld in player.melds:
            added = [
                tile
                for tile in player.hand
                if len(meld) == 3 and kind(tile) == kind(meld[0]) == kind(meld[1])
            ]
            if added:
                player.hand.remove(added[0])
                consumed = [self.name(tile) for tile in meld]
                self.tell("kakan", actor=seat, pai=self.name(added[0]), consumed=consumed)
                meld.append(added[0])
                self.pass_by(seat, added[0])
                self.kan(seat, "kakan")
                return True
        return False

    def pass_by(self, source: int, tile: int, *, concealed: bool = False) -> None:
        for seat, player in enumerate(self.players):
            if seat != source and not concealed:
                player.passed.add(kind(tile))

    def throw(self, seat: int, drawn: int | None, forbidden: tuple[int, ...] = ()) -> tuple[int, bool, bool]:
        """Discard, and let the others answer; who is next, whether with a draw, whether from the dead wall."""
        player = self.players[seat]
        self.indicator()
        declares = None
        may = player.closed and not player.riichi and player.score >= 1000
        if drawn is not None and may and len(self.live) >= max(4, self.rules.calls.riichi_least_tiles):
            declares = self.riichi_tile(player)
        if player.riichi:
            assert drawn is not None
            tile = drawn
        elif declares is not None:
            tile = declares
        else:
            tile = self.choice([each for each in player.hand if kind(each) not in forbidden])
        if declares is not None:
            self.tell("reach", actor=seat)
        player.hand.remove(tile)
        player.pond.append(tile)
        if not player.riichi:
            player.passed.clear()
        self.tell("dahai", actor=seat, pai=self.name(tile), tsumogiri=tile == drawn)
        if self.rons(seat, tile):
            return seat, False, False
        if declares is not None:
            player.riichi = True
            player.score -= 1000
            self.tell("reach_accepted", actor=seat)
        if self.aborts():
            return seat, False, False
        self.pass_by(seat, tile)
        return self.calls(seat, tile)

    def choice(self, tiles: list[int]) -> int:
        """The tile with the fewest neighbours, more or less."""

        def use(tile: int) -> float:
            each = kind(tile)
            near = 0.0
            for other in tiles:
                same_suit = each < 27 and each // 9 == kind(other) // 9
                near += 3 if kind(other) == each else 1 if same_suit and abs(kind(other) - each) <= 2 else 0
            return near + self.random.random()

        return min(tiles, key=use)

    def riichi_tile(self, player: Player) -> int | None:
        for tile in sorted(player.hand):
            rest = Player([each for each in player.hand if each != tile], 0)
            rest.melds = player.melds
            if rest.tenpai and self.random.random() < 0.8:
                return tile
        return None

    def rons(self, source: int, tile: int) -> bool:
        winners = [
            seat
            for seat in ((source + step) % 4 for step in (1, 2, 3))
            if self.players[seat].riichi
            and complete([*self.players[seat].hand, tile])
            and not self.players[seat].furiten
            and self.random.random() < 0.8
        ]
        several = self.rules.flow.winners == "all"
        for seat in winners[: 2 if several else 1]:
            self.win(seat, source, tile)
        return bool(winners)

    def win(self, seat: int, source: int, tile: int) -> None:
        player = self.players[seat]
        tiles = [each for each in player.hand if each != tile]
        ura = [self.name(each) for each in self.dead[9 : 9 + self.indicators]] if player.riichi else []
        self.tell(
            "hora",
            actor=seat,
            target=source,
            pai=self.name(tile),
            hora_tehais=[self.name(each) for each in tiles],
            uradora_markers=ura,
        )
        self.over = True

    def aborts(self) -> bool:
        flow = self.rules.flow
        ponds = [player.pond for player in self.players]
        reason = None
        if flow.abort_four_riichi and all(player.riichi for player in self.players):
            reason = "suchareach"
        if flow.abort_four_kans and len(self.kans) == 4 and len(set(self.kans)) > 1:
            reason = "sukaikan"
        if flow.abort_four_winds and self.unbroken and all(len(pond) == 1 for pond in ponds):
            kinds = {kind(pond[0]) for pond in ponds}
            if len(kinds) == 1 and kinds < {27, 28, 29, 30}:
                reason = "sufonrenta"
        if reason is not None:
            self.tell("ryukyoku", reason=reason)
            self.over = True
        return self.over

    def calls(self, source: int, tile: int) -> tuple[int, bool, bool]:
        following = ((source + 1) % 4, True, False)
        if not self.live:
            return following
        for seat in self.random.sample(range(4), 4):
            player = self.players[seat]
            same = [each for each in player.hand if kind(each) == kind(tile)]
            if seat == source or player.riichi or self.random.random() > self.chattiness:
                continue
            if len(same) == 3 and len(self.kans) < 4 and self.random.random() < 0.5:
                self.take(seat, source, tile, same, "daiminkan")
                self.kan(seat, "daiminkan")
                return seat, True, True
            if len(same) >= 2:
                self.take(seat, source, tile, same[:2], "pon")
                self.over_to(seat, (kind(tile),))
                return self.after
            if seat == following[0] and self.chi(seat, source, tile):
                return self.after
        return following

    def chi(self, seat: int, source: int, tile: int) -> bool:
        each = kind(tile)
        if each >= 27:
            return False
        for low in (each - 2, each - 1, each):
            if low // 9 != each // 9 or low % 9 > 6 or low < 0:
                continue
            needed = [other for other in range(low, low + 3) if other != each]
            held = [[own for own in self.players[seat].hand if kind(own) == other] for other in needed]
            forbidden = [each]
            if each == low and low % 9 < 6:
                forbidden.append(low + 3)
            if each == low + 2 and low % 9 > 0:
                forbidden.append(low - 1)
            own = [row[0] for row in held if row]
            rest = [other for other in self.players[seat].hand if other not in own]
            if len(own) == 2 and any(kind(other) not in forbidden for other in rest):
                self.take(seat, source, tile, own, "chi")
                self.over_to(seat, tuple(forbidden))
                return True
        return False

    def take(self, seat: int, source: int, tile: int, own: list[int], name: str) -> None:
        player = self.players[seat]
        player.hand = [each for each in player.hand if each not in own]
        player.melds.append([*own, tile])
        player.closed = self.unbroken = False
        consumed = [self.name(each) for each in own]
        self.tell(name, actor=seat, target=source, pai=self.name(tile), consumed=consumed)

    def over_to(self, seat: int, forbidden: tuple[int, ...]) -> None:
        """The caller discards at once."""
        if all(kind(each) in forbidden for each in self.players[seat].hand):
            raise AssertionError("a call that leaves no discard")
        self.after = self.throw(seat, None, forbidden)

    def exhaustive(self) -> None:
        tenpai = [bool(player.tenpai) for player in self.players]
        shown = [
            [self.name(tile) for tile in player.hand] if waiting else None
            for player, waiting in zip(self.players, tenpai, strict=True)
        ]
        self.tell("ryukyoku", reason="fanpai", tehais=shown, tenpais=tenpai)
        self.over = True
