"""Fuzzes the decoders, guided by coverage of the Python one. Run as a program under atheris.

Usage: fuzz_decoder.py SHARED_LIBRARY [libFuzzer options].
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["firmware_bridge.framing", "firmware_bridge.wire"]):
    from tests.firmware_bridge.compared_decoders import Both


def main() -> None:
    """Fuzz until told to stop."""
    both = Both(sys.argv.pop(1))
    atheris.Setup(sys.argv, both.try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
