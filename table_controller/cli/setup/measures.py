"""The measures of the table being set up: a table that comes with the program, or a file beside the settings."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from config import read_table, read_text_file
from table_controller.cli.setup.plan import ETC, Planned, below
from vision.geometry import GeometryError, TableGeometry
from wording.command_line.errors import config_error
from wording.command_line.setup_texts import BadAnswer

MEASURES: Final = ETC / "geometry.toml"
"""The file for measures from elsewhere or just taken: the daemon cannot read home folders."""


@dataclass(frozen=True, slots=True)
class TableMeasures:
    """A table's measures.

    Attributes:
        name: the name as in the settings: one of ``config/tables``, or an absolute path.
        table: the measures themselves.
        text: the text of the file to write there; None if it exists already, or for a name of ``config/tables``.
    """

    name: str
    table: TableGeometry
    text: str | None = None

    def files(self) -> Iterator[Planned]:
        """Return the file to write, if there is one."""
        if self.text is not None:
            yield Planned(Path(self.name), self.text, 0o640, "jantaku")


def measures_of(name: str, root: Path) -> TableMeasures:
    """Return the measures by a name or file from the settings or an answer; the settings' files lie below a root.

    Raises:
        ConfigError: there is no such table or file, or it holds no measures.
    """
    path = Path(name)
    try:
        if "/" not in name:
            return TableMeasures(name, _table_of(name))
        if path.is_relative_to(ETC):
            return TableMeasures(name, _table_of(below(root, path)))
        return TableMeasures(str(MEASURES), _table_of(path), read_text_file(path, "geometry"))
    except GeometryError as error:
        raise config_error(BadAnswer.wrong(name, str(error))) from None


def _table_of(name: str | Path) -> TableGeometry:
    return TableGeometry.from_mapping(read_table(name))
