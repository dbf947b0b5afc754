"""The names of the simulated tables, and what their programs must know; the tables themselves take long to import."""

from collections.abc import Mapping
from typing import Final

STANDARD: Final = "standard"
TABLE_NAMES: Final = (STANDARD, "amos", "wood", "no-markers", "octagonal", "two-cameras")
CAMERAS: Final[Mapping[str, int]] = {"two-cameras": 2}
"""The number of cameras at tables that have more than one."""
READ_AS: Final[Mapping[str, str]] = {"two-cameras": STANDARD}
"""The geometry by which the daemon reads a table, if its name is another than the table's."""
