"""The fouls that a table no longer finds without one of its senses: fouls are put into games, and the sense is taken away.

``python -m bench.senses [--times N] [--seed N] [--processes N]``. Prints, for each sense and for a table with none of them, the
kinds that are found with all senses and no longer without it. Observations that the camera can replace stay, but are
less precise.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import Final

from msgspec import structs

from bench.foul_proof import BOOKS, ROUNDS, add_games, drawn_games, findings_of, one_hand
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.records.observed import ObservedGame
from referee.records.reader import read_record
from referee.rules.ruleset import Ruleset
from referee.tiles import KIND, UNKNOWN
from simulation.replay.disturb.disturbing import disturbed
from simulation.replay.disturb.game import play_game
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.replay import ruleset_of
from table_controller.sensing.felt_sticks import WAITS_MS
from table_controller.settings.senses import SENSES

ARM_MS: Final = 600
"""The camera's error in time about an arm over a line, and about a tile that leaves a wall."""
STICK_MS: Final = 1500
"""The camera's error in time about a stick, which has to lie for a while."""
TABLES: Final = {"all": SENSES, **{f"no {each}": tuple(set(SENSES) - {each}) for each in SENSES}, "none": ()}
"""The senses of the tables that are compared."""
Found = dict[tuple[str, str], list[bool]]
"""By kind and table: whether the foul was found, for each time that it was put into a game."""


def sensed(observation: Observation, senses: Sequence[str]) -> Observation | None:
    """An observation as a table with these senses reports it; None if it does not."""
    match observation:
        case seen.HanchanBegun():
            return structs.replace(observation, senses=tuple(sorted(senses)))
        case seen.TilesExposed() | seen.WallBroken() | seen.RiichiRetracted():
            return None  # read too late, seen as tiles that are gone, or only spoken
        case seen.CallHeard() if "call_buttons" not in senses:
            return None
        case seen.HandMoved() if "curtains" not in senses:
            return structs.replace(observation, within_ms=max(observation.within_ms, ARM_MS))
        case seen.TileDrawn() if "wall_touch" not in senses:
            return structs.replace(observation, within_ms=max(observation.within_ms, ARM_MS))
        case seen.TileDiscarded(tsumogiri=False):
            return structs.replace(observation, tsumogiri=None)  # it may be the drawn tile
        case seen.MeldShown(kind="ankan") if UNKNOWN in observation.tiles:
            return _concealed_kan(observation)
        case seen.StickLaid() if "sticks" not in senses:
            return structs.replace(observation, within_ms=max(observation.within_ms, STICK_MS))
    return observation


def _concealed_kan(meld: seen.MeldShown) -> seen.MeldShown | None:
    """A concealed kan as read: its kind, but not which tiles are hidden; None if its ends differ."""
    hidden = [tile == UNKNOWN for tile in meld.tiles]
    shown = [tile for tile in meld.tiles if tile != UNKNOWN]
    if hidden[0] != hidden[-1] or not shown:
        return None
    return structs.replace(meld, tiles=tuple(sorted([*shown, *[KIND[shown[0]]] * sum(hidden)])))


def at_table(game: ObservedGame, senses: Sequence[str]) -> ObservedGame:
    """Return the observations that a table with these senses makes of a game."""

    def of(observations: Iterable[Observation]) -> tuple[Observation, ...]:
        whole = _announced_by_showing(_whole_melds(tuple(observations)))
        seen_there = whole if "sticks" in senses else _bets_only(whole)
        return tuple(each for every in seen_there if (each := sensed(every, senses)) is not None)

    return structs.replace(game, beginning=of(game.beginning), hands=tuple(of(hand) for hand in game.hands))


