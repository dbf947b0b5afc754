"""Every rule that differs between rulebooks, as a field of a frozen dataclass.

A ruleset is read from a mapping (``config.read_ruleset``) and refused if a key is unknown, missing, of a wrong kind or
contradicts another. A game carries its whole ruleset, so it replays the same for ever. Nothing asks for a ruleset's
name: what is not a field does not differ.

Sources, by their own section numbers: WRC = World Riichi Championship Rules 2015, MJ = Riichi MJ Rule Book,
SAI = Saikouisen competition rules 2025 (articles), TAB = Riichi Mahjong Scoring Tables, REF = one-page reference,
TEN = the online rules of tenhou.net.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from referee.fouls import Fouls

if TYPE_CHECKING:
    from collections.abc import Mapping

Ties: TypeAlias = Literal["split", "earlier_dealer"]
BetsLeft: TypeAlias = Literal["nobody", "first"]
Winners: TypeAlias = Literal["nearest", "all"]
KanDora: TypeAlias = Literal["before_draw", "before_discard"]
Chankan: TypeAlias = Literal["added", "added_and_kokushi"]
RiichiAnkan: TypeAlias = Literal["same_waits", "pung_in_every_reading", "same_combinations"]
ExhaustedWait: TypeAlias = Literal["tenpai", "noten_in_hand", "noten_with_melds"]
Renhou: TypeAlias = Literal["off", "mangan", "yakuman"]
RenhouUntil: TypeAlias = Literal["own_turn", "dealer_second_turn"]
UnclearTile: TypeAlias = Literal["no_wait", "no_win", "ignored"]
Payer: TypeAlias = Literal["discarder", "liable"]
Precedence: TypeAlias = Literal["first_call", "kind"]
RonUntil: TypeAlias = Literal["next_draw", "next_discard"]


class RulesetError(ValueError):
    """A mapping is no ruleset: ``key`` says where (``scoring.renhou``), ``reason`` why."""

    def __init__(self, name: str, key: str, reason: str) -> None:
        """Say it of the ruleset called ``name``."""
        super().__init__(f"ruleset {name}: {key}: {reason}")
        self.key = key
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Flow:
    """The course of a hanchan: points, ends, draws, what is paid when."""

    start_points: int
    """Points of each player at the start. WRC 4.1, MJ 3.6.1."""
    return_points: int
    """Points that count as zero in the hanchan score. WRC 5.9.2, MJ 3.6.1."""
    uma: tuple[int, int, int, int]
    """Added to the hanchan score by place, in points (15000 is "+15"). WRC 5.9.2, MJ 3.6.1."""
    oka: bool
    """Four times (return - start) goes to the first place. MJ 3.6.1."""
    ties: Ties
    """Equal points: uma split among the tied, or the earlier dealer has the better place. WRC 5.9.2, MJ 3.6.1."""
    rounds: int
    """Wind rounds of a game: 1 East only, 2 a hanchan. WRC 5.8; TEN: GO type bit 8."""
    extra_rounds: int
    """Wind rounds added while nobody has ``target_points``; the first to reach it ends the game. WRC 5.8: none."""
    target_points: int
    """What the leader needs for the game to end after ``rounds`` when ``extra_rounds`` are possible. TEN."""
    ends_below_zero: bool
    """A score below zero ends the game; zero plays on. MJ 3.5 and 4.1; WRC 6.1: play on."""
    agari_yame: bool
    """In the last hand a winning dealer who leads (with ``target_points`` where extra rounds exist) stops the game,
    automatically. WRC 5.9.1 and MJ 3.6: no; TEN: yes."""
    tenpai_yame: bool
    """The same for a dealer who leads and is tenpai at an exhaustive draw. WRC 5.9.1: no; TEN: yes."""
    bets_left: BetsLeft
    """Riichi bets left at the end of the game. WRC 5.7.4, MJ 3.4.4, SAI 39.12."""
    honba_ron: int
    """Points per counter on a ron, paid by the discarder. WRC 5.7.7, MJ 3.4.10, SAI 50.2."""
    honba_tsumo: int
    """Points per counter on a tsumo, paid by each. WRC 5.7.7, MJ 3.4.10, SAI 50.2."""
    honba_each_winner: bool
    """Several winners of one tile: counters are paid to each (MJ 4.1) or to the nearest only (TEN)."""
    bets_to_owner: bool
    """Several winners of one tile: a winner in riichi takes his own bet back (MJ 4.1); else all to the nearest (TEN)."""
    dealer_repeats_tenpai: bool
    """The dealer deals again if tenpai at an exhaustive draw. WRC 5.7.8, MJ 3.4.11, SAI 27.1."""
    dealer_repeats_abort: bool
    """The dealer deals again after an abortive draw, which adds a counter. MJ 3.4.3 with 3.4."""
    noten_points: int
    """Points that the noten players pay in all at an exhaustive draw. WRC 5.7.2, MJ 3.4.2, SAI 52.8."""
    nagashi_mangan: bool
    """At an exhaustive draw a pond of terminals and honours of which nothing was called is paid as a mangan tsumo,
    in place of noten payments. TAB, REF; TEN."""
    winners: Winners
    """Who wins a tile that several claim: the nearest after the discarder, or all. WRC 5.7.6, SAI 45.4; MJ 4.1."""
    abort_triple_ron: bool
    """Three claims for one tile abort the hand. TEN."""
    abort_nine_terminals: bool
    """Nine kinds of terminals and honours on the own first, unbroken draw. MJ 3.4.3; WRC 5.7.3: none."""
    abort_four_winds: bool
    """All four first discards are the same wind, unbroken. MJ 3.4.3; WRC 5.7.3: none."""
    abort_four_riichi: bool
    """All four players in riichi and the last one's discard is not won on. MJ 3.4.3; WRC 5.7.3: none."""
    abort_four_kans: bool
    """Four kans by more than one player, after the next discard that is not won on. MJ 3.3.10; WRC 5.4.9: play on."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a hand is worth and who pays for it."""

    red_fives: bool
    """One red five in each suit is in the set; each is worth a han. MJ 1.3; WRC 3.3: none; TEN: GO type bit 2."""
    ippatsu: bool
    """Ippatsu counts. WRC 6.5.1, MJ 4.2.1, SAI 48."""
    ura_dora: bool
    """The tile under the first indicator counts for riichi. WRC 6.4, MJ 3.3.14, SAI 24.7."""
    kan_dora: bool
    """Each kan turns an indicator. WRC 6.4, MJ 3.3.5-7, SAI 43.3."""
    kan_ura_dora: bool
    """The tiles under kan dora indicators count for riichi too. WRC 6.4, MJ 3.3.14, SAI 24.7 (reading)."""
    kiriage_mangan: bool
    """A base value of 1920 (4 han 30 fu, 3 han 60 fu) is a mangan. WRC 6.1, SAI 47; MJ examples: no."""
    counted_yakuman: bool
    """13 han and more without a yakuman are one yakuman; else sanbaiman. WRC 6.1, SAI 47: no; TAB, REF: yes."""
    yakuman_add: bool
    """Several yakuman in one hand add up. WRC 6.5, MJ 4.2.5: no; SAI 47.2, REF, TEN: yes."""
    double_yakuman: tuple[str, ...]
    """Yaku that count as two yakuman, of ``DOUBLE_YAKUMAN``. REF (stars); all others: none."""
    double_wind_pair_fu: int
    """Fu of a pair of the wind that is seat and round wind, 2 or 4. WRC 6.3, MJ 4.1.1: 4; SAI 49.1(5): 2."""
    open_least_fu: int
    """Fu of an open hand without any other: 30 ("open pinfu") or 20. WRC 6.3, MJ 4.1.1, SAI 49."""
    pinfu_tsumo: bool
    """Pinfu and tsumo combine, at 20 fu. WRC 6.3, MJ 4.1.1, SAI 49."""
    renhou: Renhou
    """Ron in the first, unbroken turns. WRC 6.5.4: a mangan that takes no other yaku or dora; MJ 4.2.6, TAB: yakuman."""
    renhou_until: RenhouUntil
    """How long renhou is possible, if no call breaks the turns: until the own first turn (WRC 6.5.4, TAB as a reading) or
    the dealer's second (MJ 4.2.6)."""
    unclear_tile: UnclearTile
    """A tsumo whose tile was not kept apart: no fu and no yaku of a wait (WRC 5.6), no win but tenhou (SAI 45.5), or as
    if it were clear (MJ 3.3.12, "should")."""
    daisharin: bool
    """Closed 22334455667788 of pin is a yakuman. MJ 4.2.6."""
    daisharin_every_suit: bool
    """Its like in sou (daichikurin) and man (daisuurin) too. MJ 4.2.6."""
    sanrenkou: bool
    """Three pungs of consecutive numbers in a suit, 2 han. TAB."""
    suurenkou: bool
    """Four pungs of consecutive numbers in a suit, yakuman. TAB."""
    sanshoku_doukou_open_han: int
    """Han of sanshoku doukou in an open hand. WRC 6.5.2, SAI 48: 2; MJ 4.2.2: 1."""
    open_tanyao: bool
    """Tanyao counts in an open hand. WRC 6.5.1, MJ 4.2.1, SAI 48; TEN: GO type bit 4."""
    ryanpeikou_identical: bool
    """Four identical chows make ryanpeikou. WRC 6.5.3: no ("distinct"); REF: yes."""
    ryanpeikou_one_suit: bool
    """Both pairs of chows may be in one suit. TAB: no; all others: yes."""
    chiitoitsu_alike: bool
    """Four equal tiles are two of the seven pairs. WRC 6.5.2: no, as in all others."""
    suuankou_ron: bool
    """Suuankou by ron on the pair. WRC 6.5.6; TAB "(self-draw)" read as yes."""
    first_turn_after_ankan: bool
    """Tenhou and chiihou are possible after one's own concealed kan. WRC 6.5.6: no, as in all others."""
    haitei_with_rinshan: bool
    """The last tile, drawn as a rinshan tile, counts as haitei too. WRC 6.5.1, MJ 4.2.1, SAI 14: no."""
    double_riichi_han: int
    """Han of double riichi, riichi included. WRC 6.5.1, MJ 4.2.1, SAI 48, TAB, REF: 2."""
    pao_daisangen: bool
    """Who feeds the third dragon set is liable for daisangen. WRC 6.2, MJ 3.3.9; SAI: none."""
    pao_daisuushii: bool
    """Who feeds the fourth wind set is liable for daisuushii. WRC 6.2, MJ 3.3.9; SAI: none."""
    pao_suukantsu: bool
    """Who feeds the fourth kan is liable for suukantsu. WRC 6.2: no; TEN: yes."""
    pao_ankan_visible: bool
    """A concealed kan is one of the sets that lay open before. WRC 6.2: yes; MJ 3.3.9: earlier sets are called."""
    pao_whole_hand: bool
    """The liable player answers for every yakuman of the hand, not only for the fed one. WRC 6.2, MJ 3.3.9, TEN."""
    pao_ron_counters: Payer
    """Who pays the counters when another player's discard is won on: the discarder (WRC 6.2), the liable player (TEN)."""


