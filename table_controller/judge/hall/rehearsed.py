"""What a command would do, in lines for a judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table_controller.judge.hall.words import grade_words, plain, rule_words

if TYPE_CHECKING:
    from table_controller.judge.hall.hall import Json, Table


def would_lines(table: Table, says: str, answer: Json) -> list[str]:
    """A line for each thing that the command would change."""
    would = answer["would"]
    lines = [f"table {table.name} would do this, and has not: {says}"]
    if would.get("text"):
        lines.append(f"  {would['text']}")
    moved = [
        f"{table.who(seat)} {points:+d}" for seat, points in enumerate(would.get("points", ())) if points
    ]
    if moved:
        lines.append(f"  points: {', '.join(moved)}")
    lines += [f"  the hand of {table.who(seat)} is dead" for seat in would.get("dead_hands", ())]
    for name, words in (("made", "a finding is made"), ("withdrawn", "a finding falls")):
        for found in would.get(name, ()):
            grade = grade_words(found.get("grade"))
            lines.append(f"  {words}: {rule_words(found)}, {table.who(found.get('seat'))}, {grade}")
    if would.get("stopped"):
        lines.append(f"  play is stopped: {plain(would['stopped'])}")
    place = would.get("next")
    if place is None:
        lines.append("  the hanchan is over")
    elif would.get("phase") == "waiting":
        lines.append(
            f"  the next hand is {place['hand']}, honba {place['honba']}, dealer {table.who(place['dealer'])}"
        )
    lines.append(f"  to do it only if nothing comes in between: --at {answer.get('at')}")
    return lines
