"""A game from start to end: hanchans, hands, results entered by hand, points, the clock, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, TypedDict

from msgspec import Meta, structs

from config import read_ruleset
from referee.encoding.bounded import Chair, Seat
from referee.game import observations
from referee.game.draws import hand_over
from referee.game.judge_observations import (
    ClockExtended,
    ClockPaused,
    EnteredResult,
    EnteredWin,
    HandEntered,
    HandGranted,
    PaymentMade,
    PointsAdjusted,
    SignalGiven,
    WinAcknowledged,
)
from referee.game.position import IN_HAND, round_of
from referee.judging.rulings.clocks import MINUTE_MS
from referee.judging.rulings.closing import step_of
from referee.rules.ruleset import Ruleset, RulesetError
from referee.texts.refused import Refused
from table_controller.commands.declaration import Command, Ends
from table_controller.commands.refused import CommandRefusedError, Numbered
from table_controller.commands.seats import hanchan_of, seats_of
from table_controller.commands.values import (
    Changes,
    ClaimedWin,
    Dice,
    Draw,
    Minutes,
    Name,
    RulesetName,
    Seats,
    Settings,
    WholeRuleset,
    Words,
)
from table_controller.mqtt.roles import Role
from table_controller.settings.senses import SENSES, Sense
from wording.declined import Declined

if TYPE_CHECKING:
    from table_controller.commands.desk import CommandDesk


Keeps = Literal["nothing", "penalties"]
"""The part of a void hanchan that still counts."""


class _ThrownAway(TypedDict, total=False):
    void: bool
    """Another hanchan was thrown away for it."""
    keeps: Keeps
    """The part of that hanchan that still counts."""


class HanchanBegunAnswer(Numbered, _ThrownAway):
    """A hanchan began."""

    chairs: list[int]
    """The chair of each seat."""


class HandBegun(Numbered):
    """A hand began."""

    dice: list[int]
    """Zeros where nobody knows them."""


class _Void(TypedDict, total=False):
    void: bool
    """It was not over, so it is void."""


class HandClosedAnswer(Numbered, _Void):
    """A hand was closed."""


class Scored(Numbered):
    """Points were moved."""

    scores: list[int]
    """After it, by seat."""


class HandScored(Scored):
    """A result was entered."""

    changes: list[int]
    """By how much the scores changed, bets that are paid only now included, by seat."""


class BeginHanchan(Command, frozen=True):
    """Begin a hanchan; whatever is not given comes from the table's settings."""

    roles: ClassVar[tuple[Role, ...]] = ("referee", "organiser")
    sections: ClassVar[tuple[str, ...]] = ("WRC 4.4", "MJ 2.3", "SAI 26")

    ruleset: Annotated[RulesetName | WholeRuleset | None, Meta(description="a name, or a whole ruleset")] = (
        None
    )
    overrides: Annotated[Settings | None, Meta(description="settings that differ from it")] = None
    names: Annotated[
        tuple[Name, Name, Name, Name] | None,
        Meta(
            description="the players from the first dealer on; with first_dealer in order of chairs, with draw of people"
        ),
    ] = None
    chairs: Annotated[
        tuple[Chair, Chair, Chair, Chair] | None, Meta(description="the chair of each seat")
    ] = None
    first_dealer: Annotated[
        Chair | None, Meta(description="instead of chairs: where the first dealer sits")
    ] = None
    draw: Annotated[Draw | None, Meta(description="instead of chairs: how seats were drawn")] = None
    senses: Annotated[
        Annotated[tuple[Sense, ...], Meta(max_length=len(SENSES))] | None,
        Meta(description="the senses that this table has, if not all"),
    ] = None
    force: Annotated[
        bool,
        Meta(
            description="throw away a hanchan that is running, or leave the score sheet of the last one unsigned"
        ),
    ] = False

    keeps: Annotated[Keeps | None, Meta(description="what counts of the hanchan that is thrown away")] = None
    awaits_signal: Annotated[
        bool,
        Meta(description="its time runs from start_signal on; no dice before it, where the rules say so"),
    ] = False
    awaits_signature: Annotated[
        bool,
        Meta(description="none begins after it until its score sheet is signed with sign_sheet"),
    ] = False
    extra_minutes: Annotated[Minutes, Meta(description="beyond the rules' time; negative: fewer")] = 0
    extra_hand: Annotated[bool, Meta(description="one more hand may be dealt after the gong")] = False

    def several(self) -> bool:
        return self.extra_minutes != 0 or self.extra_hand

    def do(self, desk: CommandDesk) -> HanchanBegunAnswer:
        state = desk.state
        if state is not None and state.phase != "ended" and state.hands and not self.force:
            raise CommandRefusedError(Declined.hanchan_runs())
        if state is not None and state.sheet_unsigned and not self.force:
            raise CommandRefusedError(Declined.sheet_unsigned())
        ruleset = self._ruleset(desk)
        names, chairs = seats_of(self, ruleset)
        house = hanchan_of(desk.settings, chairs)
        senses: tuple[str, ...] = house.senses if self.senses is None else self.senses
        begun = structs.replace(
            house,
            ruleset=ruleset.to_mapping(),
            names=names or house.names,
            senses=tuple(each for each in SENSES if each in senses),
            awaits_signal=self.awaits_signal,
            awaits_signature=self.awaits_signature,
        )
        thrown_away: _ThrownAway = {}
        if state is not None and state.phase != "ended":
            # Lateness counts before the first hand.
            keeps = self.keeps or ("nothing" if state.hands else "penalties")
            begun = structs.replace(begun, keeps=keeps, judge=self.by, text=self.text)
            thrown_away = {"void": True, "keeps": keeps}
        number = desk.observe(begun, self.by)
        self._extend(desk)
        return {"number": number, "chairs": list(chairs), **thrown_away}

    def _extend(self, desk: CommandDesk) -> None:
        # The same hanchan begun once more goes on as it is, with what it has been given.
        lacking = self.extra_minutes - desk.after().desk.clock_added_ms // MINUTE_MS
        if self.extra_minutes and lacking:
            desk.say(ClockExtended(minutes=lacking, judge=self.by, text=self.text), self.by)
        if self.extra_hand and not desk.after().desk.hand_granted:
            desk.say(HandGranted(judge=self.by, text=self.text), self.by)

    def _ruleset(self, desk: CommandDesk) -> Ruleset:
        """The rules that the command gives, otherwise the table's own."""
        # A name only: a path would let anybody on the network read files here.
        mapping = read_ruleset(self.ruleset) if isinstance(self.ruleset, str) else self.ruleset
        try:
            ruleset = Ruleset.from_mapping(mapping or desk.settings.ruleset.to_mapping())
            return ruleset.with_overrides(self.overrides) if self.overrides else ruleset
        except RulesetError as error:
            raise CommandRefusedError(Declined.wrong_rules(str(error)), setting=error.key) from None


