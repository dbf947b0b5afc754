"""Rows of flat tables as Parquet files, one for each table."""

import json
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from config import ConfigError
from table_controller.journal.analysis.rows import COLUMNS, Row
from wording.terminal.outside import how_to_bring


def write_parquet(rows: Iterable[tuple[str, Row]], folder: Path) -> dict[str, int]:
    """Write a file for each table of ``COLUMNS`` into a folder, in place of an earlier run's: all of them, or none.

    Returns:
        the number of rows in each table.

    Raises:
        ConfigError: the library that writes the files is not installed.
        OSError: the files cannot be written.
    """
    try:
        # It takes 60 MB unpacked, and only analysis needs it.
        import duckdb  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ConfigError(f"Parquet files need a library: {how_to_bring('duckdb')}") from error
    folder.mkdir(parents=True, exist_ok=True)
    counts = dict.fromkeys(COLUMNS, 0)
    with ExitStack() as stack:
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=folder, prefix=".parquet-")))
        with ExitStack() as lines:
            files = {
                name: lines.enter_context((work / f"{name}.jsonl").open("w", encoding="utf-8"))
                for name in COLUMNS
            }
            for name, row in rows:
                files[name].write(json.dumps(row, ensure_ascii=False) + "\n")
                counts[name] += 1
        # Otherwise it would put its temporary files into the current folder.
        database = stack.enter_context(duckdb.connect(":memory:", config={"temp_directory": str(work)}))
        for name, columns in COLUMNS.items():
            relation = database.read_json(
                str(work / f"{name}.jsonl"), columns=columns, format="newline_delimited"
            )
            relation.write_parquet(str(work / f"{name}.parquet"), compression="zstd")
        for name in COLUMNS:
            (work / f"{name}.parquet").replace(folder / f"{name}.parquet")
    return counts