@dataclass(frozen=True, slots=True)
class Calls:
    """What may be called when, and what it does."""

    ron_until: RonUntil
    """Until when a discard can be won on: the next player's draw or the tiles of a call (SAI 45.3; TEN), or the next
    discard, which takes a draw or call back (WRC 5.4.1, MJ 3.3.1)."""
    precedence: Precedence
    """Below a win: the first call, pung or kong only if simultaneous or unclear (WRC 5.4.1, SAI 40.3), or always pung and
    kong over chow (MJ 3.3.1)."""
    kuikae_same: bool
    """A tile may be called and the same kind discarded at once. WRC 5.4, MJ 3.3.2, SAI 55.3(1): no."""
    kuikae_other_end: bool
    """A chow may be called and the kind at its other end discarded at once. WRC 5.4, MJ 3.3.2, SAI 55.3(1): no."""
    kan_on_last_tile: bool
    """A kan is possible when the live wall is empty. WRC 5.7.1, MJ 3.4.1, SAI 43.6: no."""
    kan_dora_concealed: KanDora
    """When the indicator for a concealed kan is turned. WRC 5.4.8, MJ 3.3.5, SAI 43.3: before the rinshan draw."""
    kan_dora_open: KanDora
    """When the indicator for a called or added kan is turned: before the rinshan draw (WRC 5.4.6-7, MJ 3.3.5-6, SAI
    43.3), or before the discard or the next kan, so not at all on a rinshan win (TEN)."""
    chankan: Chankan
    """Which kans can be robbed: added ones (SAI 48), and concealed ones for kokushi (WRC 6.5.1, MJ 3.3.7)."""
    chankan_breaks_ippatsu: bool
    """A kan that is robbed ends ippatsu. WRC 6.5.1, SAI 43.8 (reading): no, it is not completed."""
    exhausted_wait: ExhaustedWait
    """A hand that waits only for tiles of which its owner has all four: tenpai, or noten counting concealed tiles only or
    the melds too. WRC 2.2 ("the hand's 13 tiles"), MJ 3.3.13, SAI 52.6."""
    riichi_below_1000: bool
    """Riichi is possible with less than 1,000 points. WRC 6.1: yes; MJ 4.2.1: no."""
    riichi_least_tiles: int
    """Tiles that must be left in the live wall for a riichi. WRC 6.5.1, MJ 3.3.14: 4; SAI 39.4, 39.5: 1."""
    riichi_furiten: bool
    """Riichi is possible in furiten. WRC 6.5.1, MJ 3.3.14, SAI 39.4: yes."""
    riichi_ankan: RiichiAnkan
    """Which concealed kan is possible in riichi, always with the drawn tile: the waits stay the same (TEN); and the three
    tiles are a pung in every reading (WRC 6.5.1, MJ 3.3.14); and no combination of the wait changes, nor do the kinds of
    groups become fewer (SAI 43.11)."""
    riichi_noten_call: bool
    """At an exhaustive draw a player in riichi may call noten. WRC 5.7.2, SAI 52.5: no."""
    tenpai_optional: bool
    """At an exhaustive draw a tenpai player not in riichi may call noten. WRC 5.7.2, SAI 52.5: yes."""


