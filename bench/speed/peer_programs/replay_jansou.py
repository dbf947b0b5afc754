"""Replays records with ``jansou``: ``python bench/speed/peer_programs/replay_jansou.py FILE …``; prints the events of each."""

import sys

from jansou.io.mjai import parse_mjai
from jansou.io.mjlog import parse_mjlog
from jansou.io.replay import replay_paifu


def main(paths: list[str]) -> None:
    """Check each act of each record; a record that breaks the rules raises ``ReplayError``."""
    for path in paths:
        paifu = parse_mjlog(path) if path.endswith(".mjlog") else parse_mjai(path)
        for _ in replay_paifu(paifu):
            pass
        print(sum(len(each.events) for each in paifu.rounds))


if __name__ == "__main__":
    main(sys.argv[1:])