def _whole_melds(observations: Sequence[Observation]) -> list[Observation]:
    """Without the tiles shown for a call that were exchanged for others while the called tile still lay in its pond.

    A meld is read once it is whole, or once its caller discards.
    """
    kept: list[Observation] = []
    ready: dict[int, seen.MeldShown] = {}
    for each in observations:
        if isinstance(each, seen.MeldShown) and each.claimed is not None and each.kind != "kakan":
            if each.seat in ready:
                kept.remove(ready[each.seat])
            ready[each.seat] = each
        elif isinstance(each, seen.TileTaken | seen.TileDiscarded):
            ready.pop(each.seat, None)
        kept.append(each)
    return kept


def _announced_by_showing(observations: Sequence[Observation]) -> list[Observation]:
    """With announcements as a table reports them: an opened hand at the end of a drawn hand is tenpai."""
    kept: list[Observation] = []
    shown = {each.seat for each in observations if isinstance(each, seen.TilesShown)}
    announced = any(isinstance(each, seen.TenpaiDeclared) for each in observations)
    for each in observations:
        if isinstance(each, seen.HandClosed) and announced:
            kept += [
                seen.TenpaiDeclared(seat=seat, tenpai=seat in shown, at_ms=each.at_ms) for seat in range(4)
            ]
        if not isinstance(each, seen.TenpaiDeclared):
            kept.append(each)
    return kept


def _bets_only(observations: Sequence[Observation]) -> list[Observation]:
    """Without the sticks that nothing marks as bets: the camera takes one for a bet if its player has turned a tile."""
    kept: list[Observation] = []
    turned: set[int] = set()
    early: dict[int, seen.StickLaid] = {}
    for each in observations:
        if isinstance(each, seen.StickLaid) and each.seat not in turned:
            early[each.seat] = each
            continue
        kept.append(each)
        if isinstance(each, seen.TileDiscarded) and each.sideways:
            turned.add(each.seat)
            stick = early.pop(each.seat, None)
            if stick is not None and each.at_ms - stick.at_ms <= WAITS_MS:
                kept.append(structs.replace(stick, at_ms=each.at_ms, within_ms=each.at_ms - stick.at_ms))
    return kept


def found_by(book: str, paths: Sequence[str], seed: int, times: int) -> Found:
    """Return the findings of each table under one rulebook."""
    judge = Ruleset.read(book)
    found: Found = {}
    wanted = dict.fromkeys(FOUL_KINDS, times)
    for number, path in enumerate(paths[: ROUNDS * times]):
        record = read_record(Path(path))
        rules = ruleset_of(record).judged_by(judge).to_mapping()
        game = play_game(record, rules, seed + number)
        whole = [hand.copied() for hand in game.hands]
        for name in [name for name, left in wanted.items() if left and FOUL_KINDS[name].under(rules)]:
            truth = disturbed(game, FOUL_KINDS[name], seed + number)
            if truth is None:
                continue
            wanted[name] -= 1
            observations = one_hand(game, truth.hand_index)
            for table, senses in TABLES.items():
                at = findings_of(at_table(observations, senses), truth.hand_index)
                alike = [each for each in at if (each.rule, each.seat) == (truth.rule, truth.seat)]
                found.setdefault((f"{truth.rule}/{name}", table), []).append(bool(alike))
            for changed in (truth.hand_index, truth.hand_index + 1):
                if changed < len(whole):
                    game.hands[changed] = whole[changed].copied()
    return found


def _of_book(job: tuple[str, list[str], int, int]) -> Found:
    return found_by(*job)


def measure(paths: list[str], seed: int, times: int, processes: int) -> Found:
    """Return the findings of each table under all rulebooks."""
    whole: Found = {}
    with Pool(processes) as pool:
        for found in pool.imap(_of_book, [(book, paths, seed, times) for book in BOOKS]):
            for key, each in found.items():
                whole.setdefault(key, []).extend(each)
    return whole


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_games(parser, 2)
    args = parser.parse_args()
    paths = drawn_games(parser, args)
    found = measure(paths, args.seed, args.times, args.processes)
    for kind in sorted({kind for kind, _ in found}):
        shares = [f"{table} {sum(found[kind, table])}/{len(found[kind, table])}" for table in TABLES]
        print(f"{kind}: {', '.join(shares)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
