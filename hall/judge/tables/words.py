"""Tables, findings and events in words, a line each, for a judge without the page."""

from collections.abc import Sequence
from typing import Any, Final

from hall.judge.tables.hall import Hall, Json, Table
from referee.rules.fouls import CATALOGUE
from referee.texts.language import LanguageName, language
from referee.texts.lines import JournalText
from wording.events.office import STOPS
from wording.frame import FrameTexts

UNSAID: Final = frozenset({"ok", "note_code", "note_arguments"})
"""Fields of answers that are for programs."""
FREE: Final = frozenset({"undone", "former", "note", "id"})
"""Fields of answers that hold free text."""
SHOWN_FINDINGS: Final = 5
"""The number of findings shown with the table; ``findings`` shows all."""


def hall_lines(hall: Hall) -> list[str]:
    """The tables of a hall: status, hand, scores, findings not ruled on, alerts; then the alerts of the hall itself."""
    lines = [] if hall.tables else [hall.say(FrameTexts.no_table(hall.name))]
    for name, table in sorted(hall.tables.items()):
        status = table.word("status", table.status)
        lines.append(
            table.say(FrameTexts.table(name, f"{status}; {hand_line(table)}{_scores(table)}{_open(table)}"))
        )
        lines.extend(f"  {line}" for line in alert_lines(table))
    lines.extend(hall.say(FrameTexts.table(hall.own.name, line)) for line in alert_lines(hall.own))
    return lines


def table_lines(table: Table) -> list[str]:
    """Everything public about a table."""
    lines = [status_line(table)]
    lines.extend(alert_lines(table))
    lines.append(hand_line(table))
    if stopped := stopped_line(table):
        lines.append(stopped)
    if table.state.get("signature") == "awaited":
        lines.append(table.say(FrameTexts.unsigned()))
    if clock := _clock(table):
        lines.append(clock)
    if attendant := table.state.get("attendant"):
        lines.append(table.say(FrameTexts.attends(str(attendant.get("who")), _waited_s(attendant))))
    if claims := _claims(table):
        lines.append(claims)
    if closing := _closing(table):
        lines.append(closing)
    lines.extend(_player(table, seat) for seat in table.seats)
    if result := table.state.get("result"):
        lines.append(_hanchan(table, result))
        lines.extend(_sheet(table))
    if last := table.state.get("last_result"):
        lines.append(table.say(FrameTexts.last_hand(table.hand(last.get("hand")), result_words(table, last))))
    lines.extend(_penalty(table, penalty) for penalty in table.state.get("penalties") or ())
    lines.extend(finding_lines(table, newest=SHOWN_FINDINGS))
    lines.extend(_appeal(table, appeal) for appeal in table.state.get("appeals") or ())
    lines.extend(_jury_ruling(table, ruled) for ruled in table.state.get("juries") or ())
    if jury := table.state.get("jury"):
        lines.append(_jury(table, jury))
    return lines


def hand_line(table: Table) -> str:
    """Return the line of a hand: its name, the phase, whose turn it is."""
    state = table.state
    if not table.seats:
        return table.say(FrameTexts.no_hanchan())
    place = FrameTexts.place(table.hand(state.get("hand")), str(state.get("honba")))
    # After the end of a hanchan, the state names a hand that is never played.
    played = [] if state.get("phase") == "ended" else [table.say(place)]
    parts = [*played, table.word("phase", state.get("phase"))]
    if state.get("bets"):
        parts.append(table.say(FrameTexts.bets(str(state["bets"]))))
    if state.get("phase") in {"dealing", "playing", "closing"}:
        parts.append(table.say(FrameTexts.wall(str(state.get("live_tiles")))))
        if state.get("indicators"):
            parts.append(table.say(FrameTexts.indicators(tiles_words(table, state["indicators"]))))
        if state.get("ura"):
            parts.append(table.say(FrameTexts.ura(tiles_words(table, state["ura"]))))
        if state.get("phase") == "playing":
            parts.append(table.say(FrameTexts.turn(table.who(state.get("turn")))))
    parts.append(table.say(FrameTexts.rules(str(state.get("ruleset")))))
    return ", ".join(parts)


def status_line(table: Table) -> str:
    """The status of a table."""
    return table.say(
        FrameTexts.table_status(table.name, table.word("status", table.status), table.status_text)
    )


def alert_lines(table: Table) -> list[str]:
    """List the alerts of a table, each with the name that ``resolve`` takes."""
    return [alert_line(table, name) for name in sorted(table.alerts)]


def alert_line(table: Table, name: str) -> str:
    """An alert with its advice, or a line that it is over."""
    alert = table.alerts.get(name)
    if alert is None:
        return table.say(FrameTexts.over(name))
    texts = (table.text_of(alert), table.text_of(alert, "advice_code", "advice_arguments", "advice"))
    parts = [each.rstrip(".。") for each in texts if each]
    severity = table.word("severity", alert.get("severity", "alert"))
    return f"{severity} [{name}]: {'; '.join(parts)}"


