"""A loss of sight is reported where it matters, in plain words, repeatedly while it lasts."""

from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from firmware_bridge.messages.signals import ButtonName
from referee.game.position import GameState
from referee.texts.language import LANGUAGES, english, language
from table_controller.sensing.losses import WHAT_TO_DO, Losses, matters, place_of
from tests.table_controller.seen_table import SeenTable
from vision.sightings import FoundTrack, LostTrack
from vision.tracking.zone_watch import HIDING
from vision.zones import TABLE, ZoneId
from wording.alerts.declaration import DeclaredAlert, Trouble


@dataclass
class CountedAlerts:
    open: dict[str, tuple[str, str]] = field(default_factory=dict)
    count: int = 0

    def alert(self, alert: DeclaredAlert, trouble: Trouble | None) -> None:
        self.count += 1
        if trouble is None:
            del self.open[alert.name]
        else:
            self.open[alert.name] = (english(trouble.text), english(trouble.advice))


@pytest.fixture
def alerts() -> CountedAlerts:
    return CountedAlerts()


@pytest.fixture
def losses(alerts: CountedAlerts) -> Losses:
    return Losses(alerts.alert)


def said_at(zone: ZoneId, state: GameState | None) -> str:
    return english(place_of(zone, state))


def playing() -> GameState:
    state = SeenTable.in_play().game
    return replace(state, phase="playing")


def test_a_covered_pond_is_reported_with_whose_why_and_how_long(
    losses: Losses, alerts: CountedAlerts
) -> None:
    losses.lose(LostTrack(ZoneId("pond", 1), "covered", 10_000))
    for now_ms in range(12_000, 20_000, 100):
        losses.raise_alerts(playing(), now_ms)
    assert alerts.count == 0
    losses.raise_alerts(playing(), 20_000)
    text, advice = alerts.open["track-pond-1"]
    assert text == "The camera cannot read the pond of South, for 10 s now: a hand or an object is in the way"
    assert advice.startswith("Take away what is in the way")
    for now_ms in range(20_100, 41_000, 100):
        losses.raise_alerts(playing(), now_ms)
    assert "for 30 s" in alerts.open["track-pond-1"][0]
    assert alerts.count == 3
    losses.find(FoundTrack(ZoneId("pond", 1), 41_000))
    assert alerts.open == {}


def test_what_an_ordinary_hand_hides_is_no_alert(losses: Losses, alerts: CountedAlerts) -> None:
    """A hand draws, rests over its own corner and discards.

    A game of three minutes once had fifty reports that melds could not be read.
    """
    for number, (reason, lasts_ms) in enumerate(
        [("covered", 2300), ("in motion", 4100), ("covered", 9500), ("a meld is not whole", 6000)] * 12
    ):
        zone = (ZoneId("meld", 0), ZoneId("meld", 3), ZoneId("pond", 2), ZoneId("wall", 1))[number % 4]
        since_ms = 20_000 * number
        losses.lose(LostTrack(zone, reason, since_ms))
        for now_ms in range(since_ms + 2000, since_ms + lasts_ms, 200):
            losses.raise_alerts(playing(), now_ms)
        losses.find(FoundTrack(zone, since_ms + lasts_ms))
    assert alerts.count == 0


def test_melds_are_asked_for_later_unless_their_player_has_called(
    losses: Losses, alerts: CountedAlerts
) -> None:
    table = SeenTable.in_play()
    table.plays(0, "5p", 2500, 4000)
    table.look(5000)
    losses.lose(LostTrack(ZoneId("meld", 2), "covered", 5000))
    losses.raise_alerts(table.game, 33_000)
    assert alerts.count == 0
    losses.raise_alerts(table.game, 35_000)
    assert "the melds of West, for 30 s now" in alerts.open["track-meld-2"][0]
    losses.find(FoundTrack(ZoneId("meld", 2), 35_500))
    table.press(2, ButtonName.PON, 5200)
    table.look(5800)
    losses.lose(LostTrack(ZoneId("meld", 2), "covered", 5800))
    losses.raise_alerts(table.game, 15_000)
    assert alerts.open == {}
    # It is reported before the waiting discard is released, fifteen seconds after the call.
    losses.raise_alerts(table.game, 15_800)
    assert "track-meld-2" in alerts.open


