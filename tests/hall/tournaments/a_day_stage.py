"""Helpers that the tests of a tournament day share."""

START = 30_000


UMA = (15_000, 5_000, -5_000, -15_000)
"""WRC 2015, 2.3 and 8.4: 30,000 points each, uma by place, no oka."""


def totals(scores: list[int]) -> list[int]:
    """Points above the starting score, and uma; players who share a place share its uma."""
    places = sorted(range(4), key=lambda seat: -scores[seat])
    found = [score - START for score in scores]
    for score in set(scores):
        alike = [place for place, seat in enumerate(places) if scores[seat] == score]
        for place in alike:
            found[places[place]] += sum(UMA[each] for each in alike) // len(alike)
    return found
