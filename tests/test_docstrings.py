"""The check of docstrings and comments finds what it should."""

from __future__ import annotations

from tools.docstrings import clauses, unclear

SOURCE = '''
"""Where things lie."""
PLACES = 3
"""How many there are."""
class Place:
    """A place."""
    def taken(self):
        """Whether it is taken."""
    def free(self):
        """Return whether it is free. As it were."""
    def owner(self):
        """Why it is lent."""
'''
UNCLEAR_SOURCE = '''
"""A place for whoever comes, as
far as there is room."""
SHALL = "whoever shall"  # nothing shall be here
# Up to
# when it lasts.

# A shallow place.
'''


def test_a_docstring_that_opens_with_a_clause_is_found() -> None:
    assert sorted(clauses(SOURCE)) == [
        (2, "Where things lie."),
        (4, "How many there are."),
        (8, "Whether it is taken."),
        (12, "Why it is lent."),
    ]


def test_an_unclear_phrase_is_found_in_docstrings_and_comments_only() -> None:
    """Also over the end of a line, and not as a part of a word."""
    assert sorted(unclear(UNCLEAR_SOURCE)) == [
        (2, "as far as"),
        (2, "whoever"),
        (4, "shall"),
        (5, "Up to when"),
    ]
