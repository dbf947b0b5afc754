"""Clips for judges: for every matter that goes to a judge, vision keeps the last seconds and those that follow.

A clip is ordered at once, so that nothing is lost, and again when the seconds after the entry have been seen. After
some days clips are deleted.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from config.log_line import TROUBLE, Say
from referee.game.events import Event, FoulFound
from referee.game.judge_observations import PlayHalted
from referee.game.observations import JudgeCalled, Observation
from referee.game.texts import seen_text
from referee.texts.language import LanguageName, language
from vision.clips.clips import AFTER_S, DAY_S, NEWEST, ClipDone, ClipOrder, clear_clips, stem
from wording.alerts.texts import Filmed

if TYPE_CHECKING:
    from referee.journal.journal import Entry
    from referee.texts.message import Message
    from table_controller.mqtt.messages import ClipKept

MEGABYTE: Final = 1_000_000
AFTER_MS: Final = round(1000 * AFTER_S)
LOOK_S: Final = 5.0
"""The longest wait for a picture: vision takes orders with each frame."""
NUMBER: Final = re.compile(r"[0-9]{1,18}")
"""The pattern of the names that an entry's clip files have."""
RECENT: Final = 400
"""The number of entries to remember; the seconds of a clip never hold more."""


@dataclass(frozen=True, slots=True)
class ClipChoice:
    """Limits on the clips that are kept.

    Attributes:
        seconds: the number of seconds that a clip shows before its entry; 0 keeps no pictures at all.
        days: the number of days for which a clip is kept.
        megabytes: the most that all clips may take together; the oldest are deleted first.
    """

    seconds: int = 15
    days: int = 14
    megabytes: int = 2000


