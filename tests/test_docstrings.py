"""The check of how docstrings open finds what it should."""

from __future__ import annotations

from tools.docstrings import clauses

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
'''


def test_a_docstring_that_opens_with_a_clause_is_found() -> None:
    assert sorted(clauses(SOURCE)) == [
        (2, "Where things lie."),
        (4, "How many there are."),
        (8, "Whether it is taken."),
    ]
