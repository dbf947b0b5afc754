"""The bench that tries thresholds: a kept picture is read as the whole one, and a value reaches all who use it."""

from __future__ import annotations

import importlib
import tempfile
import time
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import cv2
import numpy as np
import pytest

from bench.film import fresh, sensitivity
from bench.film.kept import QUALITY, KeptPicture, RememberingClassifier, remembering
from bench.film.sensitivity import (
    BEGIN,
    END,
    QUARTERS,
    THRESHOLDS,
    AnotherRunError,
    Outcome,
    Progress,
    Table,
    Trial,
    scaled,
    threshold,
    try_all,
)
from bench.stages.random_tables import random_table
from simulation.camera.overhead import OverheadCamera
from simulation.world.world import World
from vision.camera.frames import Frame
from vision.camera.reduced import Reduced
from vision.geometry import load_geometry
from vision.model.classifier import Classifier
from vision.sightings import Watermark, ZoneReading
from vision.tracking import moves
from vision.tracking.tracker import TableReader

if TYPE_CHECKING:
    from pathlib import Path

FRAMES = 3
RUN = fresh.Run("c" * 40, 7, 1, ("0123456789ab",), fresh.BROKEN_OFF)


def test_a_kept_picture_is_read_like_the_whole_one(classifier: Classifier) -> None:
    world = World()
    laid = random_table(world, np.random.default_rng(8))
    camera = OverheadCamera(world, seed=4)
    whole, kept = (
        TableReader(load_geometry(), classifier),
        TableReader(load_geometry(), RememberingClassifier()),
    )
    read = 0
    with tempfile.TemporaryFile() as file, remembering():
        for number in range(FRAMES):
            drawn = camera.render(1000 + 100 * number)
            _, jpeg = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            picture: Any = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
            reduced = Reduced.of(picture)
            on_disk: Any = KeptPicture(file, drawn, reduced.quarter)
            again = Reduced(on_disk.quarter(), on_disk.quarter())
            expected = whole.read_frame(Frame(number, 1000 + 100 * number, picture, reduced))
            assert kept.read_frame(Frame(number, 1000 + 100 * number, on_disk, again)) == expected
            assert isinstance(expected[-1], Watermark)
            read += sum(isinstance(each, ZoneReading) for each in expected)
    assert read >= sum(bool(tiles) for tiles in laid.values())


def test_every_threshold_is_there_and_changes() -> None:
    for module, names in THRESHOLDS.items():
        for name in names:
            value = getattr(importlib.import_module(module), name)
            less, more = (scaled(value, by) for by in QUARTERS)
            assert less != value != more, name


def test_a_threshold_reaches_whoever_imported_it_and_goes_back() -> None:
    usual, user = moves.STAYED_MM, importlib.import_module("vision.tracking.zone_watch")
    with threshold("vision.tracking.moves", "STAYED_MM", 99.0):
        assert moves.STAYED_MM == vars(user)["STAYED_MM"] == 99.0
    assert moves.STAYED_MM == vars(user)["STAYED_MM"] == usual


class Film:
    """A hand whose outcome depends on one threshold."""

    name = "0123456789ab"


def reading(monkeypatch: pytest.MonkeyPatch, spoilt_below: float = 0.0) -> None:
    def read_again(_: Any) -> Outcome:
        if spoilt_below > moves.STAYED_MM:
            raise ValueError
        return Outcome(2, 3, 1, 15, (318, 4297))

    monkeypatch.setattr(sensitivity, "read_again", read_again)


def trials() -> list[Trial]:
    return [Trial("vision.tracking.moves", name) for name in THRESHOLDS["vision.tracking.moves"]]


def test_what_went_wrong_in_each_hand_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch)
    table = Table(RUN, tried := trials(), write=False)
    hand: Any = Film()
    assert try_all([hand, hand], tried, table)
    wrong = (
        "0123456789ab: 2 wrong, 3 false findings, 1 questions, 15 losses; discards late by 318 and 4297 ms"
    )
    assert table.outcome() == (
        f"2 of 2 thresholds tried at ± 25 % (`bench.film.sensitivity`); hand 1, {wrong}; hand 2, {wrong}"
    )


def test_what_a_quarter_does_not_change_is_tried_at_four_times(monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch, spoilt_below=moves.STAYED_MM / 2)
    tried, hand = trials(), cast("Any", Film())
    assert try_all([hand], tried, Table(RUN, tried, write=False))
    [stayed, other] = [one.changes for one in tried]
    assert stayed == {0.75: "", 1.25: "", 0.25: "hand 1: ValueError", 4.0: ""}
    assert other == {0.75: "", 1.25: "", 0.25: "", 4.0: ""}