def finding_lines(table: Table, newest: int | None = None) -> list[str]:
    """The findings of the hanchan by number, all or the newest few."""
    findings = table.findings
    first = 0 if newest is None else max(0, len(findings) - newest)
    if not findings:
        return [table.say(FrameTexts.no_findings())]
    lines = [table.say(FrameTexts.findings_before(first - 1))] if first else []
    return lines + [finding_line(table, number) for number in range(first, len(findings))]


def finding_line(table: Table, number: int) -> str:
    """Word a finding: number, rule, section, offender, proposed grade, evidence, ruling."""
    finding = table.findings[number]
    evidence = ", ".join(str(each) for each in finding.get("evidence") or ())
    ruling = finding.get("ruling")
    parts = [
        f"{rule_words(finding, table.words)} ({finding.get('section') or table.say(FrameTexts.no_section())})",
        f"{table.who_did(finding)} {table.text_of(finding)}",
        _proposed(table, finding),
        table.say(FrameTexts.evidence(evidence)),
        table.say(FrameTexts.ruled(table.word("ruling", ruling)) if ruling else FrameTexts.not_ruled()),
    ]
    if finding.get("hand"):
        parts.insert(3, table.say(FrameTexts.found_in(table.hand(finding["hand"]))))
    return table.say(FrameTexts.finding(str(number), "; ".join(parts)))


def _proposed(table: Table, finding: Json) -> str:
    proposed = table.say(FrameTexts.proposed(grade_words(finding.get("grade"), table.words)))
    costs = finding.get("costs")
    return f"{proposed}, {table.say(FrameTexts.costs(str(costs)))}" if costs else proposed


def rule_words(finding: Json, words: LanguageName | None = None) -> str:
    """The rule of a finding in words."""
    foul = CATALOGUE.get(str(finding.get("rule")))
    return plain(finding.get("rule")) if foul is None else foul.words_in(words or "en")


def grade_words(grade: Any, words: LanguageName | None = None) -> str:
    """Word a grade and its effect."""
    spoken = language(words or "en")
    effect = spoken.words["effect"].get(str(grade))
    grade_word = spoken.word("grade" if grade == "judge" else "ruling", str(grade))
    return grade_word if effect is None else f"{grade_word} ({effect})"


def stopped_line(table: Table) -> str:
    """Return the reason why play is stopped; empty while it goes on."""
    stopped = table.state.get("stopped")
    if not isinstance(stopped, dict):
        return ""
    words = stop_words(str(stopped.get("reason")), table.words)
    seat, on = stopped.get("seat"), stopped.get("played_on")
    whose, who_plays = ("" if each is None else table.who(each) for each in (seat, on))
    by, why = (str(stopped.get(each) or "") for each in ("by", "text"))
    return table.say(FrameTexts.stopped(words, whose, by, why, who_plays))


def stop_words(reason: str, words: LanguageName | None = None) -> str:
    """Return the reason why play is stopped."""
    foul = CATALOGUE.get(reason)
    if reason in STOPS:
        return language(words or "en").word("stop", reason)
    return plain(reason) if foul is None else foul.words_in(words or "en")


def event_line(table: Table, event: Json) -> str:
    """Word an event with its number and table time; empty if it had no consequence."""
    text = table.line_of(event)
    if not text:
        return ""
    return table.say(FrameTexts.entry(str(event.get("number")), clock_words(event.get("at_ms")), text))


def answer_words(table: Table, answer: Json) -> str:
    """Word a table's answer, beyond the fact that the order was done."""
    parts = []
    for name, value in answer.items():
        if name in UNSAID or value is None or value == []:
            continue
        label = table.word("answer", name)
        if name == "note":
            parts.append(f"{label} {table.text_of(answer, 'note_code', 'note_arguments', 'note')}")
        elif name == "number":
            parts.append(table.say(FrameTexts.entry_number(str(value))))
        elif name == "stopped":
            parts.append(table.say(FrameTexts.still_stopped(stop_words(str(value), table.words))))
        elif name == "called":
            parts.append(table.say(FrameTexts.still_called()))
        elif name == "grade":
            parts.append(table.say(FrameTexts.proposed(grade_words(value, table.words))))
        elif name in {"changes", "scores"} and isinstance(value, list):
            by_seat = ", ".join(f"{table.who(seat)} {each}" for seat, each in enumerate(value))
            parts.append(table.say((FrameTexts.changes if name == "changes" else FrameTexts.scores)(by_seat)))
        elif isinstance(value, list):
            parts.append(f"{label} {', '.join(_value(table, name, each) for each in value)}")
        elif isinstance(value, bool):
            parts.append(f"{label}: {table.say(FrameTexts.yes() if value else FrameTexts.no())}")
        else:
            parts.append(f"{label} {_value(table, name, value)}")
    return f" ({'; '.join(parts)})" if parts else ""