def test_the_winds_are_those_of_the_hand() -> None:
    assert said_at(ZoneId("pond", 0), replace(playing(), round=1)) == "the pond of North"
    assert (
        said_at(ZoneId("wall", 2), replace(playing(), round=1, chairs=(1, 2, 3, 0))) == "the wall before East"
    )
    assert said_at(ZoneId("meld", 3), None) == "the melds of chair 3"


@pytest.mark.parametrize("phase", ["waiting", "dealing", "ended"])
@pytest.mark.parametrize(
    "zone", [ZoneId("pond", 0), ZoneId("wall", 3), ZoneId("ura", 1), ZoneId("hand", 2), ZoneId("meld", 2)]
)
def test_the_deal_and_the_sweep_are_no_losses(
    losses: Losses, alerts: CountedAlerts, phase: str, zone: ZoneId
) -> None:
    state = replace(playing(), phase=phase)
    losses.lose(LostTrack(zone, "covered", 10_000))
    losses.raise_alerts(state, 14_000)
    losses.raise_alerts(None, 14_000)
    assert alerts.count == 0


def test_what_is_still_lost_when_play_begins_is_reported(losses: Losses, alerts: CountedAlerts) -> None:
    losses.lose(LostTrack(ZoneId("wall", 3), "covered", 10_000))
    losses.raise_alerts(replace(playing(), phase="dealing"), 24_000)
    losses.raise_alerts(playing(), 25_000)
    assert "read the wall before North, for 10 s now" in alerts.open["track-wall-3"][0]
    losses.raise_alerts(replace(playing(), phase="waiting"), 25_100)
    assert alerts.open == {}
    losses.raise_alerts(playing(), 36_000)
    assert "20 s" in alerts.open["track-wall-3"][0]


def test_hands_over_standing_tiles_are_usual_until_a_hand_must_be_shown() -> None:
    table = SeenTable.in_play()
    table.plays(0, "5p", 2500, 4000)
    table.look(5000)
    assert not matters(ZoneId("hand", 2), table.game)
    assert not matters(ZoneId("ura", 2), table.game)
    table.press(2, ButtonName.RON, 5200)
    table.look(5800)
    assert matters(ZoneId("hand", 2), table.game)
    assert not matters(ZoneId("hand", 1), table.game)


def test_each_reason_of_a_zone_has_words_and_advice_of_its_own() -> None:
    reasons = [*HIDING, "a meld is not whole", "a tile lies apart from the rows"]
    assert set(WHAT_TO_DO) == set(reasons)
    assert len({advice().code for advice in WHAT_TO_DO.values()}) == len(reasons)
    assert all(language(name).words["loss"].keys() == set(reasons) for name in LANGUAGES)


def test_the_whole_table_always_matters(losses: Losses, alerts: CountedAlerts) -> None:
    losses.lose(LostTrack(TABLE, "the picture is dark", 1000))
    losses.raise_alerts(None, 1500)
    assert alerts.open["track-table"][0] == ("The camera cannot read the table: the picture is dark")
    losses.forget()
    assert alerts.open == {}


def test_another_reason_is_another_text(losses: Losses, alerts: CountedAlerts) -> None:
    losses.lose(LostTrack(ZoneId("pond", 0), "covered", 1000))
    losses.raise_alerts(playing(), 12_000)
    losses.lose(LostTrack(ZoneId("pond", 0), "a tile cannot be told", 13_000))
    losses.raise_alerts(playing(), 24_000)
    assert alerts.open["track-pond-0"][0].endswith("for 10 s now: one of the tiles cannot be identified")
