"""Fouls: what they are, their sections in the rulebooks, and the grade a ruleset proposes. The judge may give another."""

from collections.abc import Mapping
from typing import Final, NamedTuple, get_type_hints

from referee.rules.catalogue import FoulEntry, Fouls, Known
from referee.rules.penalties import Grade, Steps
from referee.texts.citing import compared, in_force
from referee.texts.language import LanguageName, language

__all__ = ["CATALOGUE", "CataloguedFoul", "Fouls", "Grade", "Known", "grade_of", "points_of", "section_of"]


class CataloguedFoul(NamedTuple):
    """A foul: its name in rulesets and findings, how it becomes known, its sections by rulebook."""

    rule: str
    known: Known
    sections: Mapping[str, str]

    @property
    def words(self) -> str:
        """The foul in words, in English."""
        return self.words_in("en")

    def words_in(self, name: LanguageName) -> str:
        """The foul in words, in a language."""
        return language(name).word("rule", self.rule)


def _sections(text: str) -> dict[str, str]:
    parts = (part.partition(" ") for part in text.split("; "))
    return {book: sections for book, _, sections in parts}


CATALOGUE: Final[dict[str, CataloguedFoul]] = {
    name: CataloguedFoul(name, entry.known, _sections(entry.sections))
    for name, kind in get_type_hints(Fouls, include_extras=True).items()
    for entry in getattr(kind, "__metadata__", ())
    if isinstance(entry, FoulEntry)
}
"""Every foul by its rule name, in the order of play."""
FREQUENT: Final = (
    "tiles_shown",
    "out_of_turn_discard",
    "empty_call",
    "late_call",
    "tile_count",
    "false_win",
    "win_procedure",
    "slow_play",
    "passing_information",
    "late",
)
"""The fouls that a judge is offered first. [judged: what judges are called for most, before what is rare]"""
IN_RIICHI: Final = {"SAI": "55.1(4)"}
"""Sections by which a dead hand is another penalty for a player in riichi."""

TOLD: Final[dict[str, dict[str, str]]] = {
    "EMA25": {"riichi_kan": "6.7.1", "riichi_late": "3.3.10", "fifth_kan": "3.3.5", "furiten_win": "3.3.9"}
}
"""Sections of books that could not be had, as people who have them name them. They are never cited beside another ruleset."""


def section_of(rule: str, sources: tuple[str, ...], unread: str = "", *, in_riichi: bool = False) -> str:
    """The sections on a foul in the rulebooks in force: "WRC 7.2", "TAB 2; MJ 3.4.7".

    If they have none, other rulebooks' sections follow after "cf."; ``unread`` is the ruleset's book that could not be had
    (``referee.texts.citing``). ``in_riichi`` adds the section that changes the grade because of the offender's riichi:
    "SAI 55.3(1), 55.1(4)".

    Raises:
        KeyError: no such foul.
    """
    known = CATALOGUE[rule].sections
    sections = {book: rules[rule] for book, rules in TOLD.items() if rule in rules} | dict(known)
    more = IN_RIICHI if in_riichi else {}
    found = [
        f"{book} {', '.join(each[book] for each in (sections, more) if book in each)}"
        for book in in_force(sources, unread)
        if book in sections or book in more
    ]
    return "; ".join(found) if found else compared(known, sources, unread, "; ")


def grade_of(
    rule: str, fouls: Fouls, *, number: int = 1, early: bool = False, in_riichi: bool = False
) -> Grade:
    """The grade proposed for a foul in its circumstances.

    Args:
        rule: name of the foul.
        fouls: the ruleset's grades.
        number: how many tiles, where the grade depends on it (SAI 55).
        early: whether it was before the dealer's first discard (SAI 55.2(2), 55.5(1), 55.6(1)).
        in_riichi: whether the offender's riichi stands (SAI 55.1(4)).

    Raises:
        AttributeError: no such foul.
    """
    if early and rule in {"out_of_turn_draw", "out_of_turn_discard"}:
        return fouls.out_of_turn_early
    proposed: Grade | Steps = getattr(fouls, rule)
    if early and (rule == "tiles_shown" or (rule == "indicator_without_kan" and proposed != "none")):
        proposed = fouls.tiles_shown_early  # an indicator is one tile
    if isinstance(proposed, tuple):
        reached: list[Grade] = [grade for least, grade in proposed if least <= number]
        proposed = reached[-1] if reached else "none"
    return fouls.dead_hand_in_riichi if in_riichi and proposed == "dead_hand" else proposed


def points_of(grade: Grade, fouls: Fouls, *, warnings: int = 0) -> int:
    """Points off the overall score for a grade; ``warnings`` is the number of earlier ones in this hanchan (SAI 54.5)."""
    if grade == "warning":
        return fouls.points_warning if warnings >= fouls.warning_free else 0
    return {
        "continue": fouls.points_continue,
        "dead_hand": fouls.points_dead_hand,
        "end": fouls.points_end,
        "chombo": fouls.points_chombo,
    }.get(grade, 0)


def is_offence(rule: str, fouls: Fouls, sources: tuple[str, ...]) -> bool:
    """Return whether the rulebooks call this wrong at all: it has a grade, or a section names it and leaves it unpunished.

    Raises:
        KeyError: no such foul.
    """
    proposed: Grade | Steps = getattr(fouls, rule)
    if proposed != "none":
        return True
    return any(book in CATALOGUE[rule].sections for book in sources)
