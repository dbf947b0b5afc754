"""The helper for the conformance suite: ``python -m line_table.hands FOLDER/control DEED …``.

For your own machine, replace the socket with code that moves a relay, counts a switch, or asks a test stand.
"""

from __future__ import annotations

import socket
import sys


def main() -> int:
    """Send a deed and print the reply; return 1 if it cannot be done."""
    control, *deed = sys.argv[1:]
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(control)
        line.sendall(" ".join(deed).encode() + b"\n")
        verdict, _, seen = line.makefile().readline().strip().partition(" ")
    print(seen, file=sys.stdout if verdict == "ok" else sys.stderr)
    return verdict != "ok"


if __name__ == "__main__":
    sys.exit(main())
