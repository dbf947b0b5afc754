"""The score sheet of a hanchan is signed before sticks are reset and the next hanchan begins (WRC 8.2)."""

from typing import Any

import pytest

from referee.encoding.public import public_state
from referee.game import judge_events, judge_observations
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.journal.corrections.refold import refold
from referee.journal.corrections.slots import slots_of
from referee.judging.rulings.topics import refusal
from referee.texts.language import english
from tests.referee.conftest import Table

SIGNS = office.SheetSigned(hanchan=1, judge="rita", text="all agree")


def awaits(table: Table) -> Table:
    """Begin a hanchan whose sheet must be signed."""
    state = table.state
    table.entries.clear()
    return table.sees(
        seen.HanchanBegun(
            ruleset=state.ruleset.to_mapping(),
            names=("Ada", "Ben", "Cai", "Dan"),
            senses=tuple(state.senses),
            awaits_signature=True,
        )
    )


def why(table: Table) -> str:
    refused = refusal(table.state, SIGNS)
    return "" if refused is None else english(refused)


def shown(table: Table) -> Any:
    return public_state(table.state, 1, 0)["signature"]


def signs(table: Table, **more: Any) -> Table:
    return table.sees(office.SheetSigned(hanchan=1, judge="rita", text="all agree", **more))


def test_a_sheet_is_signed_once_after_the_end_of_the_hanchan() -> None:
    """WRC 8.2: at the end of hanchans a referee checks and signs the score sheet."""
    table = awaits(Table("wrc-2015")).deals()
    assert (why(table), table.state.sheet_unsigned, shown(table)) == (
        "the hanchan has not ended yet",
        False,
        None,
    )
    before = table.state
    assert signs(table).state == before
    table.sees(seen.HanchanClosed(judge="anna"))
    assert (why(table), table.state.sheet_unsigned, shown(table)) == ("", True, "awaited")
    assert signs(table).events[-1] == judge_events.ResultSigned(1, "rita", "all agree", (30_000,) * 4)
    assert (table.state.sheet_unsigned, shown(table)) == (False, "given")
    assert why(table) == "the score sheet is signed already"
    before = table.state
    assert signs(table).state == before


def test_the_gong_between_hands_ends_a_hanchan_that_must_be_signed() -> None:
    """WRC 8.2."""
    table = awaits(Table("wrc-2015")).sees(seen.GongHeard())
    assert table.state.sheet_unsigned


def test_it_is_awaited_through_all_hands() -> None:
    table = awaits(Table("wrc-2015"))
    for _ in range(2):
        table.deals().runs_out()
        for player in table.players:
            player.noten()
        table.closes()
    assert table.state.hands == 2
    assert table.sees(seen.HanchanClosed(judge="anna")).state.sheet_unsigned


def test_a_hanchan_that_awaits_no_signature_needs_none() -> None:
    table = Table("wrc-2015").deals().sees(seen.HanchanClosed(judge="anna"))
    assert not table.state.sheet_unsigned
    assert why(table).startswith("no signature is awaited")
    before = table.state
    assert signs(table).state == before
    assert shown(table) is None


@pytest.mark.parametrize("keeps", ["nothing", "penalties"])
def test_what_is_void_has_no_result_to_sign(keeps: Any) -> None:
    table = awaits(Table("wrc-2015")).deals().sees(seen.HanchanClosed(judge="anna", keeps=keeps))
    assert not table.state.sheet_unsigned
    assert why(table).startswith("no signature is awaited")


def test_the_next_hanchan_has_a_sheet_of_its_own() -> None:
    table = awaits(Table("wrc-2015")).sees(seen.HanchanClosed(judge="anna"))
    signs(table)
    awaits(table)
    assert not table.state.sheet_unsigned
    assert table.sees(seen.HanchanClosed(judge="anna")).state.sheet_unsigned


def test_a_hanchan_that_began_by_itself_begins_anew_to_be_signed() -> None:
    table = Table("wrc-2015")
    begun = table.state
    table.sees(
        seen.HanchanBegun(
            ruleset=begun.ruleset.to_mapping(),
            names=begun.names,
            senses=tuple(begun.senses),
            awaits_signature=True,
        )
    )
    assert table.state.desk.signature == "awaited"


@pytest.mark.parametrize("wrong", ["signature", "end"])
def test_a_signature_falls_with_what_it_was_given_on(wrong: str) -> None:
    """A mistaken signature is undone; if the end of a hanchan is undone, the signature goes with it."""
    table = awaits(Table("wrc-2015")).sees(seen.HanchanClosed(judge="anna"))
    signs(table)
    slots = slots_of((number, *entry) for number, entry in enumerate(table.entries, 1))
    entry = {"end": 2, "signature": 3}[wrong]
    undone = judge_observations.Corrected(
        at_ms=table.at_ms + 1000, entry=entry, observation=None, judge="anna"
    )
    _, after = refold(slots, undone)
    assert (after.phase, after.desk.signature) == (
        "waiting" if wrong == "end" else "ended",
        "awaited",
    )
    assert after.sheet_unsigned is (wrong == "signature")
