"""The names of the simulated judge and of his ways to rule, apart from him, who takes long to import."""

from typing import Final, Literal, TypeAlias, get_args

Policy: TypeAlias = Literal["dismiss", "accept", "none"]
POLICIES: Final = get_args(Policy)
JUDGE_NAME: Final = "the simulated judge"
