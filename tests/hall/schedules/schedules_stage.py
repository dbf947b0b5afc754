"""Helpers that the tests of schedules share."""

ROUNDS_WITHOUT_A_SECOND_MEETING = {16: 5, 20: 5, 24: 7, 28: 9, 32: 9, 36: 11, 40: 13, 44: 14} | dict.fromkeys(
    range(48, 204, 4), 15
)
"""The numbers of rounds of the best published schedules, but for 32 players, where 10 rounds are known to exist."""
