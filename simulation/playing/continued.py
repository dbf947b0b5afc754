"""Continues a simulated table from its folder: finds the hands played there, the next hand, and the table time.

The folder keeps the options that make the game, but not the game itself, which the table must not find. The tiles are
gone when a simulation ends, as if people had cleared the table. So an unfinished hand is void and dealt again, the
machine has both sets in its drum, and signals of the former unit are void.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from config import ConfigError
from referee.game.events import HanchanStarted, HandEnded, HandStarted
from referee.game.observations import RulingGiven
from referee.game.position import IN_HAND
from referee.journal.corrections.slots import effective, hanchans
from referee.journal.entry import Entry
from referee.journal.journal import Journal, JournalError
from referee.journal.reader import Loaded, open_reader
from referee.judging.decide import advance
from referee.records.neutral.record import GameRecord
from simulation.people.policies import JUDGE_NAME
from simulation.playing.beginning import FILE, Beginning, remember
from simulation.playing.options import Options
from table_controller.journal.one_daemon import only_one
from table_controller.journal.place import JOURNAL

MACHINE: Final = "machine.json"
VOID: Final = "chombo"
"""The result of a hand that is played again."""
PAUSE_MS: Final = 10_000
"""Table time between the end of the journal and the next simulation."""


def take_up(state: Path, options: Options) -> tuple[Options, Beginning]:
    """Return the options with which the table continues, and its starting point. Void an unfinished hand.

    Raises:
        ConfigError: the journal there is not from a simulation, cannot be read, or has nothing left to play.
    """
    place = state / JOURNAL
    if not place.exists():
        remember(state, options)
        return options, Beginning()
    kept = _remembered(state)
    try:
        with only_one(state), closing(Journal(place)) as journal:
            loaded = journal.load()
            if loaded.state is None or loaded.state.phase == "ended":
                _clear(state, journal)
                remember(state, options)
                news = (
                    () if loaded.state is None else (f"{state}: that hanchan is over; the next one begins.",)
                )
                return options, Beginning(_start_ms(loaded), lines=news)
            options = replace(options, **kept)
            hands = _played(journal)
            if options.hands is not None and hands >= options.hands:
                raise ConfigError(
                    f"{state}: hand {hands}, the last that was asked for, has been played; "
                    f"give --hands {hands + 1} or more, or leave it out"
                )
            lines = [f"{state}: goes on with the hanchan that is there, hand {hands + 1}."]
            if _void(journal, loaded):
                lines.append("The hand that was being played is void and dealt again: its tiles are gone.")
            _clear(state, journal)
            return options, Beginning(_start_ms(loaded), hands, running=True, lines=tuple(lines))
    except JournalError as error:
        raise ConfigError(f"{state}: cannot go on from there: {error}") from error


def check_same(state: Path, record: GameRecord, rules: Mapping[str, Any]) -> None:
    """Check that the game to play is the one begun in the folder.

    Raises:
        ConfigError: it is another game.
    """
    with closing(Journal(state / JOURNAL)) as journal:
        begun = next(
            event
            for entry in journal.hanchan()
            for event in entry.events
            if isinstance(event, HanchanStarted)
        )
    same_rules = json.loads(json.dumps(begun.ruleset)) == json.loads(json.dumps(rules))
    if tuple(begun.names) != tuple(record.names) or not same_rules:
        raise ConfigError(
            f"{state}: the hanchan there is another game than its {FILE} says; name another folder"
        )


def hanchans_begun(state: Path) -> list[int]:
    """Return, for each hanchan that counts in a folder's journal, the number of the entry that begins it."""
    with closing(open_reader(state / JOURNAL)) as journal:
        parts = hanchans(journal.entries(), lambda entry: (entry.number, entry.events))
        return [part[0].number for part in parts]


def hands_begun(state: Path) -> list[int]:
    """Return, for each begun hand of the newest hanchan, the number of the entry before its beginning.

    A hand that was void and dealt again began when it was first dealt.
    """
    with closing(open_reader(state / JOURNAL)) as journal:
        parts = list(hanchans(journal.entries(), lambda entry: (entry.number, entry.events)))
    begun: list[int] = []
    played = parts[-1] if parts else []
    for place, entry in enumerate(played):
        if any(isinstance(event, HandStarted) for event in entry.events):
            # A hand that a judge entered unseen has no beginning of its own.
            begun += [entry.number - 1] * (_completed(played[:place]) + 1 - len(begun))
    return begun


def cut_copy(state: Path, to: Path, last: int, options: Options) -> None:
    """Make another folder with the state of this one after an entry; this one stays as it is.

    Raises:
        ConfigError: the folder cannot be made, or the copy is not the beginning of the journal.
    """
    walls: list[str] = []
    try:
        to.mkdir()
        with (
            closing(open_reader(state / JOURNAL)) as journal,
            closing(Journal(to / JOURNAL, lambda: walls[-1])) as copy,
        ):
            entry = None
            for entry in journal.entries(1, last):
                walls.append(entry.wall)
                copy.append(entry.observation, entry.events)
            if entry is None or copy.head.digest != entry.digest:
                raise ConfigError(f"{to}: entry {last} would not be the same there")
    except (JournalError, OSError) as error:
        raise ConfigError(f"{to}: {error}") from error
    remember(to, options)


def _start_ms(loaded: Loaded) -> int:
    return loaded.at_ms + PAUSE_MS


def _played(journal: Journal) -> int:
    """Count the completed hands of the newest hanchan."""
    return _completed(journal.hanchan())


def _completed(entries: Iterable[Entry]) -> int:
    """Count the hands completed in these entries, without those that are played again."""
    decided = ((entry.observation, entry.events) for entry in entries)
    ended = [event for _, events in effective(decided) for event in events if isinstance(event, HandEnded)]
    return sum(event.result != VOID for event in ended)


def _void(journal: Journal, loaded: Loaded) -> bool:
    """Void a hand in progress; return whether there was one."""
    state = loaded.state
    if state is None or state.phase not in IN_HAND:
        return False
    ruling = RulingGiven(
        at_ms=loaded.at_ms,
        source=f"judge:{JUDGE_NAME}",
        ruling="void",
        judge=JUDGE_NAME,
        text="the simulation was ended, and the tiles are gone",
    )
    events, after = advance(state, ruling)
    journal.append(ruling, events, state=after)
    return True


def _clear(state: Path, journal: Journal) -> None:
    (state / MACHINE).unlink(missing_ok=True)
    journal.settle([signal.key for signal in journal.inbox()])


def _remembered(state: Path) -> dict[str, Any]:
    place = state / FILE
    try:
        begun = json.loads(place.read_text(encoding="utf-8"))
        record, seed, ruleset = begun["record"], begun["seed"], begun["ruleset"]
    except FileNotFoundError:
        raise ConfigError(f"{state}: holds a journal that is of no simulation; name another folder") from None
    except (ValueError, KeyError, TypeError):
        raise ConfigError(f"{place}: cannot be read; name another folder") from None
    if type(seed) is not int or not all(each is None or isinstance(each, str) for each in (record, ruleset)):
        raise ConfigError(f"{place}: cannot be read; name another folder")
    return {"record": None if record is None else Path(record), "seed": seed, "ruleset": ruleset}
