"""Fuzzes the decoders, guided by coverage of the Python one, and compares. Run as a program under atheris.

Usage: fuzz_decoder.py LIBRARY [libFuzzer options].
"""

import ctypes
import sys

import atheris

with atheris.instrument_imports(include=["firmware_bridge.link.framing", "firmware_bridge.messages.wire"]):
    from tests.firmware_bridge.compared_decoders import decoded_text, pieces_are_the_same


def main() -> None:
    """Fuzz until told to stop."""
    decode = ctypes.CDLL(sys.argv.pop(1)).decode_all
    decode.restype = ctypes.c_size_t

    def try_one(data: bytes) -> None:
        out = (ctypes.c_uint8 * (len(data) + 1))()
        there = bytes(out[: decode(data, len(data), out)])
        assert decoded_text(data) == there, f"the decoders differ on {data.hex()}"
        pieces_are_the_same(data)

    atheris.Setup(sys.argv, try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
