"""One observation being judged: the state as it develops, and the events so far."""

from msgspec.structs import replace

from referee.folding.state import evolve
from referee.game.events import Event, FoulFound
from referee.game.observations import Observation
from referee.game.position import ACCEPTED, GameState
from referee.game.standing import ruled
from referee.rules.fouls import grade_of, section_of
from referee.rules.penalties import Grade
from referee.texts.language import english
from referee.texts.message import Message
from referee.tiles import Tile


class Judging:
    """Collects events and folds each at once, so that the rest is judged in the state they lead to.

    Attributes:
        events: the events put so far.
        state: the state after them; only for handlers that need a hanchan.
        state_or_none: the same, None before the first hanchan.
    """

    def __init__(self, state: GameState | None, observation: Observation) -> None:
        self.state_or_none = state
        if state is not None:
            self.state = state
        self.observation = observation
        self.events: list[Event] = []

    def put(self, event: Event) -> None:
        self.events.append(event)
        self.state = self.state_or_none = evolve(self.state_or_none, event)

    @property
    def found_in_hand(self) -> tuple[FoulFound, ...]:
        """The findings of this hand so far."""
        return self.state.findings[self.state.first_finding :]

    @property
    def unruled(self) -> tuple[FoulFound, ...]:
        """The findings of this hand that await a ruling: until it comes, what lies wrong is left lying."""
        state = self.state
        return tuple(
            state.findings[number]
            for number in range(state.first_finding, len(state.findings))
            if not ruled(state, number)
        )

    def foul_once(self, rule: str, seat: int, text: Message) -> None:
        """Put a finding before the judge, but only once in a hand for this rule, whichever seat reveals it."""
        if all(found.rule != rule for found in self.found_in_hand):
            self.foul(rule, seat, text)

    def foul(
        self, rule: str, seat: int, text: Message, act: str = "", *, number: int = 1, tile: Tile | None = None
    ) -> None:
        """Put a finding before the judge; the same act of a seat gives only one finding in a hand.

        Args:
            rule: name in ``referee.rules.fouls.CATALOGUE``.
            seat: the offender.
            text: what was seen, for people.
            act: source of the act that is the foul, where it is not the observation itself.
            number: the number of tiles, if the grade depends on it.
            tile: the tile discarded out of turn, which is kept together with whose turn it was.
        """
        source = self.observation.source
        evidence = tuple(dict.fromkeys(each for each in (act, source) if each))
        if evidence and any(
            (found.rule, found.seat, found.evidence[:1]) == (rule, seat, evidence[:1])
            for found in self.found_in_hand
        ):
            return
        grade = self.proposed(rule, seat, number=number)
        section = self.section(rule, seat, number=number)
        turn = None if tile is None else self.state.turn
        self.found(
            FoulFound(rule, section, seat, grade, english(text), evidence, tile=tile, turn=turn, said=text)
        )

    def found(self, foul: FoulFound) -> None:
        """Put a finding before the judge with the present hand and player, since both may have changed when it is read."""
        state = self.state
        self.put(replace(foul, round=state.round, name=state.names[foul.seat]))

    def section(self, rule: str, seat: int, *, number: int = 1) -> str:
        """The rulebook section of a foul of this seat, with that on riichi if it applies; arguments as for ``foul``."""
        state = self.state
        plain = grade_of(rule, state.ruleset.fouls, number=number)
        raised = state.seats[seat].riichi == ACCEPTED and plain == "dead_hand"
        raised = raised and state.ruleset.fouls.dead_hand_in_riichi != plain
        return section_of(rule, state.ruleset.sources, state.ruleset.unread, in_riichi=raised)

    def proposed(self, rule: str, seat: int, *, number: int = 1) -> Grade:
        """The grade that the ruleset proposes for a foul of this seat in the present state; arguments as for ``foul``."""
        state = self.state
        return grade_of(
            rule,
            state.ruleset.fouls,
            number=number,
            early=not state.seats[state.dealer].pond,
            in_riichi=state.seats[seat].riichi == ACCEPTED,
        )
