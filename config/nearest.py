"""The known name that is probably meant by a misspelt one."""

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the known name most like this one; empty if none is like it.

    The last part of a dotted name counts too: ``port`` is like ``http.port``.
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only what is misspelt needs it

    names = list(known)
    found = get_close_matches(name, names, 1, 0.7)
    if not found:
        last = {each.rpartition(".")[2]: each for each in reversed(names)}
        found = [last[each] for each in get_close_matches(name.rpartition(".")[2], last, 1, 0.75)]
    return found[0] if found else ""
