"""A player is forgotten on request: nothing of the store holds the name, and everybody's results stay."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec import inspect as types

from hall.store.places import open_store
from hall.tournaments.book.entries import (
    AnyEntry,
    BigHand,
    PenaltyGiven,
    PlayerId,
    PlayerRegistered,
    PlayersSwapped,
    PlayerSubstituted,
    SessionBegun,
    SessionClosed,
    TablePenalty,
    TablePlayed,
)
from hall.tournaments.book.evenings import records
from hall.tournaments.book.position import folded
from hall.tournaments.book.tallying import standings_of
from hall.tournaments.books.books import BookStore
from hall.tournaments.books.forgetting import NAMING, forget_player, without
from jantaku.main import main
from tests.hall.schedules.book_stage import all_played, beginning, made

WALL = "2026-11-28T09:00:00.000+00:00"
NAME = 'Zoë "Ace" Akagi'
EVENING = made(
    [
        *beginning()[:1],
        PlayerRegistered(player="p3", name=NAME, country="NL", club="Tsubame", team="Cranes"),
        *[
            each
            for each in beginning()[1:]
            if not (isinstance(each, PlayerRegistered) and each.player == "p3")
        ],
        PlayersSwapped(session=1, one="p3", other="p4"),
        PlayerSubstituted(session=2, player="p3", substitute="Nina"),
        SessionBegun(session=1),
        *all_played(1, seed=1),
        PenaltyGiven(penalty=1, session=1, player="p3", grade="chombo", reason="false ron", by="rita"),
        PenaltyGiven(penalty=2, session=1, player="p5", grade="guidance", reason=f"spoke to {NAME}"),
        SessionClosed(session=1),
    ]
)


def is_player(kind: types.Type) -> bool:
    """Return whether values of a type name players, by themselves or in lists."""
    if isinstance(kind, types.Metadata):
        return (kind.extra_json_schema or {}).get("title") == "player" or is_player(kind.type)
    if isinstance(kind, types.TupleType):
        return any(is_player(each) for each in kind.item_types)
    return isinstance(kind, types.VarTupleType) and is_player(kind.item_type)


def test_every_field_that_names_a_player_is_known() -> None:
    assert is_player(types.type_info(PlayerId))
    structures = [*AnyEntry.__args__, TablePenalty, BigHand]
    naming = {
        field.name
        for kind in types.multi_type_info(structures)
        if isinstance(kind, types.StructType)
        for field in kind.fields
        if is_player(field.type)
    }
    assert naming == NAMING


def test_the_name_goes_and_all_results_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "hall.sqlite"
    books = BookStore(open_store(str(place)))
    for evening in ("first", "second"):
        books.append(evening, EVENING, known=0, login="anna", wall=WALL)
    books.append("other", beginning()[:1], known=0, login="anna", wall=WALL)
    before = books.book("first")
    ratings = {each.player: each for each in records([before.position()]).values()}

    words = ["hall", "tournament", "forget", "p3", "--store", str(place)]
    assert main(words) == 0
    output = capsys.readouterr().out
    assert "first: 6 entries would change" in output
    assert "second: 6 entries would change" in output
    assert "other" not in output
    assert "p3 now" in output
    assert "Backups" in output
    assert books.book("first") == before

    assert main([*words[:4], "now", *words[4:]]) == 0
    (left,) = [each.number for each in before.written if getattr(each.entry, "reason", "").endswith(NAME)]
    output = capsys.readouterr().out
    assert f"the name stays in what somebody wrote: entries {left}" in output
    after = books.book("first")
    assert (after.number, after.digest != before.digest) == (before.number, True)
    position = folded(after.entries)
    known = position.players["removed 1"]
    assert (known.name, known.country, known.club, known.team) == ("Player removed", "", "", "Cranes")
    assert "p3" not in position.players
    assert places(after.entries) == [
        (place, "removed 1" if player == "p3" else player, total)
        for place, player, total in places(before.entries)
    ]
    again = records([position])
    assert again["removed 1"].rating == ratings["p3"].rating
    assert again["p5"] == ratings["p5"]
    assert main(words) == 2
    assert "nobody called p3 is registered" in capsys.readouterr().err
    books.close()


def places(entries: tuple[AnyEntry, ...]) -> list[tuple[int | None, str, int]]:
    return [(each.place, each.player, each.total) for each in standings_of(folded(entries), (1,))]


def test_no_file_of_the_store_holds_a_forgotten_name(tmp_path: Path) -> None:
    """Neither its free pages nor its write-ahead log do."""
    books = BookStore(open_store(str(tmp_path / "hall.sqlite")))
    kept = [each for each in EVENING if NAME not in getattr(each, "reason", "")]
    books.append("first", kept, known=0, login="anna", wall=WALL)
    (found,) = forget_player(books, "p3", preview=False)
    assert found.left == ()
    held = b"".join(each.read_bytes() for each in tmp_path.iterdir())
    assert b"removed 1" in held
    assert "Zoë".encode() not in held
    books.close()


def test_a_journals_result_is_of_the_removed_player() -> None:
    played = TablePlayed(
        session=1, table=1, players=("p1", "p3", "p5", "p7"), scores=(30_000,) * 4, totals=(0,) * 4,
        penalties=(TablePenalty("p3", 20, "p3"),), disqualified=("p3",), by="p3",
        hands=(BigHand("p3", 8000, ("riichi",), "p3", 7),),
    )  # fmt: skip
    result = msgspec.to_builtins(without(played, "p3", "removed 1"))
    assert (result["players"][1], result["disqualified"]) == ("removed 1", ("removed 1",))
    assert (result["hands"][0]["player"], result["hands"][0]["hall_table"]) == ("removed 1", "p3")
    assert (result["penalties"][0]["player"], result["by"]) == ("removed 1", "p3")
