"""Helpers that the tests of score command share."""

import argparse

from table_controller.cli.score import score as score_command


def jantaku(*words: str) -> int:
    parser = argparse.ArgumentParser()
    score_command.add_parser(parser.add_subparsers())
    args = parser.parse_args(["score", *words])
    return int(args.run(args))