def _value(table: Table, name: str, value: Any) -> str:
    """Word a value of an answer; rules and rulings in words."""
    if name in {"made", "withdrawn"}:
        return rule_words({"rule": value}, table.words) if table.words else plain(value)
    if name == "instead":
        return table.word("ruling", value)
    return plain(value) if isinstance(value, str) and name not in FREE else str(value)


def clock_words(at_ms: Any) -> str:
    """Table time as minutes and seconds."""
    seconds = int(at_ms) // 1000 if isinstance(at_ms, int | float) else 0
    return f"{seconds // 60}:{seconds % 60:02d}"


def plain(word: Any) -> str:
    """Return a name of the program as people write it."""
    return str(word).replace("_", " ")


def _scores(table: Table) -> str:
    return "".join(f"; {table.who(seat.get('seat'))} {seat.get('score')}" for seat in table.seats)


def _open(table: Table) -> str:
    count = sum(not finding.get("ruling") for finding in table.findings)
    return f"; {table.say(FrameTexts.not_ruled_count(count))}" if count else ""


def _clock(table: Table) -> str:
    time = table.state.get("time")
    if not isinstance(time, dict) or not time.get("limit_ms"):
        return ""
    limit_ms = time["limit_ms"] + (time.get("added_ms") or 0)
    parts = [table.say(FrameTexts.time_limit(clock_words(limit_ms), clock_words(time.get("started_at_ms"))))]
    if time.get("awaits_signal"):
        parts.append(table.say(FrameTexts.awaits_signal()))
    elif time.get("paused_at_ms") is not None:
        parts.append(table.say(FrameTexts.stands_still(clock_words(time["paused_at_ms"]))))
    if time.get("called"):
        parts.append(table.say(FrameTexts.gong()))
    if time.get("hand_granted"):
        parts.append(table.say(FrameTexts.hand_granted()))
    return ", ".join(parts)


def _hanchan(table: Table, result: Json) -> str:
    by_place = sorted(range(4), key=lambda seat: (result["places"][seat], seat))
    places = [f"{result['places'][seat]}. {table.who(seat)} {result['totals'][seat]:+d}" for seat in by_place]
    return table.say(FrameTexts.hanchan_ended(", ".join(places)))


def _sheet(table: Table) -> list[str]:
    """Word the score sheet of a hanchan that has ended, the best place first."""
    rows = (table.state.get("sheet") or {}).get("rows", ())
    return [
        "  "
        + table.say(
            FrameTexts.sheet_row(
                row["place"],
                row["name"] or table.who(row["seat"]),
                points=row["points"],
                uma=row["uma"],
                oka=row["oka"],
                penalties=row["penalties"] or None,
                overall=row["overall"],
            )
        )
        for row in sorted(rows, key=lambda row: (row["place"], row["seat"]))
    ]


def _waited_s(attendant: Json) -> int | None:
    waited_ms = attendant.get("waited_ms")
    return None if waited_ms is None else round(waited_ms / 1000)


def _claims(table: Table) -> str:
    """Word the tile that may be claimed, and the calls on it."""
    tile, claims = table.state.get("open"), table.state.get("claims") or ()
    words = []
    if tile:
        words.append(
            table.say(FrameTexts.claimable(table.who(tile["seat"]), table.word("tile", tile["tile"])))
        )
    for each in claims:
        if not each["void"]:
            call = FrameTexts.call(table.who(each["seat"]), table.word("call", each["call"]))
            words.append(table.say(call))
    return ", ".join(words)


def _closing(table: Table) -> str:
    closing = table.state.get("closing")
    if not isinstance(closing, dict):
        return ""
    seen = ", ".join(table.who(seat) for seat in closing.get("acknowledged") or ())
    return table.say(FrameTexts.closing(seen, paid=bool(closing.get("paid"))))


def _jury(table: Table, jury: Json) -> str:
    jurors = [
        table.say(FrameTexts.has_voted(each)) if each in jury["voted"] else str(each)
        for each in jury["jurors"]
    ]
    return table.say(FrameTexts.jury(jury["finding"], table.who(jury["seat"]), ", ".join(jurors)))


def _jury_ruling(table: Table, ruled: Json) -> str:
    votes = [_vote(table, each) for each in ruled["votes"]]
    ruling = "" if ruled["ruling"] is None else table.word("ruling", ruled["ruling"])
    who = table.who(ruled["seat"])
    return table.say(FrameTexts.jury_ruled(ruled["finding"], who, ruling, "; ".join(votes)))