DOUBLE_YAKUMAN: Final = (
    "suuankou_tanki",
    "kokushi_musou_juusanmen",
    "junsei_chuuren_poutou",
    "daisuushii",
)
"""Yakuman that some rulebook counts twice."""

_Group = TypeVar("_Group", Flow, Scoring, Calls, Fouls)
_GROUPS: Final = ("flow", "scoring", "calls", "fouls")


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All rules of a game. ``name`` and ``title`` are for people only."""

    name: str
    title: str
    flow: Flow
    scoring: Scoring
    calls: Calls
    fouls: Fouls

    def __post_init__(self) -> None:
        _refuse_contradictions(self)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, Any]) -> Ruleset:
        """The ruleset of a mapping as ``config.read_ruleset`` gives it, or as ``to_mapping`` made it.

        Raises:
            RulesetError: an unknown, missing or contradictory setting, or a value of a wrong kind.
        """
        name = mapping.get("name")
        if not isinstance(name, str) or not name:
            raise RulesetError(str(name), "name", "must be a text")
        title = mapping.get("title", name)
        if not isinstance(title, str):
            raise RulesetError(name, "title", "must be a text")
        for key in mapping:
            if key not in {"name", "title", *_GROUPS}:
                raise RulesetError(name, key, "is no group of settings: " + ", ".join(_GROUPS))
        return cls(
            name=name,
            title=title,
            flow=_group(Flow, mapping, "flow", name),
            scoring=_group(Scoring, mapping, "scoring", name),
            calls=_group(Calls, mapping, "calls", name),
            fouls=_group(Fouls, mapping, "fouls", name),
        )

    def to_mapping(self) -> dict[str, Any]:
        """The mapping that ``from_mapping`` reads: texts, integers, booleans and lists only, fit for JSON."""
        mapping: dict[str, Any] = {"name": self.name, "title": self.title}
        for group in _GROUPS:
            settings = getattr(self, group)
            values = {field.name: getattr(settings, field.name) for field in fields(settings)}
            mapping[group] = {
                key: list(value) if isinstance(value, tuple) else value for key, value in values.items()
            }
        return mapping

    def with_overrides(self, overrides: Mapping[str, Any]) -> Ruleset:
        """The same rules but for some settings, given by dotted key: ``{"scoring.red_fives": False}``.

        Raises:
            RulesetError: as in ``from_mapping``.
        """
        mapping = self.to_mapping()
        for key, value in overrides.items():
            group, dot, setting = key.partition(".")
            if not dot or group not in _GROUPS or setting not in mapping[group]:
                raise RulesetError(self.name, key, "is no setting")
            mapping[group][setting] = value
        return Ruleset.from_mapping(mapping)

    def renamed(self, name: str, title: str | None = None) -> Ruleset:
        """The same rules under another name."""
        return replace(self, name=name, title=title if title is not None else name)


def _group(group: type[_Group], mapping: Mapping[str, Any], key: str, name: str) -> _Group:
    settings = mapping.get(key)
    if settings is None:
        raise RulesetError(name, key, "is missing")
    if not isinstance(settings, dict):
        raise RulesetError(name, key, "must be a table of settings")
    kinds = get_type_hints(group)
    for setting in settings:
        if setting not in kinds:
            raise RulesetError(name, f"{key}.{setting}", "is no setting")
    values = {}
    for setting, kind in kinds.items():
        if setting not in settings:
            raise RulesetError(name, f"{key}.{setting}", "is missing")
        values[setting] = _checked(settings[setting], kind, name, f"{key}.{setting}")
    return group(**values)


def _checked(value: Any, kind: Any, name: str, key: str) -> Any:
    if get_origin(kind) is Literal:
        if not isinstance(value, str) or value not in get_args(kind):
            raise RulesetError(name, key, f"must be one of {', '.join(get_args(kind))}, not {value!r}")
        return value
    if get_origin(kind) is tuple:
        items = get_args(kind)
        if not isinstance(value, list | tuple):
            raise RulesetError(name, key, f"must be a list, not {value!r}")
        if items[-1] is Ellipsis:
            return tuple(_checked(item, items[0], name, key) for item in value)
        if len(value) != len(items):
            raise RulesetError(name, key, f"must have {len(items)} values, not {len(value)}")
        return tuple(_checked(item, each, name, key) for item, each in zip(value, items, strict=True))
    if type(value) is not kind:
        words = {bool: "true or false", int: "a whole number", str: "a text"}
        raise RulesetError(name, key, f"must be {words[kind]}, not {value!r}")
    return value


def _refuse_contradictions(rules: Ruleset) -> None:
    flow, scoring, calls = rules.flow, rules.scoring, rules.calls

    def refuse_if(wrong: bool, key: str, reason: str) -> None:
        if wrong:
            raise RulesetError(rules.name, key, reason)

    points = (flow.start_points, flow.return_points, flow.target_points, *flow.uma)
    refuse_if(any(value % 100 for value in points), "flow", "points are multiples of 100")
    refuse_if(sum(flow.uma) != 0, "flow.uma", "must add up to zero")
    refuse_if(list(flow.uma) != sorted(flow.uma, reverse=True), "flow.uma", "must fall from place to place")
    refuse_if(
        flow.oka and flow.return_points <= flow.start_points,
        "flow.oka",
        "needs return_points above start_points",
    )
    refuse_if(flow.rounds not in {1, 2, 4}, "flow.rounds", "must be 1, 2 or 4")
    refuse_if(not 0 <= flow.extra_rounds <= 4 - flow.rounds, "flow.extra_rounds", "there are four winds")
    refuse_if(
        flow.noten_points < 0 or flow.noten_points % 600 != 0,
        "flow.noten_points",
        "must be shared by one, two or three",
    )
    refuse_if(flow.honba_ron < 0, "flow.honba_ron", "must not be negative")
    refuse_if(flow.honba_tsumo < 0, "flow.honba_tsumo", "must not be negative")
    refuse_if(
        flow.abort_triple_ron and flow.winners == "nearest", "flow.abort_triple_ron", "needs winners = 'all'"
    )
    refuse_if(flow.bets_to_owner and flow.winners == "nearest", "flow.bets_to_owner", "needs winners = 'all'")
    refuse_if(scoring.double_wind_pair_fu not in {2, 4}, "scoring.double_wind_pair_fu", "must be 2 or 4")
    refuse_if(scoring.open_least_fu not in {20, 30}, "scoring.open_least_fu", "must be 20 or 30")
    refuse_if(
        scoring.sanshoku_doukou_open_han not in {1, 2}, "scoring.sanshoku_doukou_open_han", "must be 1 or 2"
    )
    refuse_if(scoring.double_riichi_han not in {1, 2, 3}, "scoring.double_riichi_han", "must be 1, 2 or 3")
    for yaku in scoring.double_yakuman:
        refuse_if(
            yaku not in DOUBLE_YAKUMAN, "scoring.double_yakuman", f"{yaku!r} is not one of {DOUBLE_YAKUMAN}"
        )
    refuse_if(
        len(set(scoring.double_yakuman)) != len(scoring.double_yakuman),
        "scoring.double_yakuman",
        "names one twice",
    )
    refuse_if(
        scoring.kan_ura_dora and not (scoring.ura_dora and scoring.kan_dora),
        "scoring.kan_ura_dora",
        "needs ura_dora and kan_dora",
    )
    refuse_if(
        scoring.daisharin_every_suit and not scoring.daisharin,
        "scoring.daisharin_every_suit",
        "needs daisharin",
    )
    refuse_if(calls.riichi_least_tiles < 1, "calls.riichi_least_tiles", "the houtei tile cannot be a riichi")
