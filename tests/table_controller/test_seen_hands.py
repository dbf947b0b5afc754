"""The hands with which a judge starts to enter a win: as last seen by the camera, otherwise as known to the game."""

from typing import Any

from referee.game import observations
from referee.tiles import parse_tile, parse_tiles
from tests.table_controller.command_stage import FakeDaemon, ask
from tests.table_controller.seen_table import row
from vision.zones import ZoneId

OPEN = ["2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "5s", "5s", "7s", "8s"]
CLOSED: dict[str, Any] = {"tiles": [], "winning": None, "melds": []}


def played() -> FakeDaemon:
    """East discards 5p, and South pons it."""
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("5p")
    daemon.judge(observations.CallHeard(seat=1, call="pon"))
    daemon.judge(observations.MeldShown(seat=1, kind="pon", tiles=parse_tiles("5p5p5p"), source_seat=0))
    return daemon


def test_the_game_knows_melds_the_tile_to_win_on_and_who_has_opened() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    assert ask(daemon, "seen_hands")["discard"] is None
    for tile in ("9p", "9p", "9p", "9p", "6s"):
        daemon.turn(tile)
    answer = ask(daemon, "seen_hands")
    assert answer["hands"] == [CLOSED] * 4
    assert answer["discard"] == {"seat": 0, "tile": "6s"}
    daemon.judge(observations.CallHeard(seat=1, call="ron"))
    shown = parse_tiles("".join(OPEN))
    daemon.judge(observations.TilesShown(seat=1, tiles=shown, winning=parse_tile("6s"), source_seat=0))
    answer = ask(daemon, "seen_hands")
    assert answer["hands"][1] == {"tiles": OPEN, "winning": "6s", "melds": []}
    assert answer["discard"] == {"seat": 0, "tile": "6s"}
    assert ask(played(), "seen_hands")["hands"][1] == {
        "tiles": [],
        "winning": None,
        "melds": [{"kind": "pon", "tiles": ["5p"] * 3}],
    }


def test_the_camera_sees_a_hand_that_the_game_does_not_follow() -> None:
    """West sits at chair 2. Only the game knows South's pon; her hand lies face down."""
    daemon = played()
    daemon.watching.read = {
        ZoneId("hand", 1): row("##########"),
        ZoneId("hand", 2): row("2m3m4m5m6m7m5s5s7s8s|6s"),
        ZoneId("meld", 2): row("2p_3p4p"),
    }
    answer = ask(daemon, "seen_hands")
    assert answer["hands"][2] == {
        "tiles": ["2m", "3m", "4m", "5m", "6m", "7m", "5s", "5s", "7s", "8s"],
        "winning": "6s",
        "melds": [{"kind": "chi", "tiles": ["2p", "3p", "4p"]}],
    }
    assert [meld["kind"] for meld in answer["hands"][1]["melds"]] == ["pon"]
    assert answer["hands"][3] == CLOSED


def test_before_the_first_hanchan_no_hand_is_seen() -> None:
    assert ask(FakeDaemon(), "seen_hands")["code"] == "refused.no_hanchan"
