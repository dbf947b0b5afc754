"""The effect of a rehearsed command, in lines for a judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hall.judge.tables.words import grade_words, rule_words, stop_words
from table_controller.wording.frame import FrameTexts

if TYPE_CHECKING:
    from hall.judge.tables.hall import Json, Table


def would_lines(table: Table, says: str, answer: Json) -> list[str]:
    """Return a line for each thing that the command would change."""
    would = answer["would"]
    lines = [table.say(FrameTexts.would(table.name, says))]
    if text := table.line_of(would):
        lines.append(f"  {text}")
    moved = [
        f"{table.who(seat)} {points:+d}" for seat, points in enumerate(would.get("points", ())) if points
    ]
    if moved:
        lines.append(f"  {table.say(FrameTexts.would_move(', '.join(moved)))}")
    lines += [
        f"  {table.say(FrameTexts.would_kill(table.who(seat)))}" for seat in would.get("dead_hands", ())
    ]
    for name, words in (("made", FrameTexts.would_find), ("withdrawn", FrameTexts.would_withdraw)):
        for found in would.get(name, ()):
            grade = grade_words(found.get("grade"), table.words)
            finding = f"{rule_words(found, table.words)}, {table.who(found.get('seat'))}, {grade}"
            lines.append(f"  {table.say(words(finding))}")
    if would.get("stopped"):
        lines.append(f"  {table.say(FrameTexts.would_stop(stop_words(str(would['stopped']), table.words)))}")
    place = would.get("next")
    if place is None:
        lines.append(f"  {table.say(FrameTexts.would_end())}")
    elif would.get("phase") == "waiting":
        hand, dealer = table.hand(place["hand"]), table.who(place["dealer"])
        lines.append(f"  {table.say(FrameTexts.would_follow(hand, str(place['honba']), dealer))}")
    lines.append(f"  {table.say(FrameTexts.would_at(str(answer.get('at'))))}")
    return lines
