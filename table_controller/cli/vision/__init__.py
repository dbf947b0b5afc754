"""``jantaku vision``: read pictures, calibrate cameras, print markers, show clips, learn a club's tiles."""

import importlib
from typing import Any, Final

from table_controller.cli.vision.corners import CornerParser

HELP: Final = {
    "read": "read the tiles of one picture",
    "calibrate": "find where the camera hangs and keep it",
    "markers": "print the markers of the rim, or a calibration board",
    "show": "show a clip or a picture with what is read drawn in it",
    "enrol": "learn a club's own tiles from one picture of all faces",
}
"""Each action and what it does; its ``add_parser(actions)`` is in the module of its name."""


def add_parser(subparsers: Any) -> None:
    """Add ``vision`` to the command line."""
    parser = subparsers.add_parser("vision", description="The camera above the table.")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True, parser_class=CornerParser)
    for action in HELP:
        importlib.import_module(f"{__name__}.{action}").add_parser(actions)
