"""Evidence ``clip:1160``: the judge learns where the film is, and gets it; nobody else does."""

import http.client
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import cv2
import pytest

from config.log_line import unsaid
from table_controller.health.evidence import ClipChoice, Evidence
from table_controller.web.broker_door import BrokerDoor
from table_controller.web.doors.clip_door import GOOD_S, ClipDoor
from table_controller.web.doors.doors import Doors
from table_controller.web.web import DashboardServer, ServedPage
from tests.hall.judge.at_the_table_stage import Desk
from tests.hall.judge.films_stage import film
from tests.hall.judge.hall_stage import Judge, Table, until
from vision.clips.clips import ClipDone, ClipOrder


@pytest.fixture
def served(table: Table, tmp_path: Path) -> Iterator[DashboardServer]:
    """The table keeps its clips in a state folder and serves its page."""
    door = ClipDoor(tmp_path / "clips")
    server = DashboardServer(
        0,
        ServedPage(broker=BrokerDoor("127.0.0.1", 1), hall="home", table="7", folder=tmp_path / "page"),
        host="127.0.0.1",
        doors=Doors(clips=door),
    )
    table.daemon.table.clips = door
    settings = replace(cast("Any", table.daemon.settings), http_port=server.port, http_listen="0.0.0.0")
    table.daemon.settings = settings
    yield server
    server.close()


