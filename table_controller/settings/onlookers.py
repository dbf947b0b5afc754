"""The views that a club chooses for people who are not judges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from referee.game.position import GameState

PlayersPage: TypeAlias = Literal["rules", "off", "between_hanchans", "always"]


@dataclass(frozen=True, slots=True)
class OnlookerChoice:
    """The views that a club shows.

    Attributes:
        players_page: the times at which players may look at their phones; ``rules``: never if the ruleset has the foul
            ``device`` (WRC 7.2), otherwise always.
        delay_minutes: the delay of a stream.
        stream_rulings: a stream shows the rulings of each hand.
    """

    players_page: PlayersPage = "rules"
    delay_minutes: int = 5
    stream_rulings: bool = False

    def shows_players(self, state: GameState | None) -> bool:
        """Return whether players may see this position."""
        if state is None:
            return False
        page = self.players_page
        if page == "rules":
            page = "always" if state.ruleset.fouls.device == "none" else "off"
        return page == "always" or (page == "between_hanchans" and state.phase == "ended")
