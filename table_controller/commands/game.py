"""A game from start to end: hanchans, hands, results entered by hand, points, the clock, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from config import read_ruleset, ruleset_names
from referee import observations
from referee.judge_observations import (
    ClockExtended,
    ClockPaused,
    EnteredResult,
    EnteredWin,
    HandEntered,
    PaymentMade,
    PointsAdjusted,
    WinAcknowledged,
)
from referee.rulings.closing import step_of
from table_controller.commands.arguments import (
    Answer,
    CommandRefusedError,
    Topic,
    flag_in,
    four_in,
    number_in,
    said,
    seat_in,
    seats_in,
    who,
    why,
    word_in,
)
from table_controller.commands.seats import seats_of
from table_controller.senses import SENSES
from table_controller.sensing import hand_over
from table_controller.settings import make_ruleset
from table_controller.table_game import Instead

if TYPE_CHECKING:
    from referee.position import GameState
    from table_controller.daemon import Daemon

IN_HAND = frozenset({"dealing", "playing", "closing"})
DICE = 2
KEEPS = ("nothing", "penalties")


class GameCommands:
    """The course of a game."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon

    def topic(self) -> Topic:
        """The commands by name."""
        return {
            "begin_hanchan": self._begin_hanchan,
            "begin_hand": self._begin_hand,
            "close_hand": self._close_hand,
            "close_hanchan": self._close_hanchan,
            "enter_hand": self._enter_hand,
            "adjust_points": self._adjust_points,
            "gong": self._gong,
            "pause_clock": self._pause_clock,
            "extend_clock": self._extend_clock,
            "acknowledge": self._acknowledge,
            "paid": self._paid,
        }

    def _running(self) -> GameState:
        state = self._daemon.state
        if state is None or state.phase == "ended":
            raise CommandRefusedError("no hanchan is running")
        return state

    def _begin_hanchan(self, arguments: Answer) -> Answer:
        """``ruleset`` name or mapping, ``overrides``, ``names`` (4), who sits where.

        ``force`` throws a hanchan away that is running; ``keeps``: what counts of it, ``nothing`` or ``penalties``.
        """
        state = self._daemon.state
        force = flag_in(arguments, "force", default=False)
        if state is not None and state.phase != "ended" and state.hands and not force:
            raise CommandRefusedError("a hanchan is running; close it first")
        told = arguments.get("ruleset")
        ruleset = None
        if told is not None or arguments.get("overrides"):
            # A name only: a path would let anybody on the network read files here.
            if isinstance(told, str) and told not in ruleset_names():
                raise CommandRefusedError(f"ruleset {told!r} is not one of {', '.join(ruleset_names())}")
            base = read_ruleset(told) if isinstance(told, str) else told
            ruleset = make_ruleset(
                base or self._daemon.settings.ruleset.to_mapping(), arguments.get("overrides")
            )
        instead = None
        if state is not None and state.phase != "ended":
            usual = "nothing" if state.hands else "penalties"  # who came late did so before the first hand
            keeps = word_in({"keeps": usual, **arguments}, "keeps", KEEPS)
            instead = Instead(keeps, who(arguments), why(arguments))
        names, chairs = seats_of(arguments, ruleset or self._daemon.settings.ruleset)
        senses = arguments.get("senses", list(self._daemon.settings.senses))
        if not isinstance(senses, list) or not set(senses) <= set(SENSES):
            raise CommandRefusedError(f"senses must be some of {', '.join(SENSES)}")
        number = self._daemon.begin_hanchan(
            None if ruleset is None else ruleset.to_mapping(),
            names,
            chairs=chairs,
            senses=tuple(each for each in SENSES if each in senses),
            instead=instead,
        )
        return {
            "number": number,
            "chairs": list(chairs),
            **({} if instead is None else {"void": True, "keeps": instead.keeps}),
        }

    def _begin_hand(self, arguments: Answer) -> Answer:
        """``dice``: the two that were thrown, where the unit cannot tell them; if left out, as the camera saw them."""
        state = self._running()
        if state.phase != "waiting":
            raise CommandRefusedError("a hand is being played; correct the entry that began it")
        if state.desk.stopped:
            raise CommandRefusedError("play is stopped")
        told = arguments.get("dice")
        watching = self._daemon.watching
        dice = watching.dice if told is None and watching is not None else told
        if dice is None:
            raise CommandRefusedError("the camera has seen no throw: say the dice")
        if (
            not isinstance(dice, list | tuple)
            or len(dice) != DICE
            or not all(type(face) is int and 1 <= face <= 6 for face in dice)
        ):
            raise CommandRefusedError("dice must be two numbers from 1 to 6")
        first, second = dice
        return {"number": self._daemon.begin_hand((first, second), who(arguments)), "dice": [first, second]}

    def _close_hand(self, arguments: Answer) -> Answer:
        """``by``: who closes; with ``force`` a hand that is not over is made void first."""
        state = self._daemon.state
        if state is None or state.phase not in IN_HAND:
            raise CommandRefusedError("no hand is being played")
        force = flag_in(arguments, "force", default=False)
        if not hand_over(state):
            if not force:
                raise CommandRefusedError(
                    "the hand goes on: nothing was shown and there is no reason for a draw"
                )
            void = observations.RulingGiven(ruling="void", judge=who(arguments), text=why(arguments))
            return {**said(self._daemon, void, arguments), "void": True}
        if state.desk.acknowledged and step_of(state) == "shown" and not force:
            raise CommandRefusedError("the win is not acknowledged by all (SAI 45.11)")
        return {"number": self._daemon.person_observes(observations.HandClosed(), who(arguments))}

    def _close_hanchan(self, arguments: Answer) -> Answer:
        """The hanchan ends here; ``text``: why; ``keeps``: it is void, and what counts of it all the same."""
        self._running()
        keeps: Any = "" if arguments.get("keeps") is None else word_in(arguments, "keeps", KEEPS)
        closed = observations.HanchanClosed(judge=who(arguments), text=why(arguments), keeps=keeps)
        return {"number": self._daemon.person_observes(closed, who(arguments))}

    def _enter_hand(self, arguments: Answer) -> Answer:
        """``result`` with ``wins``, ``tenpai``, ``nagashi``, ``riichi`` or ``changes`` of a hand that was not followed.

        ``unseen``: of a hand that was not seen to be dealt; ``against_rules``: why it is other than the rulebook has it.
        """
        wins = arguments.get("wins", [])
        if not isinstance(wins, list) or not all(isinstance(win, dict) for win in wins):
            raise CommandRefusedError(
                "wins must be a list of mappings with seat, from and han, fu or yakuman"
            )
        entered = HandEntered(
            result=word_in(arguments, "result", get_args(EnteredResult)),
            wins=tuple(_win(win) for win in wins),
            tenpai=seats_in(arguments, "tenpai"),
            nagashi=seats_in(arguments, "nagashi"),
            riichi=seats_in(arguments, "riichi"),
            changes=None if arguments.get("changes") is None else four_in(arguments, "changes"),
            unseen=flag_in(arguments, "unseen", default=False),
            against=str(arguments.get("against_rules", "")),
            judge=who(arguments),
            text=why(arguments),
        )
        self._refuse_between_hands(entered)
        answer = said(self._daemon, entered, arguments)
        state = self._daemon.state
        assert state is not None
        assert state.last is not None
        return answer | {"changes": list(state.last.changes), "scores": list(state.scores)}

    def _refuse_between_hands(self, entered: HandEntered) -> None:
        """Between hands a result may be meant for the hand that has just ended: say how that one is put right."""
        state = self._daemon.state
        if state is None or state.phase != "waiting" or entered.unseen:
            return
        before, entry = "", self._daemon.corrections.hand_end()
        if entry is not None:
            before = f"To enter another end of {state.last_hand}: undo entry {entry}, then enter it. "
        raise CommandRefusedError(
            f"no hand is being played. {before}Of a hand that the table never saw dealt say that it is unseen"
        )

    def _adjust_points(self, arguments: Answer) -> Answer:
        """``changes`` by seat, ``bets`` to the middle; ``balanced`` false where points come or go."""
        adjusted = PointsAdjusted(
            changes=four_in(arguments, "changes"),
            bets=number_in(arguments, "bets", 0),
            balanced=flag_in(arguments, "balanced", default=True),
            judge=who(arguments),
            text=why(arguments),
        )
        answer = said(self._daemon, adjusted, arguments)
        state = self._daemon.state
        assert state is not None
        return answer | {"scores": list(state.scores)}

    def _gong(self, arguments: Answer) -> Answer:
        """The hall's gong; the hand that runs is the last."""
        state = self._running()
        if not state.ruleset.flow.time_limit_minutes:
            raise CommandRefusedError("this hanchan is played without a time limit")
        if state.time_called:
            raise CommandRefusedError("the gong has sounded already")
        if state.desk.clock_paused_at_ms is not None:
            raise CommandRefusedError("the clock is paused")
        return {"number": self._daemon.person_observes(observations.GongHeard(), who(arguments))}

    def _pause_clock(self, arguments: Answer) -> Answer:
        """``on`` true: the time of the hanchan stands still; false: it runs again."""
        on = flag_in(arguments, "on", default=True)
        return said(self._daemon, ClockPaused(on=on, judge=who(arguments), text=why(arguments)), arguments)

    def _extend_clock(self, arguments: Answer) -> Answer:
        """The time is ``minutes`` longer."""
        extended = ClockExtended(
            minutes=number_in(arguments, "minutes"), judge=who(arguments), text=why(arguments)
        )
        return said(self._daemon, extended, arguments)

    def _acknowledge(self, arguments: Answer) -> Answer:
        """``seat`` acknowledges the win (SAI 45.10)."""
        return said(self._daemon, WinAcknowledged(seat=seat_in(arguments)), arguments)

    def _paid(self, arguments: Answer) -> Answer:
        """The points lie on the table."""
        return said(self._daemon, PaymentMade(), arguments)


def _win(win: dict[str, Any]) -> EnteredWin:
    unknown = win.keys() - {"seat", "from", "han", "fu", "yakuman", "liable"}
    if unknown:
        raise CommandRefusedError(f"a win has no {', '.join(sorted(unknown))}")
    return EnteredWin(
        seat=seat_in(win),
        source=seat_in(win, "from"),
        han=number_in(win, "han", 0),
        fu=number_in(win, "fu", 0),
        yakuman=number_in(win, "yakuman", 0),
        liable=_liable(win.get("liable")),
    )


def _liable(said: Any) -> tuple[int, ...] | None:
    """Who a judge says is liable; None if he leaves it to what the table saw."""
    if said is None:
        return None
    if said == "nobody":
        return ()
    if type(said) is not int or not 0 <= said <= 3:
        raise CommandRefusedError('liable must be a seat, 0 to 3, or "nobody"')
    return (said,)
