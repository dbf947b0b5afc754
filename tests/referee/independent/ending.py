"""The end of a hand by the rulebooks: winners, payments, counters, bets, the next dealer, the end of the hanchan."""

from dataclasses import dataclass, field

from referee.hands.win import Win
from referee.tiles import KIND
from tests.referee.hands.plain_scorer import Judge, Worth
from tests.referee.independent import another_engine, course, liability, payments
from tests.referee.independent.books import Books
from tests.referee.independent.shapes import OUTER


@dataclass
class Winner:
    """A win as it must be settled; ``bets`` among the changes."""

    seat: int
    source: int
    worth: Worth
    liable: int | None
    points: int
    changes: list[int]


@dataclass
class Ending:
    """The entries that must stand in the books after a hand."""

    result: str
    winners: list[Winner]
    changes: list[int]
    tenpai: list[int]
    scores: list[int]
    bets: int
    honba: int
    round: int
    offenders: list[int] = field(default_factory=list)
    final: tuple[course.Four, course.Four, course.Four] | None = None


def worth(
    books: Books,
    seat: int,
    tile: int,
    *,
    source: int,
    chankan: bool = False,
    apart: bool = True,
    houtei: bool | None = None,
) -> Worth | None:
    """Return the worth of a complete hand; None without a yaku."""
    player = books.seats[seat]
    tsumo = source == seat
    concealed = list(player.hand)
    if tsumo:
        concealed.remove(tile)
    until = books.rules.scoring.renhou_until
    first = books.unbroken and (player.turns == 1 if tsumo else player.turns == 0)
    if not tsumo and until == "dealer_second_turn":
        first = books.unbroken and player.turns <= 1 and books.seats[books.dealer].turns <= 1
    turned = books.indicators
    win = Win(
        concealed=tuple(concealed),
        tile=tile,
        tsumo=tsumo,
        melds=tuple(player.melds),
        seat_wind=(seat - books.dealer) % 4,
        round_wind=books.standing.round // 4,
        riichi=player.riichi,
        ippatsu=player.ippatsu,
        last_tile=(books.left == 0 if houtei is None else houtei) and not chankan,
        rinshan=tsumo and books.rinshan,
        chankan=chankan,
        first_turn=first,
        dora_indicators=tuple(books.deal.indicators[:turned]),
        ura_indicators=tuple(books.deal.ura[:turned]) if player.riichi else (),
        tile_apart=apart,
    )
    value = Judge(win, books.rules).best()
    doubt = another_engine.differs(win, books.rules, value)
    if doubt:
        books.doubts.append(doubt)
    return value


def of_wins(books: Books, wins: list[tuple[int, int, Worth]]) -> Ending:
    """Winners in order from the discarder (WRC 5.7.6, MJ 3.4.9, 4.1, SAI 45.4)."""
    rules, standing = books.rules, books.standing
    flow = rules.flow
    winners = []
    bets = books.bets
    own = [
        1000 if flow.bets_to_owner and books.seats[seat].riichi and not books.seats[seat].declared else 0
        for seat, _, _ in wins
    ]
    for place, (seat, source, value) in enumerate(wins):
        player = books.seats[seat]
        liable = liability.parts(rules, value[0], player.liable if value[1] else {})
        honba = standing.honba if place == 0 or flow.honba_each_winner else 0
        changes, points = payments.of_win(
            rules, value[0], winner=seat, source=source, dealer=books.dealer, honba=honba, liable=liable
        )
        changes[seat] += own[place] + (1000 * bets - sum(own) if place == 0 else 0)
        winners.append(Winner(seat, source, value, liable[0][0] if liable else None, points, changes))
    changes = [sum(winner.changes[seat] for winner in winners) for seat in range(4)]
    dealer_won = books.dealer in [seat for seat, _, _ in wins]
    return _ended(
        books,
        "tsumo" if wins[0][0] == wins[0][1] else "ron",
        winners,
        changes,
        [],
        bets=0,
        honba=standing.honba + 1 if dealer_won else 0,
        repeats=dealer_won,
        dealer_won=dealer_won,
    )


def nagashi(books: Books) -> list[int]:
    """Seats with a nagashi mangan, where there is one (TAB, REF)."""
    flow = books.rules.flow
    return [
        seat
        for seat, player in enumerate(books.seats)
        if flow.nagashi_mangan
        and all(KIND[tile] in OUTER for tile in player.pond)
        and not (player.pond_called and flow.nagashi_uncalled)
    ]


def of_draw(books: Books, tenpai: list[int]) -> Ending:
    """WRC 5.7.2, 5.7.7, 5.7.8; MJ 3.4.2, 3.4.11; SAI 52, 27, 50; nagashi mangan TAB, REF."""
    flow = books.rules.flow
    winners = nagashi(books)
    changes = payments.of_nagashi(winners, books.dealer) if winners else payments.of_draw(books.rules, tenpai)
    repeats = books.dealer in tenpai and flow.dealer_repeats_tenpai
    return _ended(
        books,
        "nagashi" if winners else "exhaustive",
        [],
        changes,
        tenpai,
        bets=books.bets,
        honba=books.standing.honba + int(flow.counter_on_draw or repeats),
        repeats=repeats,
        drawn=repeats,
    )


def of_abort(books: Books, result: str) -> Ending:
    """MJ 3.4.3, with the reading of the preset: the dealer deals again."""
    flow = books.rules.flow
    return _ended(
        books,
        result,
        [],
        [0, 0, 0, 0],
        [],
        bets=books.bets,
        honba=books.standing.honba + int(flow.counter_on_abort),
        repeats=flow.dealer_repeats_abort,
        aborted=True,
    )


def of_chombo(books: Books, offenders: list[int], *, void: bool = False) -> Ending:
    """WRC 7.1, MJ 3.4.6, SAI 53.6, 54: the hand is dealt again, bets go back, no counter; MJ pays a reverse mangan."""
    standing = books.standing
    changes = [0, 0, 0, 0]
    if books.rules.flow.chombo_payment == "reverse_mangan" and not void:
        for offender in offenders:
            for seat in range(4):
                if seat != offender:
                    points = 4000 if books.dealer in (seat, offender) else 2000
                    changes[seat] += points
                    changes[offender] -= points
    scores = [before + change for before, change in zip(standing.scores, changes, strict=True)]
    ending = Ending(
        "chombo",
        [],
        changes,
        [],
        scores,
        standing.bets,
        standing.honba,
        standing.round,
        [] if void else offenders,
    )
    if course.over(books.rules, scores, -1, -1, dealer_won=False, drawn=False):
        ending.final = course.final(books.rules, scores, standing.bets)
    return ending


def _ended(
    books: Books,
    result: str,
    winners: list[Winner],
    changes: list[int],
    tenpai: list[int],
    *,
    bets: int,
    honba: int,
    repeats: bool,
    dealer_won: bool = False,
    drawn: bool = False,
    aborted: bool = False,
) -> Ending:
    scores = [before + change for before, change in zip(books.scores, changes, strict=True)]
    played = books.standing.round
    following = course.next_round(played, repeats=repeats)
    ending = Ending(result, winners, changes, tenpai, scores, bets, honba, following)
    if course.over(books.rules, scores, played, following, dealer_won=dealer_won, drawn=drawn):
        ending.final = course.final(books.rules, scores, bets)
    return ending