def test_when_time_is_up_the_rest_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    reading(monkeypatch)
    tried, hand = trials(), cast("Any", Film())
    table = Table(RUN, tried, write=False)
    monkeypatch.setattr(time, "monotonic", iter(range(9)).__next__)
    assert not try_all([hand], tried, table, until_s=1)
    assert [set(one.changes) for one in tried] == [{0.75, 1.25}, set()]
    assert table.outcome().startswith("1 of 2 thresholds tried")


def drawing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let the bench draw a game and write its list and its page elsewhere."""
    runs, page = tmp_path / "runs.jsonl", tmp_path / "page.md"
    page.write_text(f"{BEGIN}{END}{fresh.BEGIN}{fresh.END}")
    fresh.write_runs([RUN], runs)
    monkeypatch.setattr(sensitivity, "PAGE", page)
    monkeypatch.setattr(sensitivity, "drawn_hands", lambda _: RUN)
    monkeypatch.setattr(sensitivity, "kept_hand", lambda *_: Film())
    monkeypatch.setattr(fresh, "finish", partial(fresh.finish, file=runs))
    monkeypatch.setattr(fresh, "write_page", partial(fresh.write_page, page=page))
    every = fresh.read_runs
    monkeypatch.setattr(fresh, "read_runs", lambda file=runs: every(file))
    return page


def test_the_table_names_the_commit_that_drew_its_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = drawing(monkeypatch, tmp_path)
    reading(monkeypatch)
    sensitivity.main(["--fresh", "--write", "--only", "STAYED_MM"])
    table, runs = page.read_text().split(END)
    assert "commit `cccccccccccc`, seed 7:" in table
    assert "| `cccccccccccc` | 7 | 1, 1 | 1 of 1 thresholds tried" in runs
    assert "hand 1, 0123456789ab: 2 wrong, 3 false findings, 1 questions, 15 losses" in runs


def test_a_run_that_is_broken_off_is_listed_with_what_it_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = drawing(monkeypatch, tmp_path)
    reading(monkeypatch)

    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Trial, "on", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sensitivity.main(["--fresh", "--write", "--only", "STAYED_MM"])
    assert "broken off: KeyboardInterrupt: ; 0 of 1 thresholds tried" in page.read_text()
    assert "hand 1, 0123456789ab: 2 wrong, 3 false findings" in page.read_text()


def test_a_run_goes_on_where_it_was_broken_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    page, progress = drawing(monkeypatch, tmp_path), tmp_path / "progress.json"
    monkeypatch.setattr(sensitivity, "commit", lambda: RUN.commit)
    reading(monkeypatch, spoilt_below=moves.STAYED_MM / 2)
    words = ["--fresh", "--write", "--only", "STAYED_MM", "SAME_PLACE_MM"]
    sensitivity.main(words)
    whole = page.read_text()
    asked: list[tuple[str, ...]] = []
    usual = Trial.on

    def dies_at_the_third(one: Trial, number: int, kept: Any, now: Outcome, factors: Any) -> None:
        asked.append((one.name, *map(str, factors)))
        if len(asked) == 3:
            raise KeyboardInterrupt
        usual(one, number, kept, now, factors)

    monkeypatch.setattr(Trial, "on", dies_at_the_third)
    with pytest.raises(KeyboardInterrupt):
        sensitivity.main([*words, "--go-on", str(progress)])
    assert page.read_text() != whole
    begun = Progress.kept(progress)
    assert (begun.run, begun.finished, len(begun.hands)) == (RUN, 0, 1)
    monkeypatch.setattr(Trial, "on", usual)
    readings = counted(monkeypatch)
    sensitivity.main([*words, "--go-on", str(progress)])
    assert page.read_text() == whole
    assert len(readings) == 5, "the hand as it is, and two thresholds at a quarter and at four times"


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every hand that is read from now on."""
    readings, read_again = [], sensitivity.read_again

    def noted(kept: Any) -> Outcome:
        readings.append(kept)
        return read_again(kept)

    monkeypatch.setattr(sensitivity, "read_again", noted)
    return readings


def test_another_commit_does_not_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawing(monkeypatch, tmp_path)
    Progress(RUN, 0, (), ()).keep(tmp_path / "progress.json")
    monkeypatch.setattr(sensitivity, "commit", lambda: "d" * 40)
    with pytest.raises(AnotherRunError, match="cccccccccccc"):
        sensitivity.main(["--go-on", str(tmp_path / "progress.json")])


def test_a_hand_that_is_read_otherwise_does_not_go_on() -> None:
    begun = Progress(RUN, 0, ("hand 1, 0123456789ab: as it was",), ())
    table = Table(RUN, [], write=False, begun=begun)
    with pytest.raises(AnotherRunError, match="as it was"):
        table.hand(1, cast("Any", Film()), Outcome(2, 3, 1, 15, (318, 4297)))
