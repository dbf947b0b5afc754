"""Corners of a square in a picture, on the command line."""

import argparse
import re
from typing import Any, Final

LEFT_OF_PICTURE: Final = re.compile(r"-[\d.]+,-?[\d.]+")


class CornerParser(argparse.ArgumentParser):
    """Takes ``-5,10`` for a corner outside the picture, which argparse would take for an option."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        spaced = [f" {each}" if LEFT_OF_PICTURE.fullmatch(each) else each for each in args or ()]
        return super().parse_known_args(spaced, namespace)


def corner(text: str) -> tuple[float, float]:
    """Parse a corner, ``x,y`` in pixels.

    Raises:
        ArgumentTypeError: the text is not a corner.
    """
    try:
        x, y = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"not a corner: {text.strip()!r} (x,y in pixels, as 120,345.5)"
        ) from None
    return x, y
