"""The names of simulated people and of the judge's ways to rule, apart from these people, who take long to import."""

from typing import Final, Literal, TypeAlias, get_args

Policy: TypeAlias = Literal["dismiss", "accept", "none"]
POLICIES: Final = get_args(Policy)
JUDGE_NAME: Final = "the simulated judge"
PLAYER_NAMES: Final = ("Aki", "Botan", "Chidori", "Daichi")
"""The names of the built-in players."""