def _vote(table: Table, vote: Json) -> str:
    points = "" if vote["points"] is None else str(vote["points"])
    ruling = table.word("ruling", vote["ruling"])
    return table.say(FrameTexts.vote(str(vote["judge"]), ruling, points, str(vote["text"])))


def _penalty(table: Table, penalty: Json) -> str:
    reason = str(penalty["reason"])
    foul = CATALOGUE.get(reason)
    what = [grade_words(penalty["ruling"], table.words)] if penalty["ruling"] else []
    what += (
        []
        if reason == penalty["ruling"]
        else [plain(reason) if foul is None else rule_words({"rule": reason}, table.words)]
    )
    what += [] if penalty["minutes"] is None else [table.say(FrameTexts.minutes_late(penalty["minutes"]))]
    who = str(penalty["name"]) if penalty["name"] else table.who(penalty["seat"])
    why = ", ".join([*what, *([penalty["judge"]] if penalty["judge"] else [])])
    return table.say(FrameTexts.lost(who, penalty["points"], why))


def _appeal(table: Table, appeal: Json) -> str:
    finding = appeal.get("finding")
    against = "" if finding is None else str(finding)
    outcome, who = table.word("outcome", appeal.get("outcome")), table.who(appeal.get("seat"))
    return table.say(FrameTexts.appeal(who, against, outcome, str(appeal.get("text") or "")))


def _player(table: Table, seat: Json) -> str:
    pond = seat.get("pond") or []
    parts = [f"{table.who(seat.get('seat'))} {seat.get('score')}"]
    if seat.get("riichi"):
        parts.append(table.say(FrameTexts.riichi()))
    if seat.get("dead"):
        parts.append(table.say(FrameTexts.dead()))
    if seat.get("disqualified"):
        parts.append(table.say(FrameTexts.disqualified()))
    if seat.get("warnings"):
        parts.append(table.say(FrameTexts.warnings(str(seat["warnings"]))))
    parts.append(table.say(FrameTexts.in_hand(str(seat.get("concealed")))))
    newest = table.word("tile", pond[-1].get("tile")) if pond else ""
    parts.append(table.say(FrameTexts.discards(len(pond), newest)))
    parts.extend(_meld(table, meld) for meld in seat.get("melds") or [])
    if seat.get("shown"):
        parts.append(table.say(FrameTexts.shows(tiles_words(table, seat["shown"]))))
    return f"  {'; '.join(parts)}"


def _meld(table: Table, meld: Json) -> str:
    source = "" if meld.get("from") is None else table.who(meld["from"])
    kind = table.word("meld", meld.get("kind"))
    return table.say(FrameTexts.meld(kind, tiles_words(table, meld.get("tiles") or []), source))


def tiles_words(table: Table, names: Sequence[Any]) -> str:
    """Word tiles by their names."""
    return " ".join(table.word("tile", name) for name in names)


def result_words(table: Table, last: Json) -> str:
    """Word the end of a hand, with the winds and players of that hand."""
    winds, names = last.get("winds") or [None] * 4, last.get("names") or [None] * 4

    def who(seat: Any) -> str:
        known = isinstance(seat, int) and 0 <= seat <= 3
        return table.who_then(seat, winds[seat], names[seat]) if known else table.who(seat)

    offenders = last.get("offenders") or []
    parts = [table.word("result", last.get("result"))]
    if last.get("result") == "chombo":
        spoken = language(table.words or "en")
        whose = spoken.listed([who(seat) for seat in offenders], "last")
        parts = [table.say(FrameTexts.chombo_of(whose) if offenders else JournalText.hand_void())]
    for win in last.get("wins") or []:
        source = win.get("from")
        of = "" if source in {None, win.get("seat")} else who(source)
        worth = (
            FrameTexts.yakuman()
            if win.get("yakuman")
            else FrameTexts.worth(str(win.get("han")), str(win.get("fu")))
        )
        won = FrameTexts.win(who(win.get("seat")), of, table.say(worth), str(win.get("points")))
        parts.append(table.say(won))
        if win.get("liable") is not None:
            parts.append(table.say(FrameTexts.liable(who(win["liable"]))))
    changes = last.get("changes") or []
    moved = ", ".join(f"{who(seat)} {change:+d}" for seat, change in enumerate(changes))
    parts.append(table.say(FrameTexts.changes(moved)))
    if tenpai := last.get("tenpai"):
        parts.append(table.say(FrameTexts.tenpai(", ".join(who(seat) for seat in tenpai))))
    after = ", ".join(f"{who(seat)} {score}" for seat, score in enumerate(last.get("scores") or []))
    parts.append(table.say(FrameTexts.scores(after)))
    return "; ".join(parts)
