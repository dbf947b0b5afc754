"""Queries that a table answers: the rules in force, the hanchan's hands, a hand's value, the table after an entry."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from hall.judge.orders.declared import declared_order
from hall.judge.tables.hall import LETTERS, Json, Table
from hall.judge.tables.words import clock_words, event_line, result_words, table_lines, tiles_words
from referee.hands.names import DORA, FU, LIMIT_NAMES, YAKU, YAKUMAN
from referee.rules.ruleset import GROUPS, Ruleset, RulesetError
from referee.rules.words import group_title, sentence
from table_controller.client.errors import OrderError
from table_controller.commands.catalogue.evaluate import Evaluate
from table_controller.commands.catalogue.hands import HandResults, SeenHands
from table_controller.commands.catalogue.past import PastState, TileEntry
from table_controller.commands.declaration import Command
from wording.frame import FrameTexts
from wording.misordered import Misordered

ASKED: Final[dict[str, type[Command]]] = {
    "hands": HandResults,
    "evaluate": Evaluate,
    "past": PastState,
    "tile": TileEntry,
    "seen": SeenHands,
}
"""Queries whose arguments are those of the command."""
NAMES: Final = YAKU | DORA | YAKUMAN | FU | LIMIT_NAMES


def asked_arguments(word: str, rest: Sequence[str], table: Table) -> Json:
    """Return the arguments of the command with which a query is sent to the table.

    Raises:
        OrderError: the words that follow it make no sense.
    """
    if word == "rules":
        return {"running": True} if table.seats else {}
    return declared_order(ASKED[word]).request(rest, table).arguments


def asked_lines(word: str, rest: Sequence[str], table: Table, answer: Json) -> list[str]:
    """Return the table's answer to a query, line by line.

    Raises:
        OrderError: it holds nothing that was looked for, or nothing that this terminal understands.
    """
    if word == "rules":
        return _rules(table, answer, " ".join(rest).casefold())
    return list(ANSWERED[word](table, answer))


def _rules(table: Table, answer: Json, wanted: str) -> list[str]:
    try:
        rules = Ruleset.from_mapping(answer["rules"])
    except RulesetError as error:
        raise OrderError(error.why) from None
    spoken = table.words or "en"
    lines = [table.say(FrameTexts.rules(rules.title))]
    for group in GROUPS:
        settings = getattr(rules, group)
        sentences = [
            sentence(group, name, getattr(settings, name), spoken) for name in settings.__struct_fields__
        ]
        found = [f"  {each}" for each in sentences if wanted in each.casefold()]
        lines += [group_title(group, spoken), *found] if found else []
    if len(lines) == 1:
        raise OrderError(Misordered.no_rule(wanted))
    return lines


def _hands(table: Table, answer: Json) -> Iterator[str]:
    if answer["left_out"]:
        yield table.say(FrameTexts.hands_left_out(int(answer["left_out"])))
    for hand in answer["hands"]:
        place = table.say(FrameTexts.place(table.hand(hand["hand"]), str(hand["honba"])))
        yield f"{place}: {_ending(table, hand)}"
        for worth in hand["worth"]:
            yield f"  {table.who_then(worth['seat'], *_then(hand, worth['seat']))}: {_shown(table, worth)}"
            yield from _items(table, worth, "fu")
    if not answer["hands"]:
        yield table.say(FrameTexts.nothing_happened())


def _ending(table: Table, hand: Json) -> str:
    if hand["result"] is None:
        return table.say(FrameTexts.not_over())
    winds, names = zip(*(_then(hand, seat) for seat in range(4)), strict=True)
    words = result_words(table, {**hand["result"], "winds": winds, "names": names})
    return words if hand["ended"] is not None else table.say(FrameTexts.if_closed(words))


def _then(hand: Json, seat: int) -> tuple[str, str]:
    """Return the wind and the name that a seat had in a hand."""
    return LETTERS[(seat + 1 - int(str(hand["hand"])[1:])) % 4], hand["names"][seat]


def _shown(table: Table, worth: Json) -> str:
    melds = [tiles_words(table, meld["tiles"]) for meld in worth["melds"]]
    winning = [] if worth["winning"] is None else [f"+ {tiles_words(table, [worth['winning']])}"]
    return "  ".join(filter(None, [tiles_words(table, worth["tiles"]), *melds, *winning]))


def _evaluated(table: Table, answer: Json) -> Iterator[str]:
    yield from _items(table, answer, "fu_items")
    yakuman = answer["yakuman"]
    value = FrameTexts.yakuman() if yakuman else FrameTexts.worth(str(answer["han"]), str(answer["fu"]))
    yield table.say(FrameTexts.comes_to(table.say(value), str(answer["points"])))


def _items(table: Table, worth: Json, fu: str) -> Iterator[str]:
    """Yield the items of a hand's value, each with its section."""
    for each in worth["yaku"]:
        in_units = FrameTexts.in_yakuman if each["item"] in YAKUMAN else FrameTexts.in_han
        yield _item(table, each, table.say(in_units(str(each["value"]))))
    for each in worth[fu]:
        yield _item(table, each, table.say(FrameTexts.in_fu(str(each["value"]))))
    if worth["limit"] is not None:
        yield _item(table, worth["limit"], "")


def _item(table: Table, item: Json, value: str) -> str:
    name = NAMES.get(str(item["item"]))
    item_name = str(item["item"]) if name is None else name.japanese if table.words == "ja" else name.romaji
    tile = table.word("tile", item["tile"]) if item["tile"] else ""
    return f"    {table.say(FrameTexts.item(item_name, tile, value, str(item['section'])))}"


def _past(table: Table, answer: Json) -> Iterator[str]:
    entry, state = answer["entry"], answer["state"]
    at = clock_words(entry["at_ms"])
    yield table.say(FrameTexts.table_then(str(entry["number"]), at, table.line_of(entry)))
    then = Table(table.name, table.status, table.status_text, state=state or {}, words=table.words)
    yield from table_lines(then)[1:]


def _tile(table: Table, answer: Json) -> Iterator[str]:
    """Yield the line of the entry that placed a tile."""
    yield event_line(table, answer["entry"])


def _seen(table: Table, answer: Json) -> Iterator[str]:
    for seat, hand in enumerate(answer["hands"]):
        yield f"{table.who(seat)}: {_shown(table, hand)}"
    if discard := answer["discard"]:
        tile = table.word("tile", discard["tile"])
        yield table.say(FrameTexts.claimable(table.who(discard["seat"]), tile))


ANSWERED: Final[dict[str, Callable[[Table, Any], Iterator[str]]]] = {
    "hands": _hands,
    "evaluate": _evaluated,
    "past": _past,
    "tile": _tile,
    "seen": _seen,
}
