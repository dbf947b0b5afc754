"""Disagreements between the books and the referee after a hand."""

from referee.game import events
from tests.referee.independent.ending import Ending, Winner


def differences(ending: Ending, heard: list[events.Event], expected: list[tuple[str, int, str]]) -> list[str]:
    """Describe each disagreement; there is none if both settle the hand alike and exactly the committed fouls were
    found."""
    found = [(each.rule, each.seat, each.grade) for each in heard if isinstance(each, events.FoulFound)]
    wrong = []
    for each in sorted(set(found) | set(expected)):
        if found.count(each) != expected.count(each):
            text = next(
                (
                    event.text
                    for event in heard
                    if isinstance(event, events.FoulFound) and (event.rule, event.seat, event.grade) == each
                ),
                "",
            )
            wrong.append(f"finding {each}: books {expected.count(each)}, referee {found.count(each)} {text}")
    ends = [each for each in heard if isinstance(each, events.HandEnded)]
    if len(ends) != 1:
        return [*wrong, f"the hand ended {len(ends)} times in the referee, books: {ending.result}"]
    (ended,) = ends
    for name in ("result", "tenpai", "changes", "scores", "bets", "honba", "round", "offenders"):
        mine, theirs = getattr(ending, name), getattr(ended, name)
        if isinstance(theirs, tuple):
            theirs = list(theirs)
        if mine != theirs:
            wrong.append(f"{name}: books {mine}, referee {theirs}")
    if len(ending.winners) != len(ended.wins):
        wrong.append(f"winners: books {ending.winners}, referee {ended.wins}")
    else:
        for winner, win in zip(ending.winners, ended.wins, strict=True):
            wrong.extend(_win_differences(winner, win))
    finals = [each for each in heard if isinstance(each, events.HanchanEnded)]
    theirs_final = [(each.scores, each.places, each.totals) for each in finals]
    mine_final = [ending.final] if ending.final else []
    if theirs_final != mine_final:
        wrong.append(f"end of the hanchan: books {mine_final}, referee {theirs_final}")
    return wrong


def _win_differences(winner: Winner, win: events.Win) -> list[str]:
    base, yakuman, han, fu = winner.worth
    mine = (winner.seat, winner.source, winner.liable, winner.points, winner.changes)
    theirs = (win.seat, win.source, win.liable, win.points, list(win.changes))
    wrong = (
        []
        if mine == theirs
        else [f"win: books {mine} of {winner.worth}, referee {theirs} {win.yaku} {win.yakuman}"]
    )
    if not yakuman and base < 2000 and (han, fu) != (win.han, win.fu):
        wrong.append(f"han and fu: books {han}, {fu}, referee {win.han}, {win.fu} {win.yaku}")
    if bool(yakuman) != bool(win.yakuman):
        wrong.append(f"yakuman: books {yakuman}, referee {win.yakuman}")
    return wrong