def get(port: int, path: str) -> tuple[int, bytes, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    got = answer.status, answer.read(), answer.getheader("Content-Disposition") or ""
    connection.close()
    return got


def test_evidence_that_names_a_clip_is_opened(
    table: Table, judge: Judge, served: DashboardServer, desk: Desk, tmp_path: Path
) -> None:
    """From the finding to the film, with the evidence that the finding shows."""
    evidence = Evidence(
        tmp_path / "clips", ClipChoice(), keep=lambda _: True, kept=lambda *_: None, say=unsaid
    )
    table.daemon.film(evidence)
    table.deal()
    table.foul()
    entry = list(table.daemon.journal.entries())[-1]
    order = evidence.entry(entry.number, entry.at_ms, entry.observation, entry.events)
    assert order is not None
    whole = film(tmp_path / "clips", order)
    evidence.done([ClipDone(order.journal)])
    table.do(table.daemon.publishing.state)
    known = desk.session.hall.tables["7"]
    until(lambda: known.findings and f"clip:{entry.number}" in known.findings[-1]["evidence"], "its clip")
    assert desk.says("findings")
    found = re.search(r"evidence: .*(clip:\d+)", desk.printed[-1])
    assert found
    output = judge.says("clip", found[1])[1]
    assert output.startswith(f"clip {entry.number}: {order.why}; 0:00 to 0:00, {len(whole):,} bytes\n"), (
        output
    )
    address = re.search(rf"for an hour at http://127\.0\.0\.1:{served.port}(/clips/\S+\.avi)\n", output)
    assert address, output
    status, body, saved = get(served.port, address[1])
    assert (status, body) == (200, whole)
    assert saved == f'attachment; filename="{entry.number:06d}.avi"'
    copy = tmp_path / "copy.avi"
    assert judge.says("clip", str(entry.number), "--save", str(copy))[0] == 0
    assert copy.read_bytes() == whole
    assert judge.says("clip", str(entry.number), "--save", str(copy)) == (
        1,
        f"{copy} is there already: give another name\n",
    )
    assert not list(tmp_path.glob("*.part"))


def test_what_is_no_clip_is_said(table: Table, served: DashboardServer, desk: Desk, tmp_path: Path) -> None:
    assert not desk.says("clip 5")
    assert desk.printed[-1] == "table 7 refuses: there is no film 5: none is kept"
    film(tmp_path / "clips", ClipOrder(12, (11, 12), 500, "seat 1 called the judge"))
    assert not desk.says("clip 5")
    assert desk.printed[-1] == "table 7 refuses: there is no film 5: the films kept are 12"
    for wrong in ("clip", "clip x", "clip 1 2", "clip -1", "clip 0", "clip 12 --save"):
        assert not desk.says(wrong), wrong
    served.close()
    assert not desk.says("clip 12 --save film.avi")
    assert "does not answer" in desk.printed[-1]
    table.daemon.settings = replace(cast("Any", table.daemon.settings), http_port=0)
    assert desk.says("clip 12")
    assert desk.printed[-1] == f"on the table's machine: {tmp_path / 'clips' / '000012.avi'}"


def test_who_may_only_look_gets_no_address(table: Table, judge: Judge, served: DashboardServer) -> None:
    status, output = judge.says("clip", "5", user="viewer")
    assert status == 1
    assert "http://" not in output


def test_an_address_opens_its_own_clip_for_an_hour(
    table: Table, served: DashboardServer, tmp_path: Path
) -> None:
    folder, now_s = tmp_path / "clips", [1000.0]
    for number in (12, 13):
        film(folder, ClipOrder(number, (11, 12), 500, "seat 1 called the judge"))
    door = ClipDoor(folder, lambda: now_s[0])
    path = door.path(12)
    assert door.file(path) == folder / "000012.avi"
    assert ClipDoor(folder, lambda: now_s[0]).file(path) is None  # another daemon's
    assert door.file(path.replace("000012", "000013")) is None
    assert door.file(path.replace(str(1000 + GOOD_S), str(1001 + GOOD_S))) is None
    assert door.file(path + "\n") is None
    now_s[0] += GOOD_S + 1
    assert door.file(path) is None
    now_s[0] = 1000.0
    (folder / "000012.json").unlink()
    assert door.file(path) is None
    for guess in ("/clips/", "/clips/000013.avi", "/clips/../journal.sqlite", door.path(13)):
        status, body, _ = get(served.port, guess)
        assert (status, body) == (403, b"no film has this address any more: ask the table for it again\n")


def test_the_film_is_given_as_mp4_too_and_to_the_page_of_any_server(
    table: Table, served: DashboardServer, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film(tmp_path / "clips", ClipOrder(12, (11, 12), 500, "seat 1 called the judge"))

    def address() -> Any:
        return desk.line.ask("7", "clip", {"entry": 12}, 10.0)

    clip = address()
    assert (clip["from_ms"], clip["entry_ms"], clip["until_ms"]) == (0, 500, 100)
    assert clip["page"]["mp4"]
    path = clip["page"]["path"].replace(".avi", ".mp4")
    status, made, _ = get(served.port, path)
    assert (status, made[4:8]) == (200, b"ftyp")
    copy = tmp_path / "copy.mp4"
    copy.write_bytes(made)
    decoded = cv2.VideoCapture(str(copy))
    assert int(decoded.get(cv2.CAP_PROP_FRAME_COUNT)) == 4
    decoded.release()
    assert get(served.port, path.replace("000012", "000013"))[0] == 403

    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=10)
    asks = {"Origin": "http://hall.example", "Access-Control-Request-Method": "GET"}
    connection.request("OPTIONS", path, headers={**asks, "Access-Control-Request-Headers": "range"})
    answer = connection.getresponse()
    answer.read()
    assert (answer.status, answer.getheader("Access-Control-Allow-Origin")) == (200, "*")
    connection.request(
        "GET", clip["page"]["path"], headers={"Origin": "http://hall.example", "Range": "bytes=0-3"}
    )
    answer = connection.getresponse()
    assert (answer.read(), answer.getheader("Access-Control-Allow-Origin")) == (b"RIFF", "*")
    connection.close()

    monkeypatch.setenv("PATH", str(tmp_path))
    assert not address()["page"]["mp4"]
    assert get(served.port, path)[:2] == (503, b"the film could not be encoded; it can be had as it is\n")
