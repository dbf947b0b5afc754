"""The table of subcommands: for each, the module with its ``add_parser`` and its line in ``--help``.

Modules are named, not imported, so a command loads no module of another.
"""

from typing import Final, NamedTuple


class Subcommand(NamedTuple):
    """A subcommand of ``jantaku``."""

    module: str
    help: str


SUBCOMMANDS: Final = {
    "run": Subcommand("table_controller.cli.run", "run the table that stands here"),
    "record": Subcommand(
        "simulation.replay.playback.command", "run the table that stands here, and record its inputs"
    ),
    "playback": Subcommand(
        "simulation.replay.playback.command", "play a recording of a table back, and compare the journals"
    ),
    "setup": Subcommand(
        "table_controller.cli.setup.command", "set up the table that stands here, by a few questions"
    ),
    "doctor": Subcommand(
        "table_controller.cli.doctor.doctor",
        "what is wrong with the table that stands here, and what to type",
    ),
    "update": Subcommand(
        "table_controller.cli.update",
        "look for a newer version; install it, and go back if the table is not healthy",
    ),
    "config": Subcommand(
        "table_controller.cli.config", "the settings in force, what is wrong with them, what each means"
    ),
    "sim": Subcommand("simulation.run", "play a game on a simulated table"),
    "replay": Subcommand("simulation.replay.replay", "judge a recorded game and compare with the record"),
    "export": Subcommand("table_controller.journal.export", "write the games of a journal as records"),
    "journal": Subcommand("table_controller.cli.journal.journal", "check that a journal is whole"),
    "forget": Subcommand("table_controller.cli.journal.forget", "remove a person's name from a journal"),
    "backup": Subcommand("table_controller.cli.journal.backup", "copy a table's state while it plays"),
    "restore": Subcommand("table_controller.cli.journal.backup", "verify a backup and put it in place"),
    "report": Subcommand(
        "table_controller.cli.journal.report", "the last hand for a bug report, without faces and names"
    ),
    "judge": Subcommand("hall.judge.command", "judge at the tables of a hall, in a terminal"),
    "view": Subcommand("hall.judge.view.command", "a table in the terminal: game, journal, machine, line"),
    "hall": Subcommand("hall.cli.command", "keep the journals of all tables of a hall, serve its page"),
    "federation": Subcommand("hall.cli.federation", "keep the journals of many halls in one store"),
    "trial": Subcommand("simulation.trial.command", "a hall to try: broker, page, and tables that play"),
    "swarm": Subcommand("simulation.trial.swarm", "many light tables, a load for a hall"),
    "logins": Subcommand("table_controller.cli.logins.logins", "who may log in at the broker, and as what"),
    "authority": Subcommand(
        "table_controller.cli.logins.authority", "make a hall's own certificates, for encrypted lines"
    ),
    "score": Subcommand("table_controller.cli.score.score", "score a hand given as text"),
    "rules": Subcommand("table_controller.cli.rules", "rulesets in words, and what differs between them"),
    "sheets": Subcommand(
        "hall.cli.sheets.command", "score sheets, standings, seating plans and name cards of a tournament"
    ),
    "unit": Subcommand("table_controller.cli.unit.command", "try every part of a table unit by hand"),
    "panel": Subcommand(
        "table_controller.cli.doctor.try_panel", "try the buttons, lamps and buzzer of the panel by hand"
    ),
    "firmware": Subcommand(
        "table_controller.cli.firmware", "build, emulate, flash or watch the table unit's firmware"
    ),
    "link": Subcommand("table_controller.cli.link", "measure the serial link to the table unit"),
    "vision": Subcommand("table_controller.cli.vision", "the camera above the table: read, calibrate, show"),
    "table": Subcommand("table_controller.cli.vision.table", "measure a table in pictures of it"),
    "completion": Subcommand(
        "wording.terminal.completion.command", "make the shell complete words after jantaku"
    ),
}
"""In the order of ``--help``."""