class RulesAnswer(TypedDict):
    """The rules and senses with which a hanchan would begin here."""

    rules: WholeRuleset
    senses: Annotated[list[Sense], Meta(description="by the table's settings")]


class HouseRules(Command, frozen=True):
    """Show the rules with which a hanchan begins here, or those of the newest hanchan."""

    roles: ClassVar[tuple[Role, ...]] = ("viewer",)
    reads: ClassVar[bool] = True

    ruleset: Annotated[RulesetName | None, Meta(description="a preset; the table's own if left out")] = None
    running: Annotated[bool, Meta(description="the rules of the newest hanchan instead")] = False

    def do(self, desk: CommandDesk) -> RulesAnswer:
        if self.running:
            if desk.state is None:
                raise CommandRefusedError(Refused.no_hanchan())
            rules = desk.state.ruleset
        else:
            rules = desk.settings.ruleset if self.ruleset is None else Ruleset.read(self.ruleset)
        return {
            "rules": rules.to_mapping(),
            "senses": [each for each in SENSES if each in desk.settings.senses],
        }


class BeginHand(Command, frozen=True):
    """Begin the hand with dice that the unit did not report."""

    dice: Annotated[
        Dice | None,
        Meta(
            description="both dice; if left out, those that the camera saw; a table without dice of its own needs none"
        ),
    ] = None

    def do(self, desk: CommandDesk) -> HandBegun:
        state = desk.running()
        if state.phase != "waiting":
            raise CommandRefusedError(Declined.hand_runs())
        if state.desk.stopped:
            raise CommandRefusedError(Declined.play_is_stopped())
        if state.dice_locked:
            raise CommandRefusedError(Declined.no_dice_yet())
        dice = desk.dice_seen if self.dice is None else self.dice
        if dice is None and desk.dice_begin:
            raise CommandRefusedError(Declined.no_throw_seen())
        dice = dice or (0, 0)
        return {"number": desk.begin_hand(dice, self.by), "dice": list(dice)}