class Evidence:
    """Orders clips and deletes old ones.

    Args:
        folder: the folder with the clips.
        choice: the limits on the clips.
        keep: orders a clip from vision; False if vision does not run.
        kept: called for every clip with its number, its purpose, and the reason if it could not be kept ("" if it was).
        say: takes lines for the log.
        words: the language of a clip's description.
    """

    def __init__(
        self,
        folder: Path,
        choice: ClipChoice,
        *,
        keep: Callable[[ClipOrder], bool],
        kept: Callable[[ClipOrder, str], None],
        say: Say,
        words: LanguageName = "en",
    ) -> None:
        self._folder = folder
        self._choice = choice
        self._keep = keep
        self._kept = kept
        self._say = say
        self._spoken = language(words)
        self._recent: deque[tuple[int, int]] = deque(maxlen=RECENT)
        self._ordered: dict[int, ClipOrder] = {}
        self._goes_on: deque[ClipOrder] = deque()
        """Clips whose entries are so new that the seconds after them have not been seen."""
        self._ordered_again: dict[int, ClipOrder] = {}
        self._found: dict[FoulFound, int] = {}
        """The number of the clip, finished or on its way, for each finding that has one."""
        self._there: set[int] = set()
        self._looking: tuple[int, asyncio.Future[bool]] | None = None
        """The awaited order for the newest picture, by its time."""

    def film(self, entry: Entry, _state: object = None) -> None:
        """Order a clip for a new journal entry if it concerns a judge."""
        self.entry(entry.number, entry.at_ms, entry.observation, entry.events)

    def entry(
        self, number: int, at_ms: int, observation: Observation, events: Sequence[Event]
    ) -> ClipOrder | None:
        """Order a clip for a new journal entry if it concerns a judge."""
        if self._choice.seconds == 0:
            return None
        self._recent.append((number, at_ms))
        why = _why(observation, events)
        if not why:
            return None
        reasons = self._spoken.listed([self._spoken.say(each) for each in why], "lines")
        order = ClipOrder(number, self._entries_around(at_ms), at_ms, reasons)
        self._found |= {event: number for event in events if isinstance(event, FoulFound)}
        if self._keep(order):
            self._ordered[number] = order
            self._goes_on.append(order)
        else:
            self._kept(order, "the table was not watched")
        return order

    def _entries_around(self, at_ms: int) -> tuple[int, ...]:
        """The numbers of the known entries within the time that a clip of this moment shows."""
        since_ms, until_ms = at_ms - 1000 * self._choice.seconds, at_ms + AFTER_MS
        return tuple(each for each, made_ms in self._recent if since_ms <= made_ms <= until_ms)

    def complete_clips(self, at_ms: int) -> None:
        """Complete the clips whose seconds after the entry vision has now seen."""
        while self._goes_on and self._goes_on[0].at_ms + AFTER_MS <= at_ms:
            order = self._goes_on.popleft()
            whole = replace(order, entries=self._entries_around(order.at_ms))
            if self._keep(whole):
                self._ordered_again[order.journal] = whole

    async def look(self, at_ms: int) -> bool:
        """Have the newest picture kept as clip ``NEWEST``; False if there is none. Simultaneous requests share it.

        Args:
            at_ms: the present table time.
        """
        if self._looking is None:
            if self._choice.seconds == 0 or not self._keep(ClipOrder(NEWEST, (), at_ms, "")):
                return False
            self._looking = at_ms, asyncio.get_running_loop().create_future()
        look = self._looking
        _, coming = look
        await asyncio.wait([coming], timeout=LOOK_S)
        if self._looking is look:
            self._looking = None
        return coming.done() and coming.result()

    def _looked(self, *, there: bool) -> None:
        if self._looking is not None and not self._looking[1].done():
            self._looking[1].set_result(there)

    def vision_started(self) -> None:
        """Start anew after a restart of vision, which has forgotten earlier orders and pictures."""
        self._looked(there=False)
        self._goes_on.clear()
        self._ordered_again.clear()
        for order in self._ordered.values():
            self._kept(order, "vision ended before it was written")
        self._ordered.clear()

    def done(self, clips: Sequence[ClipDone]) -> None:
        """Take the clips that vision has finished."""
        for clip in clips:
            if clip.journal == NEWEST:
                if self._looking is not None and self._looking[0] == clip.at_ms:
                    self._looked(there=not clip.error)
                continue  # a picture that comes too late is not the awaited one
            order = self._ordered.pop(clip.journal, None)
            if order is None:
                self._done_again(clip)
                continue
            if not clip.error:
                self._there.add(clip.journal)
            self._kept(order, clip.error)
        if clips:
            self.clear()

    def _done_again(self, clip: ClipDone) -> None:
        """Note whether the clip was completed; if not, its first version remains."""
        order = self._ordered_again.pop(clip.journal, None)
        if order is None:
            return
        if clip.error:
            self._say(f"the clip of entry {clip.journal} does not show what followed: {clip.error}", TROUBLE)
        elif clip.journal not in self._there:
            self._there.add(clip.journal)
            self._kept(order, "")

    def clear(self) -> None:
        """Delete clips that are too old or take too much space."""
        choice = self._choice
        deleted = clear_clips(
            self._folder, days=choice.days, most_bytes=choice.megabytes * MEGABYTE, now_s=time.time()
        )
        if deleted:
            self._there -= {int(name) for name in deleted if NUMBER.fullmatch(name)}
            self._say(f"clips deleted: {', '.join(deleted)}")

    def resume_from_journal(self, entries: Callable[[int], Iterable[Entry]]) -> None:
        """Find the existing clips after a restart; ``entries`` gives the journal's entries from a number on."""
        for file in self._folder.glob("*.json"):
            if not NUMBER.fullmatch(file.stem) or (number := int(file.stem)) == NEWEST:
                continue
            entry = next(iter(entries(number)), None)
            if entry is not None and entry.number == number:
                self._there.add(number)
                self._found |= {event: number for event in entry.events if isinstance(event, FoulFound)}

    def clip_of(self, found: FoulFound) -> str:
        """Return the name of a finding's clip for its evidence; empty if there is none."""
        number = self._found.get(found)
        return f"clip:{number}" if number in self._there else ""

    async def run(self) -> None:
        """Delete old clips now and once a day, for ever."""
        while True:
            self.clear()
            await asyncio.sleep(DAY_S)


def message_of(order: ClipOrder) -> ClipKept:
    """Return the broker's message about a clip."""
    return {
        "journal": order.journal,
        "at_ms": order.at_ms,
        "why": order.why,
        "file": f"{stem(order.journal)}.avi",
    }


def _why(observation: Observation, events: Sequence[Event]) -> list[Message]:
    """List the matters in an entry that a judge wants to look at."""
    found = [Filmed.foul(event.rule, seen_text(event)) for event in events if isinstance(event, FoulFound)]
    if found:
        return found
    if isinstance(observation, JudgeCalled):
        return [Filmed.judge_called(observation.seat)]
    if isinstance(observation, PlayHalted):
        return [Filmed.play_stopped(observation.judge)]
    return []
