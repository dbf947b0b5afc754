"""One hand from the command line: its value, or its waits."""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

from referee.game.liability import FED, feedable, has_liability
from referee.hands.payments import PaidWin, win_changes
from referee.hands.score import score
from referee.hands.sections import section_of
from referee.hands.waits import waiting
from referee.hands.win import Score, Win
from referee.melds import Meld, parse_meld
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND, KINDS, NAMES, Tile, parse_tile, parse_tiles
from table_controller.cli.score.batch import WIND_LETTERS
from table_controller.cli.score.possible import refuse_impossible
from table_controller.cli.score.words import Payment, as_json, in_words, waits_as_json, waits_in_words
from wording.terminal.exit_status import ExitStatus


def score_hand(args: argparse.Namespace, ruleset: Ruleset) -> int:
    """Print the hand's value; return 1 if there is no win.

    Raises:
        ValueError: the arguments do not make a hand.
    """
    win = _win_of_arguments(args, ruleset)
    found = score(win, ruleset)
    payment = None if found is None else _payment(args, win, found, ruleset)
    _print(args, as_json(win, found, payment, ruleset), in_words(win, found, payment, ruleset))
    return ExitStatus.DONE if found is not None else ExitStatus.NOT_DONE


def wait_of_hand(args: argparse.Namespace, ruleset: Ruleset) -> int:
    """Print the hand's waits; return 1 if it is not tenpai.

    Raises:
        ValueError: the arguments do not make a hand.
    """
    tiles, melds = parse_tiles(args.hand), _melds(args.meld)
    if len(tiles) + 3 * len(melds) == 14:
        raise ValueError("--win is needed to score; a hand that waits has a tile less")
    counts = [0] * len(NAMES)
    for tile in tiles:
        counts[KIND[tile]] += 1
    if counts.pop():
        raise ValueError("a tile of the hand is not known")
    if max(counts) > 4:
        raise ValueError("five tiles of a kind")
    found = waiting(counts[:KINDS], melds, ruleset)
    _print(args, waits_as_json(found, ruleset), waits_in_words(found, ruleset))
    return ExitStatus.DONE if found.tenpai else ExitStatus.NOT_DONE


def _print(args: argparse.Namespace, mapping: dict[str, Any], words: Iterable[str]) -> None:
    text = json.dumps(mapping, ensure_ascii=False) if args.json else "\n".join(words)
    sys.stdout.write(text + "\n")


def _win_of_arguments(args: argparse.Namespace, ruleset: Ruleset) -> Win:
    melds = _melds(args.meld)
    tile = parse_tile(args.win)
    win = Win(
        concealed=_without_winning_tile(parse_tiles(args.hand), tile, len(melds)),
        tile=tile,
        tsumo=args.tsumo,
        melds=melds,
        seat_wind=WIND_LETTERS.index(args.seat),
        round_wind=WIND_LETTERS.index(args.round),
        riichi=2 if args.double_riichi else int(args.riichi),
        ippatsu=args.ippatsu,
        last_tile=args.last_tile,
        rinshan=args.rinshan,
        chankan=args.chankan,
        first_turn=args.first_turn,
        dora_indicators=parse_tiles(args.dora),
        ura_indicators=parse_tiles(args.ura),
        tile_apart=not args.mixed_in,
    )
    refuse_impossible(win, ruleset.scoring)
    if not win.tile_apart and not win.tsumo:
        raise ValueError("--mixed-in needs --tsumo")
    return win


def _without_winning_tile(tiles: tuple[Tile, ...], tile: Tile, melds: int) -> tuple[Tile, ...]:
    """Return the concealed tiles without the winning tile, which the text may include."""
    wanted = 13 - 3 * melds
    if len(tiles) == wanted:
        return tiles
    if len(tiles) != wanted + 1:
        raise ValueError(
            f"{len(tiles)} concealed tiles and {melds} melds do not make a hand: "
            f"{wanted} are needed, or {wanted + 1} with the winning tile"
        )
    if tile not in tiles:
        raise ValueError(f"the winning tile {NAMES[tile]} is not among the {len(tiles)} concealed tiles")
    rest = list(tiles)
    rest.remove(tile)
    return tuple(rest)


def _payment(args: argparse.Namespace, win: Win, found: Score, ruleset: Ruleset) -> Payment:
    winner = win.seat_wind
    discarder = None if args.discarder is None else WIND_LETTERS.index(args.discarder)
    liable = None if args.liable is None else WIND_LETTERS.index(args.liable)
    if win.tsumo and discarder is not None:
        raise ValueError("--from needs --ron")
    if winner in {discarder, liable}:
        raise ValueError("the winner neither discards the tile nor is liable")
    fed = "" if liable is None else _fed_yakuman(win, found, ruleset)
    someone = next(seat for seat in range(4) if seat not in {winner, liable})
    source = winner if win.tsumo else someone if discarder is None else discarder
    paid = PaidWin(
        winner=winner,
        source=source,
        score=found,
        liable=() if liable is None else ((fed, liable),),
    )
    changes = win_changes([paid], dealer=0, honba=args.honba, bets=args.bets, ruleset=ruleset)
    return Payment(changes, discarder, liable, args.honba, args.bets)


def _fed_yakuman(win: Win, found: Score, ruleset: Ruleset) -> str:
    """Return the yakuman for which somebody is liable, by the ruleset and the open melds."""
    section = section_of("liability", ruleset.sources, ruleset.unread)
    won = [name for name in FED if name in found.yakuman]
    if not won:
        raise ValueError(f"--liable: a liability is only possible for {', '.join(FED)}")
    known = [name for name in won if has_liability(name, ruleset)]
    if not known:
        raise ValueError(f"--liable: {ruleset.title} has no liability for {' or '.join(won)} ({section})")
    fed = [name for name in known if name in feedable(win.melds, ruleset)]
    if not fed:
        raise ValueError(
            f"--liable: by the melds nobody fed the last set of {' or '.join(known)} ({section})"
        )
    return fed[0]


def _melds(texts: list[str]) -> tuple[Meld, ...]:
    return tuple(parse_meld(text) for text in texts)