class CloseHand(Command, frozen=True):
    """Close the hand as the dealer's set button does."""

    ends: ClassVar[Ends] = "hand"

    force: Annotated[bool, Meta(description="close it even if it is not over; it is then void")] = False

    def do(self, desk: CommandDesk) -> HandClosedAnswer:
        state = desk.state
        if state is None or state.phase not in IN_HAND:
            raise CommandRefusedError(Refused.no_hand())
        if not hand_over(state):
            if not self.force:
                raise CommandRefusedError(Declined.hand_goes_on())
            void = observations.RulingGiven(ruling="void", judge=self.by, text=self.text)
            return {**desk.say(void, self.by), "void": True}
        if state.desk.acknowledged and step_of(state) == "shown" and not self.force:
            raise CommandRefusedError(Refused.not_acknowledged())
        return {"number": desk.observe(observations.HandClosed(), self.by)}


class CloseHanchan(Command, frozen=True):
    """End the hanchan here."""

    roles: ClassVar[tuple[Role, ...]] = ("referee", "organiser")
    ends: ClassVar[Ends] = "hanchan"

    keeps: Annotated[Keeps | None, Meta(description="what still counts of the hanchan, which is void")] = None

    def do(self, desk: CommandDesk) -> Numbered:
        desk.running()
        closed = observations.HanchanClosed(judge=self.by, text=self.text, keeps=self.keeps or "")
        return {"number": desk.observe(closed, self.by)}


