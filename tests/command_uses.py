"""The smallest real use of every command of ``jantaku``, one after the other in one folder."""

import json
import os
import re
import shutil
import signal
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from bench.stages.set_tables import drawn_geometry, drawn_mount, shown
from hall.store.places import open_store
from hall.tournaments.books.books import BookStore
from referee.rules.ruleset import Ruleset
from tests.conftest import ROOT
from tests.hall.schedules.book_stage import beginning
from tests.referee.old_journals_stage import built

PATIENCE_S: Final = 240.0
"""Real time after which a command hangs; a hand of a simulation takes half a minute alone, and more with others beside."""
PLAYERS: Final = ["p1", "p2", "p3", "p4"]


@dataclass(frozen=True)
class Use:
    """A use of a command.

    Attributes:
        words: after ``jantaku``; ``BROKER`` stands for the address of one.
        says: a pattern that its output matches.
        status: its exit status.
        typed: into its standard input.
        until: it runs until a line has this pattern, and is then interrupted; without it, it ends by itself.
    """

    words: str
    says: str = ""
    status: int = 0
    typed: str = ""
    until: str = ""


QUICK: Final = {
    "doctor": Use("doctor --config table.toml", r"journal +fine", status=1),
    "update": Use("update --config table.toml", status=1),
    "setup": Use("setup --root scratch --from answers.toml --yes", "Written: /etc/jantaku"),
    "config show": Use("config show http.port --config table.toml", r"http\.port = 0 +table\.toml"),
    "config check": Use("config check --config table.toml", "can be used"),
    "config explain": Use("config explain mqtt.address", "127.0.0.1:1883"),
    "export": Use("export --format mjai --state played --output game.mjai"),
    "replay": Use("replay --summary game.mjai", '"games": 1'),
    "journal verify": Use("journal verify --state played", "entries are whole"),
    "journal head": Use("journal head --state played", '"number": 178'),
    "forget": Use("forget --state played", "nobody has a name"),
    "backup": Use("backup archive.tar.gz --config table.toml", "178 entries"),
    "restore": Use("restore archive.tar.gz --check", "table home/7"),
    "report": Use("report --config table.toml --out report.tar.gz", "177 entries of hand 1"),
    "logins add": Use("logins add anna --role referee --password-file word --logins logins.toml"),
    "logins list": Use("logins list --logins logins.toml", "anna"),
    "logins write": Use(
        "logins write --logins logins.toml --passwords passwords --access access --roles roles"
    ),
    "logins remove": Use("logins remove anna --logins logins.toml"),
    "authority new": Use("authority new --hall home --folder authority"),
    "authority issue": Use("authority issue broker --host localhost --folder authority"),
    "authority renew": Use("authority renew --folder authority"),
    "authority list": Use("authority list --folder authority", "broker"),
    "score": Use("score 234m55p678s111222z --win 2z --ron --dora 5p", "han"),
    "rules list": Use("rules list", "wrc-2015"),
    "rules show": Use("rules show wrc-2015 --senses none", "World Riichi"),
    "rules diff": Use("rules diff tenhou wrc-2015", "red"),
    "rules fouls": Use("rules fouls wrc-2015", "chombo"),
    "sheets": Use("sheets tournament.json sheets --only seating"),
    "unit": Use("unit --emulate host", "honba", typed="honba 3\nquit\n"),
    "panel": Use("panel --config table.toml", "no pin is set", status=1),
    "firmware build": Use("firmware build --target host", "jantaku-unit"),
    "firmware emulate": Use("firmware emulate --folder unit", until="control socket"),
    "firmware flash": Use(
        "firmware flash --port nowhere --chip atmega2560", "nowhere|avrdude|avr-gcc", status=1
    ),
    "firmware monitor": Use("firmware monitor nowhere --count 1", "nowhere", status=1),
    "link bench": Use("link bench --count 20", "20"),
    "vision read": Use("vision read picture.jpg", "pond/"),
    "vision calibrate": Use("vision calibrate --picture picture.jpg --state played", "8 of 8 markers"),
    "vision markers": Use("vision markers --pdf markers.pdf", "1 page"),
    "vision show": Use("vision show picture.jpg --out shown.png", "shown.png"),
    "vision enrol": Use(
        "vision enrol picture.jpg --name club --out tiles.npz", "tiles are seen face up", status=2
    ),
    "table learn": Use("table learn --bare bare.jpg --set set.jpg --out club.toml", "club.toml is written"),
    "completion": Use("completion bash", "complete"),
    "run": Use("run --config table.toml --mqtt BROKER", until="table home/7: 178 entries"),
    "record": Use("record recordings --config table.toml --mqtt BROKER", until="table home/7: 178 entries"),
    "playback": Use("playback recordings/1", "byte for byte as recorded"),
    "swarm": Use("swarm --broker BROKER --tables 1 --seconds 1 --rate 20 --state swarm", "1 tables? play"),
    "hall": Use(
        "hall --broker BROKER --store hall.sqlite --user hall --password-file word", until="collecting"
    ),
    "hall page": Use("hall page --http BROKER", "in use", status=2),
    "hall forward": Use("hall forward --forward nats://127.0.0.1:1", until="trying again"),
    "hall push": Use("hall push", "needs --push", status=2),
    "hall status": Use("hall status"),
    "hall head": Use("hall head --table 1", "no such branch", status=1),
    "hall export": Use("hall export --out games", "0 hands"),
    "hall resolve": Use("hall resolve --notice 1", "no open notice", status=1),
    "hall tournament import": Use("hall tournament import spring.book", "spring: "),
    "hall tournament list": Use("hall tournament list", "spring: "),
    "hall tournament records": Use("hall tournament records", "last 30"),
    "hall tournament repair": Use("hall tournament repair spring", "0 players get other seats"),
    "hall tournament export": Use("hall tournament export spring again.book", "again.book: "),
    "hall tournament forget": Use("hall tournament forget p3", "would change"),
    "hall seating check": Use("hall seating check plan.csv", "4 players, 1 rounds"),
    "hall seating try": Use("hall seating try 1", "1 of 1 plans keep"),
    "federation": Use("federation --from nats://127.0.0.1:1 --store federation.sqlite", until="trying again"),
    "view": Use("view --broker BROKER", "fills a terminal", status=2),
    "judge": Use("judge --broker BROKER --user referee --wait 1 tables", "table"),
}
"""By the command's words; some need the files of earlier ones."""
LONG: Final = {
    "sim": Use("sim --headless --speed max --hands 1 --seed 9", "Equal to the record."),
    "trial": Use("trial --tables 1", until="http://"),
    "unit conformance": Use("unit conformance jantaku --emulate host", "stops .safety.: passed"),
}


