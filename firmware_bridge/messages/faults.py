"""The catalogue of faults: ``config/faults.toml``, read once."""

from typing import Any, Final

import config

CATALOGUE: Final[dict[str, dict[str, dict[str, Any]]]] = config.read_faults()
"""The entries by kind (``request``, ``outcome``, ``refusal``, ``fault``, ``reset``, ``link``, ``simulated``) and name."""
