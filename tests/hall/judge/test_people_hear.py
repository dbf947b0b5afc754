"""People at the simulated table hear a real table over a real broker."""

import asyncio
import threading

from simulation.people.ears import Ears, Listening
from table_controller.client.connection import Credentials
from tests.hall.judge.hall_stage import Judge, Mosquitto, Table, password, until


def test_they_hear_a_stop_a_void_hand_and_that_play_goes_on(
    mosquitto: Mosquitto, table: Table, judge: Judge
) -> None:
    def says(*words: str) -> None:
        status, output = judge.says(*words)
        assert status == 0, output

    loop = asyncio.new_event_loop()
    people = threading.Thread(target=loop.run_forever)
    people.start()
    ears = Ears()
    login = Credentials("127.0.0.1", mosquitto.port, "home", "viewer", password("viewer"))
    listening = Listening(login, "7", ears, loop)
    listening.start()
    try:
        table.begin()
        until(lambda: ears.standing is not None, "the hanchan")
        ears.hand_begins(0)
        table.deal()
        table.discard(0, "5p")
        until(lambda: not ears.between.is_set(), "the hand")
        assert not ears.hand_over
        ears.ruled = False
        says("stop")
        until(lambda: ears.stopped.is_set() and ears.ruled, "the stop")
        says("void-hand", "--yes")
        until(lambda: ears.hand_over, "the hand is void")
        assert not ears.going.is_set(), "the stop outlives the hand"
        says("resume")
        until(ears.going.is_set, "play goes on")
        assert ears.standing is not None
        says("close-hanchan", "--yes")
        until(lambda: ears.hanchan_over, "the hanchan is closed")
    finally:
        listening.stop()
        loop.call_soon_threadsafe(loop.stop)
        people.join()
        loop.close()