def lay_out(folder: Path) -> None:
    """Write the files that the uses need: a table's settings and journal, pictures, a tournament, a password."""
    (folder / "played").mkdir()
    built("played-587c48f", folder / "played" / "journal.sqlite")
    (folder / "table.toml").write_text(
        f'state = "{folder}/played"\nhall = "home"\ntable = "7"\ncamera = "folder:{folder}/pictures"\n'
        '[unit]\ndriver = "none"\n[mqtt]\naddress = "127.0.0.1:1"\n[http]\nport = 0\n'
    )
    (folder / "pictures").mkdir()
    (folder / "answers.toml").write_text('table = "7"\n')
    (folder / "scratch").mkdir()
    (folder / "word").write_text("correct horse\n")
    shutil.copy2(ROOT / "docs" / "images" / "overhead.jpg", folder / "picture.jpg")
    random = np.random.default_rng([1, 41])
    table = shown(drawn_geometry(random), drawn_mount(random), random)
    cv2.imwrite(str(folder / "bare.jpg"), table.bare)
    cv2.imwrite(str(folder / "set.jpg"), table.set_up)
    (folder / "plan.csv").write_text("1,1,p1,p2,p3,p4\n")
    books = BookStore(open_store(str(folder / "books.sqlite")))
    books.append("spring", beginning(), known=0, login="anna", wall="2026-11-28T09:00:00.000+00:00")
    (folder / "spring.book").write_text("\n".join(books.texts("spring")))
    books.close()
    (folder / "tournament.json").write_text(json.dumps(a_tournament()))


def a_tournament() -> dict[str, Any]:
    """A tournament of one session, as its export has it."""
    return {
        "format": 1,
        "title": "Spring",
        "ruleset": Ruleset.read("wrc-2015").to_mapping(),
        "players": [{"id": player, "name": player.upper()} for player in PLAYERS],
        "sessions": [{"session": 1, "tables": [{"table": 1, "players": PLAYERS}]}],
        "penalties": [],
        "standings": {"sessions": [], "places": []},
    }


def run_use(program: Path, folder: Path, use: Use, *, broker: str, cache: Path) -> None:
    """Use a command; fail with its output if it does something else."""
    away = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    away |= {"XDG_CACHE_HOME": str(cache), "JANTAKU_PASSWORD": "correct horse"}
    words = [str(program), *use.words.replace("BROKER", broker).split()]
    with subprocess.Popen(
        words, cwd=folder, env=away, text=True, bufsize=1,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        late = threading.Timer(PATIENCE_S, process.kill)
        late.start()
        try:
            output = _interrupted(process, use.until) if use.until else process.communicate(use.typed)[0]
            status = process.wait()
        finally:
            late.cancel()
            process.kill()
    assert re.search(use.until or use.says, output), f"{' '.join(words)}\n{output}"
    assert "Traceback" not in output, f"{' '.join(words)}\n{output}"
    assert use.until or status == use.status, f"{' '.join(words)}: {status}\n{output}"


def _interrupted(process: subprocess.Popen[str], until: str) -> str:
    assert process.stdout is not None
    output = ""
    for line in process.stdout:
        output += line
        if re.search(until, line):
            process.send_signal(signal.SIGINT)
            break
    return output + process.stdout.read()
