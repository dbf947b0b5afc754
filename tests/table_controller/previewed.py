"""Orders that are previewed and then given: the preview must say exactly what happens."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from referee.game.position import GameState
from referee.tournament.results import HanchanResult, results_of
from tests.table_controller.command_stage import FakeDaemon, ask


@dataclass(frozen=True)
class Stand:
    """A table's state and its journal's results at one moment."""

    state: GameState | None
    hanchans: list[HanchanResult]

    @property
    def game(self) -> GameState:
        assert self.state is not None
        return self.state

    @property
    def lost(self) -> Counter[str]:
        """Return the overall points that each player has lost."""
        lost: Counter[str] = Counter()
        for hanchan in self.hanchans:
            lost.update(_lost(hanchan))
        return lost

    @property
    def place(self) -> dict[str, Any] | None:
        state = self.state
        if state is None or state.phase == "ended":
            return None
        return {
            "hand": state.hand_name,
            "honba": state.honba,
            "bets": state.bets,
            "dealer": state.dealer,
        }


def stand(daemon: FakeDaemon) -> Stand:
    return Stand(daemon.state, [result for _, result in results_of(daemon.journal.entries())])


def _lost(hanchan: HanchanResult) -> Counter[str]:
    lost: Counter[str] = Counter()
    for penalty in hanchan.penalties:
        lost[penalty.player] += penalty.points
    return lost


def give(daemon: FakeDaemon, name: str, /, **arguments: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Preview an order, give it, and compare. Returns both answers."""
    before, number = stand(daemon), daemon.journal.number
    preview = ask(daemon, name, dry_run=True, **arguments)
    assert (daemon.state, daemon.journal.number) == (before.state, number), "a preview changes nothing"
    answer = ask(daemon, name, **arguments)
    assert answer["ok"] is preview["ok"], (name, arguments, answer, preview)
    if answer["ok"]:
        assert preview["would"]["entries"] == daemon.journal.number - number
        happened(preview["would"], before, stand(daemon))
    else:
        assert answer == preview
    return preview, answer


def happened(would: dict[str, Any], before: Stand, after: Stand) -> None:
    """Compare a preview with what happened, entry for entry."""
    then, now = before.game, after.game
    same = len(before.hanchans) == len(after.hanchans)
    moved = [new - old for old, new in zip(then.scores, now.scores, strict=True)]
    assert would["scores"] == list(now.scores)
    assert would["points"] == (moved if same else [])
    assert (would["phase"], would["next"]) == (now.phase, after.place)
    lost = Counter(after.lost)
    lost.subtract(before.lost)
    previewed: Counter[str] = Counter()
    for each in would["penalties"]:
        previewed[each["player"]] += each["points"]
    assert {name: points for name, points in previewed.items() if points} == {
        name: points for name, points in lost.items() if points
    }
    dead = {seat for seat in range(4) if now.seats[seat].dead}
    assert set(would["dead_hands"]) == dead - (
        {seat for seat in range(4) if then.seats[seat].dead} if same else set()
    )
    assert would["stopped"] == (now.desk.stopped or None)
    if same:
        made = Counter(each.rule for each in now.findings)
        made.subtract(each.rule for each in then.findings)
        made.subtract(each["rule"] for each in would["made"])
        made.update(each["rule"] for each in would["withdrawn"])
        assert not any(made.values())
    ended = [each for each in would["changes"] if each["code"] in {"effect.hanchan_ends", "effect.result"}]
    result = after.hanchans[-1]
    if same and now.phase == "ended" and not result.void and _sheet(result) != _sheet(before.hanchans[-1]):
        _ended(ended, result)
    else:
        assert ended == []
    _words(would)


def _sheet(hanchan: HanchanResult) -> tuple[Any, ...]:
    """Return the figures of a score sheet, without warnings that cost nothing."""
    lost = {name: points for name, points in _lost(hanchan).items() if points}
    return hanchan.players, hanchan.places, hanchan.scores, hanchan.totals, lost, hanchan.disqualified


def _ended(placed: list[dict[str, Any]], hanchan: HanchanResult) -> None:
    """Compare the places in the preview of the end of a hanchan with its result."""
    (only,) = placed
    rows = [each["arguments"] for each in only["arguments"]["what"]]
    assert hanchan.places is not None
    assert hanchan.scores is not None
    lost, value = _lost(hanchan), hanchan.ruleset.flow.point_value
    found = {
        row["who"]["name"]: (row["number"], row["points"], round(float(row["text"]) * value)) for row in rows
    }
    for name, place, score, total in zip(
        hanchan.players, hanchan.places, hanchan.scores, hanchan.totals, strict=True
    ):
        assert found[name] == (place, score, total - lost[name] * value)


def _words(would: dict[str, Any]) -> None:
    """Check that the wording contains every number of the preview and no other number."""
    codes = [each["code"] for each in would["changes"]]
    assert codes
    changes = {each["code"]: each["arguments"] for each in would["changes"]}
    moved = [each["arguments"]["number"] for each in changes.get("effect.moved", {"what": []})["what"]]
    assert moved == [points for points in would["points"] if points]
    overall = [each["arguments"]["number"] for each in changes.get("effect.overall", {"what": []})["what"]]
    assert overall == [-each["points"] for each in would["penalties"]]
    if "effect.nothing" in codes:
        assert not any(would["points"])
        assert would["ends"] == ""
        assert would["penalties"] == would["dead_hands"] == []
