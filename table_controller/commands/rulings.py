"""Rulings on findings and players, play stopped and resumed, appeals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from referee.judge_observations import (
    AppealNoted,
    FoulEntered,
    Outcome,
    PlayerReplaced,
    PlayHalted,
    PlayReleased,
)
from referee.observations import Ruling, RulingGiven
from table_controller.commands.arguments import (
    Answer,
    CommandRefusedError,
    Topic,
    flag_in,
    number_in,
    number_or_none,
    said,
    seat_in,
    seat_or_none,
    who,
    why,
    word_in,
)

if TYPE_CHECKING:
    from table_controller.daemon import Daemon

ON_A_PLAYER = {
    "warn": "warning",
    "guide": "guidance",
    "dead_hand": "dead_hand",
    "chombo": "chombo",
    "disqualify": "disqualified",
}
"""Commands that are a ruling on a finding or a seat."""


class RulingCommands:
    """What judges rule."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon

    def topic(self) -> Topic:
        """The commands by name."""
        rulings: Topic = {
            "rule": self._rule,
            "accept": self._accept,
            "change_grade": self._change_grade,
            "dismiss": lambda arguments: self._give("dismissed", arguments),
            "redeal": self._redeal,
            "void_hand": self._void_hand,
            "foul": self._foul,
            "stop": self._stop,
            "resume": self._resume,
            "replace_player": self._replace_player,
            "appeal": self._appeal,
        }
        for name, ruling in ON_A_PLAYER.items():
            rulings[name] = self._ruling(ruling)
        return rulings

    def _ruling(self, ruling: Any) -> Any:
        def rule(arguments: Answer) -> Answer:
            return self._give(ruling, arguments)

        return rule

    def _give(self, ruling: Ruling, arguments: Answer) -> Answer:
        """On ``finding`` or ``seat``; with ``resume`` play goes on after it."""
        given = RulingGiven(
            ruling=ruling,
            seat=seat_or_none(arguments),
            finding=number_or_none(arguments, "finding"),
            judge=who(arguments),
            text=why(arguments),
            force=flag_in(arguments, "force", default=False),
        )
        resume = flag_in(arguments, "resume", default=False)
        answer = said(self._daemon, given, arguments)
        if resume:
            answer |= {"resumed": self._release(arguments)}
        return answer

    def _release(self, arguments: Answer) -> bool:
        state = self._daemon.state
        if state is None or not (state.desk.stopped or state.summoned is not None):
            return False
        said(self._daemon, PlayReleased(judge=who(arguments), text=why(arguments)), arguments)
        return True

    def _rule(self, arguments: Answer) -> Answer:
        """``ruling``, on ``finding`` (its number) or a ``seat``, with ``text`` and ``by``."""
        if self._daemon.state is None:
            raise CommandRefusedError("no hanchan is running")
        return self._give(word_in(arguments, "ruling", get_args(Ruling)), arguments)

    def _accept(self, arguments: Answer) -> Answer:
        """``finding`` as it is proposed."""
        number_in(arguments, "finding")
        return self._give("accepted", arguments)

    def _change_grade(self, arguments: Answer) -> Answer:
        """``finding`` with another ``grade`` than the proposed one."""
        number_in(arguments, "finding")
        words = tuple(word for word in get_args(Ruling) if word not in {"accepted", "dismissed", "void"})
        return self._give(word_in(arguments, "grade", words), arguments)

    def _redeal(self, arguments: Answer) -> Answer:
        """The hand is dealt again, without penalty, before the dealer has discarded (WRC 7.2)."""
        state = self._daemon.state
        if state is None or state.phase not in {"dealing", "playing"}:
            raise CommandRefusedError("no hand is being dealt")
        if any(seat.pond or seat.melds for seat in state.seats):
            raise CommandRefusedError("the hand is being played: make it void instead")
        return self._void_hand(arguments)

    def _void_hand(self, arguments: Answer) -> Answer:
        """The hand is void and played again; nobody is at fault."""
        void = RulingGiven(ruling="void", judge=who(arguments), text=why(arguments))
        return said(self._daemon, void, arguments)

    def _foul(self, arguments: Answer) -> Answer:
        """``rule`` of the catalogue by ``seat``; ``tiles`` or ``minutes``: how many; ``ruling`` at once if given."""
        ruling = arguments.get("ruling")
        if ruling is not None:
            word_in(arguments, "ruling", get_args(Ruling))
        entered = FoulEntered(
            rule=str(arguments.get("rule", "")),
            seat=seat_in(arguments),
            number=number_in(arguments, "minutes" if "minutes" in arguments else "tiles", 1),
            judge=who(arguments),
            text=why(arguments),
        )
        answer = said(self._daemon, entered, arguments)
        state = self._daemon.state
        assert state is not None
        finding = len(state.findings) - 1
        answer |= {"finding": finding, "grade": state.findings[finding].grade}
        if ruling is not None:
            answer |= self._give(ruling, {**arguments, "finding": finding, "seat": None})
        return answer

    def _stop(self, arguments: Answer) -> Answer:
        """Stop play."""
        return said(self._daemon, PlayHalted(judge=who(arguments), text=why(arguments)), arguments)

    def _resume(self, arguments: Answer) -> Answer:
        """Play goes on, whatever stopped it."""
        answer = said(self._daemon, PlayReleased(judge=who(arguments), text=why(arguments)), arguments)
        self._daemon.health.resolve("judge")
        return answer

    def _replace_player(self, arguments: Answer) -> Answer:
        """``name`` plays on at ``seat``."""
        replaced = PlayerReplaced(
            seat=seat_in(arguments),
            name=str(arguments.get("name", "")),
            judge=who(arguments),
            text=why(arguments),
        )
        return said(self._daemon, replaced, arguments)

    def _appeal(self, arguments: Answer) -> Answer:
        """``seat`` appeals against the ruling on ``finding``, or without one; ``outcome`` open, upheld or rejected."""
        noted = AppealNoted(
            seat=seat_in(arguments),
            finding=number_or_none(arguments, "finding"),
            outcome=word_in({"outcome": "open", **arguments}, "outcome", get_args(Outcome)),
            judge=who(arguments),
            text=why(arguments),
        )
        return said(self._daemon, noted, arguments)
