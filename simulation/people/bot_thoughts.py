"""The reasoning of the built-in players: a hand's distance from a win, the least useful tiles, the value of a call."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from referee.game.furiten import kind_counts
from referee.game.observations import MeldShown
from referee.game.position import NO_RIICHI, GameState, Seat
from referee.hands.shanten import shanten, useful_tiles
from referee.tiles import EAST, HAKU, KIND, KINDS, Tile, is_red


def best_discards(hand: Sequence[Tile], me: Seat) -> tuple[int, list[Tile]]:
    """Return the hand's distance from a win after its best discard, and all equally good discards."""
    melds = len(me.melds)
    after: list[tuple[int, Tile, list[int]]] = []
    for tile in sorted(set(hand)):
        if KIND[tile] in me.forbidden and len({KIND[other] for other in hand} - set(me.forbidden)):
            continue
        counts = kind_counts(hand)
        counts[KIND[tile]] -= 1
        after.append((shanten(counts, melds), tile, counts))
    nearest = min(away for away, *_ in after)
    worth = {
        tile: sum(4 - counts[kind] for kind in useful_tiles(counts, melds)) - 2 * is_red(tile)
        for away, tile, counts in after
        if away == nearest
    }
    most = max(worth.values())
    return nearest, [tile for tile, its in worth.items() if its == most]


def chi_tiles(hand: Sequence[Tile], tile: Tile) -> list[list[Tile]]:
    """Return the pairs of tiles in hand that make a sequence with the tile."""
    kind = KIND[tile]
    if kind >= EAST:
        return []
    found = []
    for pair in combinations(sorted(set(hand)), 2):
        kinds = sorted([KIND[pair[0]], KIND[pair[1]], kind])
        if kinds[0] // 9 == kinds[2] // 9 and kinds[1] == kinds[0] + 1 and kinds[2] == kinds[0] + 2:
            found.append(list(pair))
    return found


def own_kans(seat: int, hand: Sequence[Tile], me: Seat, at_ms: int) -> Iterator[MeldShown]:
    """Yield the kans that a player could show in his own turn without harm to the hand."""
    counts = kind_counts(hand)
    now = shanten(counts, len(me.melds))
    for kind in range(KINDS):
        own = tuple(sorted(tile for tile in hand if KIND[tile] == kind))
        pon = next((meld for meld in me.melds if meld.kind == "pon" and KIND[meld.tiles[0]] == kind), None)
        after = list(counts)
        after[kind] = 0
        if len(own) == 4:
            shown = MeldShown(at_ms=at_ms, seat=seat, kind="ankan", tiles=own)
            melds = len(me.melds) + 1
        elif own and pon is not None:
            shown = MeldShown(
                at_ms=at_ms,
                seat=seat,
                kind="kakan",
                tiles=tuple(sorted((*pon.tiles, own[0]), key=lambda tile: (KIND[tile], tile))),
                claimed=pon.claimed,
                source_seat=pon.source,
                added=own[0],
            )
            melds = len(me.melds)
        else:
            continue
        if shanten(after, melds) <= max(now, 0):
            yield shown


def wants(state: GameState, caller: int, hand: Sequence[Tile], own: Sequence[Tile], tile: Tile) -> bool:
    """Return whether a call brings the hand closer to a win and leaves it a yaku."""
    me = state.seats[caller]
    if me.riichi != NO_RIICHI:
        return False
    before = shanten(kind_counts(hand), len(me.melds))
    left = list(hand)
    for used in own:
        left.remove(used)
    counts = kind_counts(left)
    # A tile is discarded after the call, so the best remaining hand counts.
    after = min(
        shanten([count - (kind == gone) for kind, count in enumerate(counts)], len(me.melds) + 1)
        for gone in range(KINDS)
        if counts[gone]
    )
    if after >= before:
        return False
    kinds = [*(KIND[held] for held in left), KIND[tile], *(KIND[held] for held in own)]
    melded = [KIND[held] for meld in me.melds for held in meld.tiles]
    valued = {HAKU, HAKU + 1, HAKU + 2, EAST + state.wind(caller), EAST + state.round // 4}
    if any((kinds + melded).count(value) >= 3 for value in valued):
        return True
    simples = all(kind < EAST and 0 < kind % 9 < 8 for kind in melded + [KIND[held] for held in (*own, tile)])
    strays = sum(kind >= EAST or kind % 9 in (0, 8) for kind in kinds)
    return simples and strays <= 2 and state.ruleset.scoring.open_tanyao
