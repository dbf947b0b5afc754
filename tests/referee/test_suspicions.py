"""The table of suspicions: the page shows it, the catalogue has its fouls, and journals store its names."""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import fields

from referee.rules.fouls import CATALOGUE
from referee.rules.suspicions import ALL, AT_ONCE, BY_NAME, IN_VAIN, RANK, Cue, Of, Suspicion, Verdict
from referee.rules.timing import Timing

PAGE: Final = Path(__file__).parents[2] / "docs" / "rules.md"
HEAD: Final = (
    "| act | found to be | cleared by | proven by | after its time |",
    "| --- | --- | --- | --- | --- |",
)
NAMES_IN_JOURNALS: Final = {
    "hand",
    "back",
    "stick",
    "bet",
    "tiles",
    "owed",
    "discard",
    "word",
    "taken first",
    "taken",
    "proper tiles",
    "tiles of a first call",
    "kan back",
    "win or draw",
    "riichi",
    "riichi tile",
    "no riichi",
    "its stick",
    "hand opened",
    "its hand opened",
    "its tiles shown",
}
"""If a name is removed, nothing can decide the suspicions of older journals."""


def cues(kind: Suspicion, verdicts: Iterable[Verdict]) -> str:
    found = [
        cue.value + (", if certainly later" if end.verdict is Verdict.FOUND_IF_LATER else "")
        for cue, end in kind.ends.items()
        if end.verdict in verdicts
    ]
    return "; ".join(found) or "-"


def deadline(kind: Suspicion) -> str:
    if kind.deadline is None:
        return "-"
    after = kind.deadline.after if kind.deadline.after == AT_ONCE else f"`{kind.deadline.after}`"
    return f"{after}: {kind.deadline.verdict.value}"


def row(kind: Suspicion) -> str:
    proven = [each for each in Verdict if each is not Verdict.CLEARED]
    fouls = ", ".join(f"`{rule}`" for rule in kind.fouls)
    return f"| {kind.raised_by} | {fouls} | {cues(kind, [Verdict.CLEARED])} | {cues(kind, proven)} | {deadline(kind)} |"


def test_the_page_shows_the_table() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = lines.index(HEAD[0])
    table = [*HEAD, *(row(kind) for kind in ALL)]
    assert lines[start : start + len(table)] == table
    assert not lines[start + len(table)]


def test_every_foul_is_in_the_catalogue() -> None:
    for kind in ALL:
        assert kind.fouls
        assert kind.outlives <= set(kind.fouls) <= CATALOGUE.keys()


def test_every_suspicion_can_be_decided() -> None:
    """Something can prove or clear each; without such a thing it would be no suspicion."""
    for kind in ALL:
        verdicts = {end.verdict for end in kind.ends.values()}
        assert verdicts
        assert verdicts != {Verdict.CLEARED} or kind.deadline is not None


def test_every_cue_decides_something() -> None:
    assert {cue for kind in ALL for cue in kind.ends} == set(Cue)
    assert {end.of for kind in ALL for end in kind.ends.values()} == set(Of)


def test_a_deadline_is_a_setting() -> None:
    settings = {each.name for each in fields(Timing)}
    assert {kind.deadline.after for kind in ALL if kind.deadline is not None} <= {*settings, AT_ONCE}


def test_names_stay_what_journals_have() -> None:
    assert BY_NAME.keys() == NAMES_IN_JOURNALS


@pytest.mark.parametrize("cue", list(Cue))
def test_one_cue_decides_in_one_order(cue: Cue) -> None:
    """All kinds that a cue decides have different ranks, except calls in vain, which are decided in the order in which
    they were raised."""
    kinds = [kind for kind in ALL if cue in kind.ends]
    ranks = [RANK[kind.name] for kind in kinds]
    assert ranks == sorted(ranks)
    assert len(set(ranks)) == len(ranks) or all(kind in IN_VAIN for kind in kinds)