class EnterHand(Command, frozen=True):
    """Enter the end of a hand that could not be followed."""

    ends: ClassVar[Ends] = "hand"

    result: EnteredResult
    wins: Annotated[tuple[ClaimedWin, ...], Meta(max_length=3, description="of a ron or tsumo")] = ()
    tenpai: Annotated[Seats, Meta(description="who is tenpai")] = ()
    nagashi: Annotated[Seats, Meta(description="who has nagashi mangan")] = ()
    riichi: Annotated[Seats, Meta(description="whose riichi stood; a bet that was not seen is paid now")] = ()
    changes: Annotated[
        Changes | None,
        Meta(description="points that each seat gains, collected bets included; calculated if left out"),
    ] = None

    unseen: Annotated[
        bool, Meta(description="between hands: enter a hand that the table never saw dealt")
    ] = False
    against_rules: Annotated[Words, Meta(description="why it differs from the rulebook, for the journal")] = (
        ""
    )

    def do(self, desk: CommandDesk) -> HandScored:
        self._refuse_between_hands(desk)
        entered = HandEntered(
            result=self.result,
            wins=tuple(_win(win) for win in self.wins),
            tenpai=self.tenpai,
            nagashi=self.nagashi,
            riichi=self.riichi,
            changes=self.changes,
            unseen=self.unseen,
            against=self.against_rules,
            judge=self.by,
            text=self.text,
        )
        before = desk.state
        number = desk.say(entered, self.by)
        assert before is not None
        scores = desk.after().scores
        changes = [now - then for now, then in zip(scores, before.scores, strict=True)]
        return {**number, "changes": changes, "scores": list(scores)}

    def _refuse_between_hands(self, desk: CommandDesk) -> None:
        """Refuse between hands: the result may be meant for the hand that has just ended, so say how to correct that one."""
        state = desk.state
        if state is None or state.phase != "waiting" or self.unseen:
            return
        entry, last = desk.corrections.hand_end(), round_of(state.last_hand)
        if entry is None:
            raise CommandRefusedError(Declined.hand_never_seen())
        raise CommandRefusedError(Declined.hand_has_ended(last // 4, last % 4 + 1, entry))


class AdjustPoints(Command, frozen=True):
    """Move points by hand."""

    changes: Annotated[Changes, Meta(description="by seat")]
    bets: Annotated[
        int, Meta(ge=-1000, le=1000, description="riichi bets put on the table; negative: taken off it")
    ] = 0
    balanced: Annotated[bool, Meta(description="false: the points need not sum to zero")] = True

    def do(self, desk: CommandDesk) -> Scored:
        adjusted = PointsAdjusted(
            changes=self.changes, bets=self.bets, balanced=self.balanced, judge=self.by, text=self.text
        )
        return {**desk.say(adjusted, self.by), "scores": list(desk.after().scores)}


class StartSignal(Command, frozen=True):
    """Give the start signal that the hanchan awaits: dice may be rolled, and its time runs."""

    roles: ClassVar[tuple[Role, ...]] = ("referee", "organiser")
    sections: ClassVar[tuple[str, ...]] = ("WRC 8.2",)

    seconds_ago: Annotated[
        int, Meta(ge=0, le=86_400, description="how long ago the hall gave it, so that all clocks agree")
    ] = 0

    def do(self, desk: CommandDesk) -> Numbered:
        given = SignalGiven(ago_ms=1000 * self.seconds_ago, judge=self.by, text=self.text)
        return desk.say(given, self.by)


class Gong(Command, frozen=True):
    """Time is up: the hand being played is the last.

    Between hands the hanchan ends at once. A table with a clock of its own needs this only to end earlier.
    """

    sections: ClassVar[tuple[str, ...]] = ("WRC 8.2",)

    def do(self, desk: CommandDesk) -> Numbered:
        state = desk.running()
        if not state.ruleset.flow.time_limit_minutes:
            raise CommandRefusedError(Refused.no_time_limit())
        if state.time_called:
            raise CommandRefusedError(Refused.gong_sounded())
        if state.desk.signal_awaited:
            raise CommandRefusedError(Refused.signal_awaited())
        if state.desk.clock_paused_at_ms is not None:
            raise CommandRefusedError(Declined.clock_is_paused())
        return {"number": desk.observe(observations.GongHeard(), self.by)}


class PauseClock(Command, frozen=True):
    """Stop the clock of the hanchan, or let it run again."""

    on: Annotated[bool, Meta(description="false: it runs again")] = True

    def do(self, desk: CommandDesk) -> Numbered:
        return desk.say(ClockPaused(on=self.on, judge=self.by, text=self.text), self.by)


class ExtendClock(Command, frozen=True):
    """Give the hanchan more minutes."""

    roles: ClassVar[tuple[Role, ...]] = ("referee", "organiser")

    minutes: Annotated[Minutes, Meta(description="negative: fewer")]

    def do(self, desk: CommandDesk) -> Numbered:
        extended = ClockExtended(minutes=self.minutes, judge=self.by, text=self.text)
        return desk.say(extended, self.by)


class GrantHand(Command, frozen=True):
    """Let one more hand be dealt after the gong."""

    roles: ClassVar[tuple[Role, ...]] = ("referee", "organiser")
    sections: ClassVar[tuple[str, ...]] = ("WRC 8.2",)

    on: Annotated[bool, Meta(description="false: none after all, unless it has been dealt")] = True

    def do(self, desk: CommandDesk) -> Numbered:
        return desk.say(HandGranted(on=self.on, judge=self.by, text=self.text), self.by)


class Acknowledge(Command, frozen=True):
    """A player acknowledges the win that is shown."""

    sections: ClassVar[tuple[str, ...]] = ("SAI 45.10",)

    seat: Seat

    def do(self, desk: CommandDesk) -> Numbered:
        return desk.say(WinAcknowledged(seat=self.seat), self.by)


class Paid(Command, frozen=True):
    """The points of the hand lie on the table."""

    sections: ClassVar[tuple[str, ...]] = ("WRC 8.3", "SAI 45.13")

    def do(self, desk: CommandDesk) -> Numbered:
        return desk.say(PaymentMade(), self.by)


def _win(win: ClaimedWin) -> EnteredWin:
    liable = None if win.liable is None else () if win.liable == "nobody" else (win.liable,)
    return EnteredWin(
        seat=win.seat, source=win.source, han=win.han, fu=win.fu, yakuman=win.yakuman, liable=liable
    )
