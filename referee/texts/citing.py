"""The sections that a ruleset's findings and scores cite, if its own book could not be had.

A ruleset that is known only at second hand takes the unknown rules of its own book from the books after it in ``sources``.
Sections of those say nothing of its own book, so they are cited for comparison only: "WRC25 ?; cf. WRC 7.2" means that the
section in the WRC25 is not known.
"""

from collections.abc import Mapping, Sequence


def in_force(sources: Sequence[str], unread: str) -> Sequence[str]:
    """Return the books whose rules are played: all, or those up to and including the one that was not available."""
    return sources[: sources.index(unread) + 1] if unread in sources else sources


def compared(sections: Mapping[str, str], sources: Sequence[str], unread: str, between: str) -> str:
    """Return, after "cf.", the sections on a matter that no book in force is known to cover; "" if there are none.

    Books that the ruleset takes rules from go before all others.
    """
    taken = [book for book in sources[len(in_force(sources, unread)) :] if book in sections]
    others = between.join(f"{book} {sections[book]}" for book in taken or sections)
    unknown = f"{unread} ?; " if unread in sources else ""
    return f"{unknown}cf. {others}" if others else ""
