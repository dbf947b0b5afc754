"""The flame graph: what it counts of a profile, and that each bar lies on its caller."""

from __future__ import annotations

import re

import pytest

from bench.docs.flame import FLAME, WIDTH_PX, bars, drawn

STACKS = """\
<module> (a.py:1);OverheadCamera.render (simulation/camera.py:9) 500
<module> (a.py:1);_Watched.ms (seeing/cost.py:184);read_frame (vision/tracker.py:65);find (vision/tiles.py:1) 30
<module> (a.py:1);_Watched.ms (seeing/cost.py:185);read_frame (vision/tracker.py:70);find (vision/tiles.py:2) 30
<module> (a.py:1);_Watched.ms (seeing/cost.py:184);read_frame (vision/tracker.py:65);unique (numpy/lib.py:3) 40
<module> (a.py:1);_Watched.ms (seeing/cost.py:184);_find_and_load (<frozen importlib._bootstrap>:1176) 900
"""


def test_only_what_is_read_counts_and_lines_are_put_together() -> None:
    whole = bars(STACKS)
    assert whole.samples == 100
    (frame,) = whole.called.values()
    assert {name: bar.samples for name, bar in frame.called.items()} == {
        "find (vision/tiles.py)": 60,
        "unique (numpy/lib.py)": 40,
    }


def test_a_bar_is_as_wide_as_its_share_and_lies_on_its_caller() -> None:
    found = {
        name: (float(x), float(y), float(width))
        for name, x, y, width in re.findall(
            r'<title>(\w+) .*?</title><rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', drawn(bars(STACKS))
        )
    }
    assert found["read_frame"][0] == 0
    assert found["read_frame"][2] == WIDTH_PX
    assert (found["find"][2], found["unique"][2]) == (0.6 * WIDTH_PX, 0.4 * WIDTH_PX)
    assert found["unique"][0] == found["find"][2]
    assert found["find"][1] == found["unique"][1] < found["read_frame"][1]


def test_a_profile_without_frames_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no sample under _Watched\.ms"):
        drawn(bars("<module> (a.py:1) 5\n"))


def test_the_graph_of_the_docs_is_of_vision() -> None:
    assert "<title>TableReader.read_frame (vision/tracking/tracker.py): " in FLAME.read_text(encoding="utf-8")
