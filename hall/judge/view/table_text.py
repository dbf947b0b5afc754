"""A table as text with styles: players, melds, ponds in rows of six, matters for a person."""

from typing import Any, Final

from rich.text import Text as Styled

from hall.judge.tables.hall import Json, Table
from hall.judge.tables.words import (
    alert_lines,
    finding_line,
    hand_line,
    status_line,
    stopped_line,
)
from hall.judge.view.measures import Measures
from vision.tracking.counting import CLEAR_PM
from wording.frame import FrameTexts, ViewTexts

ROW: Final = 6
"""The number of tiles in a row of the pond."""
SUITS: Final = {"m": "red", "p": "blue", "s": "green", "z": "bold"}
"""The style of a tile by the letter of its suit."""


def table_text(table: Table) -> Styled:
    """Render the hand: a line for it, then each player with melds and pond."""
    text = Styled(status_line(table))
    text.append(f"\n{hand_line(table)}")
    for seat in table.seats:
        text.append("\n\n")
        text.append_text(_player(table, seat))
    return text


def attention_text(table: Table) -> Styled:
    """Render the matters for a person: why play is stopped, findings that are not ruled on, alerts."""
    lines = [stopped] if (stopped := stopped_line(table)) else []
    findings = enumerate(table.findings)
    lines += [finding_line(table, number) for number, finding in findings if not finding.get("ruling")]
    lines += alert_lines(table)
    return Styled("\n".join(lines) or table.say(ViewTexts.nothing_to_do()))


def machine_text(table: Table, measures: Measures) -> Styled:
    """Render the phase of the machine, and what the camera cannot see."""
    report = measures.machine
    if not report:
        return Styled(table.say(ViewTexts.untold()))
    sets = [table.word("set_place", each) for each in report.get("sets") or ()]
    lines = [table.say(ViewTexts.machine(table.word("cycle", report.get("phase")), sets))]
    if report.get("held"):
        lines.append(str(report["held"]))
    if report.get("paused"):
        lines.append(table.say(ViewTexts.paused(str(report["paused"]))))
    camera = report.get("camera")
    hidden = camera.get("hidden") if isinstance(camera, dict) else None
    if isinstance(hidden, dict):
        lines += [f"{zone}: {why}" for zone, why in sorted(hidden.items())]
    return Styled("\n".join(lines))


def _player(table: Table, seat: Json) -> Styled:
    turn = table.state.get("turn") == seat.get("seat") and table.state.get("phase") == "playing"
    text = Styled().append(
        f"{table.who(seat.get('seat'))} {seat.get('score')}", style="bold reverse" if turn else "bold"
    )
    if seat.get("riichi"):
        text.append(f"  {table.say(FrameTexts.riichi())}", style="bold red")
    if seat.get("dead"):
        text.append(f"  {table.say(FrameTexts.dead())}", style="bold red")
    for meld in seat.get("melds") or ():
        text.append("  ")
        text.append_text(_tiles(meld.get("tiles") or ()))
    pond = [discard for discard in seat.get("pond") or () if isinstance(discard, dict)]
    for start in range(0, len(pond), ROW):
        text.append("\n  ")
        for discard in pond[start : start + ROW]:
            text.append_text(_discard(discard))
    if seat.get("shown"):
        text.append("\n  = ")
        text.append_text(_tiles(seat["shown"]))
    return text


def _discard(discard: Json) -> Styled:
    """Render a discard: bracketed if sideways, struck out if called, underlined if tsumogiri, with ? if unsure."""
    name = str(discard.get("tile"))
    sure = discard.get("confidence_pm")
    mark = "?" if isinstance(sure, int) and sure < CLEAR_PM else ""
    shown = f"[{name}]{mark}" if discard.get("sideways") else f" {name}{mark or ' '}"
    styles = [_style(name)]
    if discard.get("called_by") is not None:
        styles.append("strike dim")
    if discard.get("tsumogiri"):
        styles.append("underline")
    return Styled(shown.ljust(5), style=" ".join(styles))


def _tiles(names: Any) -> Styled:
    text = Styled()
    for name in names:
        text.append(f"{name} ", style=_style(str(name)))
    return text


def _style(name: str) -> str:
    return SUITS.get(name[-1:], "")
