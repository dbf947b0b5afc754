"""Tables, findings and events in words, a line each, for a judge without the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from referee.rules.fouls import CATALOGUE
from referee.rules.penalties import GRADE_EFFECTS
from table_controller.wording.office import STOPS
from table_controller.wording.wording import RESULTS, VOID

if TYPE_CHECKING:
    from referee.texts.language import LanguageName
    from table_controller.judge.hall.hall import Hall, Json, Table

SHOWN_FINDINGS: Final = 5
"""Findings shown with the table; ``findings`` shows all."""
EFFECTS: Final[dict[str, str]] = {str(grade): text for grade, text in GRADE_EFFECTS.items()}


def hall_lines(hall: Hall) -> list[str]:
    """The tables of a hall: status, hand, scores, findings not ruled on, alerts."""
    if not hall.tables:
        return [f"no table of hall {hall.name} has been heard of"]
    lines = []
    for name, table in sorted(hall.tables.items()):
        lines.append(f"table {name}: {table.status}; {_hand(table)}{_scores(table)}{_open(table)}")
        lines.extend(f"  {line}" for line in alert_lines(table))
    return lines


def table_lines(table: Table) -> list[str]:
    """All that is public of a table."""
    lines = [f"table {table.name}: {table.status}{f', {table.status_text}' if table.status_text else ''}"]
    lines.extend(alert_lines(table))
    lines.append(_hand(table))
    if stopped := stopped_line(table):
        lines.append(stopped)
    if clock := _clock(table.state):
        lines.append(clock)
    if closing := _closing(table):
        lines.append(closing)
    lines.extend(_player(table, seat) for seat in table.seats)
    if result := table.state.get("result"):
        lines.append(_hanchan(table, result))
    if last := table.state.get("last_result"):
        lines.append(f"last hand, {last.get('hand')}: {_result(table, last)}")
    lines.extend(finding_lines(table, newest=SHOWN_FINDINGS))
    lines.extend(_appeal(table, appeal) for appeal in table.state.get("appeals") or ())
    return lines


def alert_lines(table: Table) -> list[str]:
    """The alerts of a table, with the name that ``resolve`` wants."""
    return [alert_line(table, name) for name in sorted(table.alerts)]


def alert_line(table: Table, name: str) -> str:
    """An alert with what to do, or that it is over."""
    alert = table.alerts.get(name)
    if alert is None:
        return f"over [{name}]"
    said = (table.said(alert), table.said(alert, "advice_code", "advice_arguments", "advice"))
    parts = [each.rstrip(".。") for each in said if each]
    return f"{alert.get('severity', 'alert')} [{name}]: {'; '.join(parts)}"


def finding_lines(table: Table, newest: int | None = None) -> list[str]:
    """The findings of the hanchan by number, all or the newest few."""
    findings = table.findings
    first = 0 if newest is None else max(0, len(findings) - newest)
    if not findings:
        return ["no findings"]
    lines = [f"findings 0 to {first - 1} are not shown: say findings"] if first else []
    return lines + [finding_line(table, number) for number in range(first, len(findings))]


def finding_line(table: Table, number: int) -> str:
    """A finding: number, rule, section, offender, proposed grade, evidence, what was ruled."""
    finding = table.findings[number]
    evidence = ", ".join(str(each) for each in finding.get("evidence") or ())
    ruling = finding.get("ruling")
    parts = [
        f"{rule_words(finding, table.words)} ({finding.get('section') or 'no section'})",
        f"{table.who_did(finding)} {table.said(finding)}",
        f"proposed: {grade_words(finding.get('grade'))}{_costs(finding)}",
        f"evidence: {evidence or 'none'}",
        f"ruled: {plain(ruling)}" if ruling else "not ruled on",
    ]
    if finding.get("hand"):
        parts.insert(3, f"in {finding['hand']}")
    return f"finding {number}: {'; '.join(parts)}"


def _costs(finding: Json) -> str:
    costs = finding.get("costs")
    return f", costs {costs} points of the overall score" if costs else ""


def rule_words(finding: Json, words: LanguageName | None = None) -> str:
    """The rule of a finding in words."""
    foul = CATALOGUE.get(str(finding.get("rule")))
    return plain(finding.get("rule")) if foul is None else foul.words_in(words or "en")


def grade_words(grade: Any) -> str:
    """A grade and what it does."""
    effect = EFFECTS.get(str(grade))
    return plain(grade) if effect is None else f"{plain(grade)} ({effect})"


def stopped_line(table: Table) -> str:
    """Why play is stopped, empty while it goes on."""
    stopped = table.state.get("stopped")
    if not isinstance(stopped, dict):
        return ""
    words = stop_words(str(stopped.get("reason")))
    seat = stopped.get("seat")
    on = stopped.get("played_on")
    since = "" if on is None else f"; {table.who(on)} plays on"
    return f"PLAY IS STOPPED: {words}{'' if seat is None else f', {table.who(seat)}'}{since}"


def stop_words(reason: str) -> str:
    """Why play is stopped."""
    foul = CATALOGUE.get(reason)
    return STOPS.get(reason) or (plain(reason) if foul is None else foul.words)


def event_line(table: Table, event: Json) -> str:
    """An event with its number and table time; empty if nothing came of it."""
    text = table.line_of(event)
    return f"entry {event.get('number')}, {clock_words(event.get('at_ms'))}: {text}" if text else ""


def answer_words(table: Table, answer: Json) -> str:
    """What a table answered besides that it was done."""
    parts = []
    for name, value in answer.items():
        if name == "ok" or value is None or value == []:
            continue
        if name == "number":
            parts.append(f"entry {value}")
        elif name == "stopped":
            parts.append(f"play is still stopped ({stop_words(value)}): resume lets it go on")
        elif name == "grade":
            parts.append(f"proposed: {grade_words(value)}")
        elif name in {"changes", "scores"} and isinstance(value, list):
            parts.append(
                f"{name} " + ", ".join(f"{table.who(seat)} {each}" for seat, each in enumerate(value))
            )
        elif isinstance(value, list):
            parts.append(f"{plain(name)} {', '.join(plain(each) for each in value)}")
        elif isinstance(value, bool):
            parts.append(f"{plain(name)}: {'yes' if value else 'no'}")
        else:
            parts.append(f"{plain(name)} {value}")
    return f" ({'; '.join(parts)})" if parts else ""


def clock_words(at_ms: Any) -> str:
    """Table time as minutes and seconds."""
    seconds = int(at_ms) // 1000 if isinstance(at_ms, int | float) else 0
    return f"{seconds // 60}:{seconds % 60:02d}"


def plain(word: Any) -> str:
    """A name of the program as people write it."""
    return str(word).replace("_", " ")


def _hand(table: Table) -> str:
    state = table.state
    if not table.seats:
        return "no hanchan"
    parts = [f"{state.get('hand')}, honba {state.get('honba')}", f"{state.get('phase')}"]
    if state.get("bets"):
        parts.append(f"{state['bets']} riichi bets on the table")
    if state.get("phase") in {"dealing", "playing", "closing"}:
        parts.append(f"{state.get('live_tiles')} tiles in the wall")
        if state.get("indicators"):
            parts.append(f"dora indicators {' '.join(state['indicators'])}")
        if state.get("phase") == "playing":
            parts.append(f"turn of {table.who(state.get('turn'))}")
    parts.append(f"rules {state.get('ruleset')}")
    return ", ".join(parts)


def _scores(table: Table) -> str:
    return "".join(f"; {table.who(seat.get('seat'))} {seat.get('score')}" for seat in table.seats)


def _open(table: Table) -> str:
    count = sum(not finding.get("ruling") for finding in table.findings)
    return f"; {count} finding{'s' if count > 1 else ''} not ruled on" if count else ""


def _clock(state: Json) -> str:
    time = state.get("time")
    if not isinstance(time, dict) or not time.get("limit_ms"):
        return ""
    limit_ms = time["limit_ms"] + (time.get("added_ms") or 0)
    parts = [f"time limit {clock_words(limit_ms)} from {clock_words(time.get('started_at_ms'))} on"]
    if time.get("paused_at_ms") is not None:
        parts.append(f"it stands still since {clock_words(time['paused_at_ms'])}")
    if time.get("called"):
        parts.append("the gong has sounded")
    return ", ".join(parts)


def _hanchan(table: Table, result: Json) -> str:
    by_place = sorted(range(4), key=lambda seat: (result["places"][seat], seat))
    told = [f"{result['places'][seat]}. {table.who(seat)} {result['totals'][seat]:+d}" for seat in by_place]
    return f"the hanchan has ended: {', '.join(told)} (with uma)"


def _closing(table: Table) -> str:
    closing = table.state.get("closing")
    if not isinstance(closing, dict):
        return ""
    seen = ", ".join(table.who(seat) for seat in closing.get("acknowledged") or ())
    return f"the hand is being closed: {f'acknowledged by {seen}' if seen else 'not acknowledged'}, " + (
        "paid" if closing.get("paid") else "not paid"
    )


def _appeal(table: Table, appeal: Json) -> str:
    finding = appeal.get("finding")
    against = "" if finding is None else f" against finding {finding}"
    text = appeal.get("text")
    return f"appeal of {table.who(appeal.get('seat'))}{against}: {appeal.get('outcome')}{f', {text}' if text else ''}"


def _player(table: Table, seat: Json) -> str:
    pond = seat.get("pond") or []
    parts = [f"{table.who(seat.get('seat'))} {seat.get('score')}"]
    if seat.get("riichi"):
        parts.append("riichi")
    if seat.get("dead"):
        parts.append("HAND DEAD")
    if seat.get("disqualified"):
        parts.append("DISQUALIFIED")
    if seat.get("warnings"):
        parts.append(f"warnings: {seat['warnings']}")
    parts.append(f"{seat.get('concealed')} tiles in hand")
    parts.append(f"{len(pond)} discards")
    if pond:
        parts[-1] += f", the last {pond[-1].get('tile')}"
    parts.extend(_meld(table, meld) for meld in seat.get("melds") or [])
    if seat.get("shown"):
        parts.append(f"shows {' '.join(seat['shown'])}")
    return f"  {'; '.join(parts)}"


def _meld(table: Table, meld: Json) -> str:
    words = f"{meld.get('kind')} of {' '.join(meld.get('tiles') or [])}"
    return words if meld.get("from") is None else f"{words} from {table.who(meld['from'])}"


def _result(table: Table, last: Json) -> str:
    winds, names = last.get("winds") or [None] * 4, last.get("names") or [None] * 4

    def who(seat: Any) -> str:
        known = isinstance(seat, int) and 0 <= seat <= 3
        return table.who_then(seat, winds[seat], names[seat]) if known else table.who(seat)

    offenders = last.get("offenders") or []
    parts = [RESULTS.get(str(last.get("result")), str(last.get("result")))]
    if last.get("result") == "chombo":
        parts = [f"chombo of {' and '.join(who(seat) for seat in offenders)}" if offenders else VOID]
    for win in last.get("wins") or []:
        source = win.get("from")
        of = "" if source in {None, win.get("seat")} else f" from {who(source)}"
        worth = "yakuman" if win.get("yakuman") else f"{win.get('han')} han {win.get('fu')} fu"
        parts.append(f"{who(win.get('seat'))}{of}, {worth}, {win.get('points')} points")
    changes = last.get("changes") or []
    parts.append("changes " + ", ".join(f"{who(seat)} {change:+d}" for seat, change in enumerate(changes)))
    return "; ".join(parts)
