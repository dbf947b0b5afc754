"""The outcome of a game: the reconstruction compared with what was played, and the verdict on each foul."""

import json
from collections.abc import Sequence
from pathlib import Path

from referee.records.neutral.record import HandRecord
from referee.records.reader import read_record
from simulation.people.course import Played
from simulation.people.players import ScriptedTable
from simulation.playing.compare import Comparison, compare_files, compare_left, compare_played
from simulation.playing.continued import hanchans_begun
from simulation.playing.games import ChosenGame
from simulation.playing.report import Report, latencies
from simulation.playing.seating import TablePeople
from simulation.playing.setup import GameSetup
from simulation.processes.supervisor import say
from simulation.staged.foul import FoulVerdict, verdict
from table_controller.journal.export import export_game


def report_on(
    setup: GameSetup, game: ChosenGame, table: ScriptedTable, people: TablePeople, wall_s: float
) -> Report:
    """Compare, print the report, and write it to the file that the options name."""
    exported = setup.state / "export.mjai"
    export_game(setup.state, "mjai", exported)
    course = table.course
    report = Report(
        comparison=_compared(setup, game.file, exported, course.played),
        ended_by_judge=[hand.name for hand in course.played if not hand.whole],
        begun_by_judge=len({hand.hanchan for hand in course.played if hand.hanchan}),
        latency_ms=latencies(table.moments, setup.state, real_only=setup.conducted),
        wall_s=wall_s,
        verdicts=_verdicts(setup, game, table, people),
    )
    for kind in () if people.fouls is None else people.fouls.waiting:
        say(f"{kind}: no hand that was dealt since had a place for it.")
    say(report.in_words())
    judge = people.judge
    if judge is not None and (ruled := judge.ruled.in_words(setup.options.judge)):
        say(ruled)
    if setup.options.report is not None:
        setup.options.report.write_text(json.dumps(report.as_json(), indent=2) + "\n", encoding="utf-8")
    return report


def _compared(setup: GameSetup, record_file: Path, exported: Path, played: list[Played]) -> Comparison:
    before = setup.beginning.hands
    if any(hand.hanchan for hand in played):
        return _each_hanchan(setup, record_file, played)
    if all(hand.compared and hand.number == number for number, hand in enumerate(played, before)):
        return compare_files(record_file, exported, setup.options.hands)
    earlier = read_record(record_file).hands[:before]
    return compare_played([*earlier, *(hand.hand if hand.compared else None for hand in played)], exported)


def _each_hanchan(setup: GameSetup, record_file: Path, played: list[Played]) -> Comparison:
    """Compare each hanchan of the journal with the hands played in it, if a judge began further hanchans."""
    begun = hanchans_begun(setup.state)
    anew = sorted({hand.hanchan for hand in played if hand.hanchan})
    table_own = max((place for place, number in enumerate(begun) if number < anew[0]), default=0)
    earlier: Sequence[HandRecord] = read_record(record_file).hands[: setup.beginning.hands]
    whole = Comparison()
    for number in (0, *anew):
        place = begun.index(number) if number in begun else table_own
        exported = setup.state / f"export-{place + 1}.mjai"
        export_game(setup.state, "mjai", exported, number=place + 1)
        hands = [hand.hand if hand.compared else None for hand in played if hand.hanchan == number]
        before = () if number else earlier
        whole.add(compare_left([*before, *hands], exported, left=number != anew[-1]))
    return whole


def _verdicts(
    setup: GameSetup, game: ChosenGame, table: ScriptedTable, people: TablePeople
) -> list[FoulVerdict]:
    """Return the verdict on each foul: that of the command line first, then those ordered later."""
    numbers = [number for number, hand in enumerate(table.course.played) if hand.fouled]
    ordered = [] if people.fouls is None else people.fouls.staged
    own = {foul.truth.hand_index for foul in ordered}
    acted = next((number for number in numbers if number not in own), None)
    state = setup.state
    return [
        *([] if game.foul is None else [verdict(game.foul, state, _acted_out_ms(table, acted))]),
        *(verdict(foul, state, _acted_out_ms(table, foul.truth.hand_index)) for foul in ordered),
    ]


def _acted_out_ms(table: ScriptedTable, number: int | None) -> int | None:
    """Return the table time of a hand's first indicator, given its place among the hands dealt; None if there is none."""
    of_it = (each.at_ms for each in table.moments if each.hand == number and each.did == "indicator")
    return next(of_it, None)
