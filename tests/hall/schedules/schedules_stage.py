"""Helpers that the tests of schedules share."""

ROUNDS_WITHOUT_A_SECOND_MEETING = {16: 5, 20: 5, 24: 7, 28: 9, 32: 10, 36: 11, 40: 13, 44: 14}
ROUNDS_WITHOUT_A_SECOND_MEETING |= dict.fromkeys(range(48, 204, 4), 15)
"""The numbers of rounds of the best published schedules."""
