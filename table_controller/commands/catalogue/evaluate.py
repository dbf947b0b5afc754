"""The value of a hand that the table did not see: its tiles are given, the rules of the hanchan decide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal, TypeAlias, TypedDict

from msgspec import Meta, Struct

from referee.encoding.bounded import Seat, TileName
from referee.folding.copies import surplus
from referee.hands.explain import explain
from referee.hands.score import score
from referee.hands.win import Contradiction, Win, contradiction
from referee.melds import Meld, MeldKind, valid_meld
from referee.texts.refused import Refused
from referee.tiles import KIND, UNKNOWN, parse_tile
from table_controller.commands.catalogue.hands import WorthItem, told_reason
from table_controller.commands.declaration import Command
from table_controller.commands.refused import CommandRefusedError
from table_controller.mqtt.roles import Role
from wording.declined import Declined

if TYPE_CHECKING:
    from referee.texts.message import Message
    from table_controller.commands.desk import CommandDesk

HAND_TILES: Final = 13
RIICHI: Final[dict[str, int]] = {"no": 0, "riichi": 1, "double": 2}
CONTRADICTING: Final[Mapping[Contradiction, Message]] = {
    "riichi_open": Declined.riichi_open(),
    "riichi_first_turn": Declined.riichi_first_turn(),
    "ippatsu_without_riichi": Declined.ippatsu_without_riichi(),
    "ippatsu_rinshan": Declined.ippatsu_rinshan(),
    "rinshan_ron": Declined.rinshan_ron(),
    "rinshan_without_kan": Declined.rinshan_without_kan(),
    "chankan_tsumo": Declined.chankan_tsumo(),
    "chankan_tile_held": Declined.chankan_tile_held(),
    "first_turn_last_tile": Declined.first_turn_last_tile(),
    "first_turn_chankan": Declined.first_turn_chankan(),
    "first_turn_meld": Declined.first_turn_meld(),
}
Tiles: TypeAlias = Annotated[tuple[TileName, ...], Meta(max_length=13)]
Indicators: TypeAlias = Annotated[tuple[TileName, ...], Meta(max_length=5)]


class MeldOf(Struct, frozen=True, forbid_unknown_fields=True):
    """A meld of a hand that is to be scored."""

    kind: MeldKind
    tiles: Annotated[tuple[TileName, ...], Meta(min_length=3, max_length=4)]


class Evaluated(TypedDict):
    """The value of the hand, without counters and bets."""

    yaku: list[WorthItem]
    fu_items: Annotated[list[WorthItem], Meta(description="before rounding")]
    limit: WorthItem | None
    rounding: str
    han: int
    fu: int
    yakuman: Annotated[int, Meta(description="how many are paid; 0 for a counted one")]
    points: int


class Evaluate(Command, frozen=True):
    """Say what a hand is worth by the rules of this hanchan, from its tiles.

    Winds are those of the hand being played, and so are the indicators if none are given.
    """

    roles: ClassVar[tuple[Role, ...]] = ("viewer",)
    reads: ClassVar[bool] = True

    seat: Annotated[Seat, Meta(description="who won")]
    tiles: Annotated[Tiles, Meta(description="concealed, without the winning tile")]
    winning: Annotated[TileName, Meta(description="the winning tile")]
    tsumo: Annotated[bool, Meta(description="drawn, not taken from another player")] = False
    melds: Annotated[tuple[MeldOf, ...], Meta(max_length=4, description="concealed kans too")] = ()
    riichi: Literal["no", "riichi", "double"] = "no"
    ippatsu: bool = False
    last_tile: Annotated[bool, Meta(description="haitei or houtei")] = False
    rinshan: bool = False
    chankan: bool = False
    first_turn: Annotated[bool, Meta(description="tenhou, chiihou or renhou")] = False
    indicators: Annotated[Indicators | None, Meta(description="of dora, as they lie")] = None
    ura: Annotated[Indicators, Meta(description="indicators of ura dora")] = ()

    def do(self, desk: CommandDesk) -> Evaluated:
        state = desk.running()
        melds = tuple(_meld(each) for each in self.melds)
        tiles, winning = _known(self.tiles), _known((self.winning,))[0]
        if len(tiles) + 3 * len(melds) != HAND_TILES:
            raise CommandRefusedError(Declined.tiles_make_no_hand(len(tiles), len(melds)))
        indicators = state.indicators if self.indicators is None else _known(self.indicators)
        ura = _known(self.ura)
        lying = [*tiles, winning, *indicators, *ura, *(tile for meld in melds for tile in meld.tiles)]
        _refuse_surplus(lying, red_fives=state.ruleset.scoring.red_fives)
        win = Win(
            concealed=tiles,
            tile=winning,
            tsumo=self.tsumo,
            melds=melds,
            seat_wind=state.wind(self.seat),
            round_wind=state.round // 4 % 4,
            riichi=RIICHI[self.riichi],
            ippatsu=self.ippatsu,
            last_tile=self.last_tile,
            rinshan=self.rinshan,
            chankan=self.chankan,
            first_turn=self.first_turn,
            dora_indicators=indicators,
            ura_indicators=ura if self.riichi != "no" else (),
        )
        impossible = contradiction(win, state.ruleset.scoring)
        if impossible is not None:
            raise CommandRefusedError(CONTRADICTING[impossible])
        found = score(win, state.ruleset)
        if found is None:
            raise CommandRefusedError(Declined.hand_does_not_win())
        why = explain(found, state.ruleset)
        return {
            "yaku": [told_reason(each) for each in why.yaku],
            "fu_items": [told_reason(each) for each in why.fu],
            "limit": None if why.limit is None else told_reason(why.limit),
            "rounding": why.rounding,
            "han": found.han,
            "fu": found.fu,
            "yakuman": found.yakuman_counted if found.yakuman else 0,
            "points": found.points,
        }


def _known(names: Iterable[str]) -> tuple[int, ...]:
    tiles = tuple(parse_tile(name) for name in names)
    if UNKNOWN in tiles:
        raise CommandRefusedError(Declined.tile_must_be_known())
    return tiles


def _meld(described: MeldOf) -> Meld:
    tiles = tuple(sorted(_known(described.tiles), key=lambda tile: KIND[tile]))
    meld = Meld(described.kind, tiles)
    if not valid_meld(meld):
        raise CommandRefusedError(Declined.no_such_meld(tiles))
    return meld


def _refuse_surplus(tiles: Iterable[int], *, red_fives: bool) -> None:
    for tile, (many, there_are) in surplus(Counter(tiles), red_fives=red_fives).items():
        if there_are:
            raise CommandRefusedError(Refused.too_many_tiles(many, tile, there_are))
        raise CommandRefusedError(Refused.no_such_tiles(many, tile))
