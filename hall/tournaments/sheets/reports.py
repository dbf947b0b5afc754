"""The report of an event: winners, biggest hands, penalties and statistics, as lists for print and for the page."""

from decimal import Decimal

from hall.tournaments.sheets.lists import Cell, SheetList, penalties_list, points, timetable_list
from hall.tournaments.sheets.programme import Programme, plain
from referee.hands.names import DORA, YAKU, YAKUMAN
from referee.texts.kinds import WINDS
from referee.texts.language import Language
from referee.texts.message import Message
from referee.texts.sheet_texts import OnSheet

MOST_HANDS = 20
NAMES = YAKU | DORA | YAKUMAN


def report_lists(programme: Programme, spoken: Language) -> tuple[SheetList, ...]:
    """Return the lists of a report; those without a row are left out."""
    lists = (
        timetable_list(programme, spoken),
        winners_list(programme, spoken),
        hands_list(programme, spoken),
        penalties_list(programme, spoken),
        statistics_list(programme, spoken),
    )
    return tuple(each for each in lists if each.rows)


def winners_list(programme: Programme, spoken: Language) -> SheetList:
    """List who won each table, with score and points, and with the day if there are several."""
    several = len({each.day for each in programme.sessions}) > 1
    heads: tuple[Message, ...] = (
        OnSheet.session(), OnSheet.table(), OnSheet.player(), OnSheet.final(), OnSheet.total()
    )  # fmt: skip
    heads = (OnSheet.day(), *heads) if several else heads
    rows: list[tuple[Cell, ...]] = [
        (
            *((session.day,) if several else ()),
            session.session,
            table.table,
            programme.people[player].shown,
            score,
            points(total, programme.rules),
        )
        for session in programme.sessions
        for table in session.tables
        if table.scores is not None and table.places is not None and table.totals is not None
        for player, score, place, total in zip(
            table.players, table.scores, table.places, table.totals, strict=True
        )
        if place == 1
    ]
    return SheetList(spoken.say(OnSheet.winners()), _titles(spoken, heads), tuple(rows))


def hands_list(programme: Programme, spoken: Language) -> SheetList:
    """List the biggest hands of tables with Jantaku, each with the entry of the journal by which its film is found."""
    heads = (
        OnSheet.points(), OnSheet.player(), OnSheet.yaku(), OnSheet.session(), OnSheet.table(), OnSheet.film()
    )  # fmt: skip
    won = sorted(
        (
            (hand, session.session, table)
            for session in programme.sessions
            for table in session.tables
            for hand in table.hands
        ),
        key=lambda each: -each[0].points,
    )
    rows: list[tuple[Cell, ...]] = []
    for hand, session, table in won[:MOST_HANDS]:
        yaku = [
            (NAMES[each].japanese if spoken.name == "ja" else NAMES[each].romaji)
            if each in NAMES
            else plain(each)
            for each in hand.yaku
        ]
        film = spoken.say(OnSheet.film_at(plain(hand.hall_table), hand.entry))
        who = programme.people[hand.player].shown if hand.player in programme.people else plain(hand.player)
        rows.append((hand.points, who, ", ".join(yaku), session, table.table, film))
    films = tuple((hand.hall_table, hand.entry) for hand, _, _ in won[:MOST_HANDS])
    return SheetList(spoken.say(OnSheet.biggest_hands()), _titles(spoken, heads), tuple(rows), films)


def statistics_list(programme: Programme, spoken: Language) -> SheetList:
    """List figures of the whole event: games, highest and lowest score, and the mean place by first seat."""
    games = [
        (table.players, table.scores, table.places)
        for session in programme.sessions
        for table in session.tables
        if table.scores is not None and table.places is not None
    ]
    scores = [
        (score, player)
        for players, their_scores, _ in games
        for player, score in zip(players, their_scores, strict=True)
    ]
    if not scores:
        return SheetList(spoken.say(OnSheet.statistics()), ("", ""), ())
    people = programme.people
    rows: list[tuple[Cell, ...]] = [(spoken.say(OnSheet.games()), len(games))]
    for label, (score, player) in ((OnSheet.highest(), max(scores)), (OnSheet.lowest(), min(scores))):
        rows.append((f"{spoken.say(label)}: {people[player].shown}", score))
    rows.append((spoken.say(OnSheet.below_zero()), sum(score < 0 for score, _ in scores)))
    for wind in range(len(WINDS)):
        mean = Decimal(sum(places[wind] for _, _, places in games)) / len(games)
        rows.append((spoken.say(OnSheet.mean_place(wind)), round(mean, 2)))
    return SheetList(spoken.say(OnSheet.statistics()), ("", ""), tuple(rows))


def _titles(spoken: Language, heads: tuple[Message, ...]) -> tuple[str, ...]:
    return tuple(spoken.say(each) for each in heads)
