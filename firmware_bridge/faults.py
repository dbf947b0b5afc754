"""The catalogue of what can go wrong: ``config/faults.toml``, read once."""

from __future__ import annotations

from typing import Any, Final

import config

CATALOGUE: Final[dict[str, dict[str, dict[str, Any]]]] = config.read_faults()
"""By kind (``outcome``, ``refusal``, ``fault``, ``reset``, ``link``, ``simulated``) and name."""


def advice_for(simulated: str) -> str:
    """What the operator reads when a fault of the machine model is switched on; ``KeyError`` for none of them."""
    kind, _, name = str(CATALOGUE["simulated"][simulated]["shows"]).partition(".")
    return str(CATALOGUE[kind][name]["advice"])
