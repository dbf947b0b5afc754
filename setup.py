"""Compiles what judges and scores, if ``JANTAKU_COMPILE`` is set. That takes mypyc and a C compiler; without it nothing does.

A compiled module lies beside its source. The source stays the reference, and the proofs run the same tests on both.
"""

import os
import sys
from typing import Final

FOLDERS: Final = {
    "referee": "tiles",
    "referee/hands": "fu fu_items hand score shape yaku yakuman",
    "referee/game": "consequences draws furiten kuikae liability",
    "referee/folding": "copies melding state timed_folds",
    "referee/judging": "decide",
    "referee/judging/findings": "judging suspicion windows",
    "referee/judging/play": "bets calls discards drawing kans laying pace reach riichi setup steps",
    "referee/judging/ending": "ending settlement showing",
    "referee/records": "follow observe",
    "referee/records/mjlog": "names read",
    "referee/records/neutral": "values",
}
COMPILED: Final = [f"{folder}/{name}.py" for folder, names in FOLDERS.items() for name in names.split()]
"""The modules that are compiled: those in which a replay spends its time.

None may declare a structure of msgspec: mypyc makes an ordinary class of it.
"""


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
