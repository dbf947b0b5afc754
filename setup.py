"""Compiles what scores a hand, if ``JANTAKU_COMPILE`` is set. That takes mypyc and a C compiler; without it nothing does.

A compiled module lies beside its source. The source stays the reference, and the proofs run the same tests on both.
"""

import os
import sys
from typing import Final

COMPILED: Final = [
    "referee/tiles.py",
    *(f"referee/hands/{name}.py" for name in ("fu", "fu_items", "hand", "score", "shape", "yaku", "yakuman")),
]
"""The modules that are compiled. None may declare a structure of msgspec: mypyc drops its ``frozen=True``."""


def main() -> None:
    """Tell setuptools what to compile; everything else it knows from pyproject.toml."""
    from setuptools import setup  # noqa: PLC0415 - a test imports the list above, and setuptools changes how others import

    # An archive of sources has no generated C, and compiled modules beside sources that are edited would hide the edits.
    if not os.environ.get("JANTAKU_COMPILE") or {"sdist", "editable_wheel"} & {*sys.argv}:
        setup()
        return
    from mypyc.build import mypycify  # noqa: PLC0415 - only who compiles has it

    options = ["--config-file=", "--strict", "--explicit-package-bases"]
    setup(ext_modules=mypycify([*options, *COMPILED], group_name="jantaku", opt_level="3", debug_level="0"))


if __name__ == "__main__":
    main()
