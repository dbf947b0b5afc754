"""The automatic deal. It begins once for each hand, and only while people still wait for it; if it fails, they deal."""

import asyncio
from collections.abc import Callable
from typing import Final

from config.log_line import TROUBLE, Say
from firmware_bridge.drivers.port import MotionDriver
from firmware_bridge.messages.errors import (
    CurtainBlockedError,
    DealFailedError,
    HostSilentError,
    RefusedError,
    UnitError,
    UnitStoppedError,
)
from firmware_bridge.messages.messages import Result
from table_controller.machine.motions import Mover
from table_controller.machine.tile_sets import TileSets
from wording import unit_texts
from wording.alerts.declaration import RaiseAlert, Trouble
from wording.alerts.declared import TableAlert

WAIT_S: Final = 30.0
"""The time for which people wait for a deal to begin or go on before they deal by hand."""


class Dealing:
    """Decides when the table deals, and has it deal.

    Args:
        unit: deals.
        mover: requests the deal until the unit makes it.
        sets: the sets of tiles, which know whether the machine has an automatic deal.
        deals_to: the chair that gets 14 tiles; None if people deal, even if the table could.
        just_begun: returns whether the hand began less than ``WAIT_S`` ago and nothing has happened in it.
        alert: raises and withdraws alerts.
        say: takes lines for the log.
    """

    def __init__(
        self,
        unit: MotionDriver,
        mover: Mover,
        sets: TileSets,
        *,
        deals_to: Callable[[], int | None],
        just_begun: Callable[[], bool],
        alert: RaiseAlert,
        say: Say,
    ) -> None:
        self._unit = unit
        self._mover = mover
        self._sets = sets
        self._deals_to = deals_to
        self._just_begun = just_begun
        self._alert = alert
        self._say = say
        self._anew = False
        self._told = False

    def begin(self, *, playing: bool = True, restarted: bool = False) -> bool:
        """Decide, after the dice were read, whether the table deals the hand.

        Args:
            playing: people still play the hand.
            restarted: the daemon has just started. If the machine has no automatic deal, the unit refuses the request.
        """
        fitted = self._just_begun() if restarted else self._sets.can_deal
        self._anew = playing and fitted and self._deals_to() is not None
        return self._anew

    def over(self) -> None:
        """Note that the hand is over, whether people or the table dealt it."""
        if self._told:
            self._told = False
            self._alert(TableAlert.DEAL, None)

    async def run(self) -> None:
        """Deal once; after a restart nobody knows how far the deal has come."""
        dealer = self._deals_to()
        if self._anew and dealer is not None:
            await self._once(dealer)
        else:
            self._tell(TableAlert.deal_broken_off())
        self._anew = False

    async def _once(self, dealer: int) -> None:
        given_up: list[Trouble] = []
        stands_since: list[float] = []
        loop = asyncio.get_running_loop()

        async def deal() -> None:
            # Check this only now, because a pause, a judge or a busy unit may have delayed the deal for long.
            if not stands_since and not self._just_begun():
                given_up.append(TableAlert.deal_not_begun())
                return
            if stands_since and loop.time() - stands_since[-1] > WAIT_S:
                given_up.append(TableAlert.deal_stood_still())
                return
            try:
                await self._unit.deal(dealer)
            except (UnitStoppedError, HostSilentError, CurtainBlockedError):
                stands_since.append(loop.time())
                raise  # the next request continues the deal
            except UnitError as error:
                if isinstance(error, RefusedError) and error.result is Result.BUSY:
                    raise
                # Do not retry later: somebody may have dealt by hand meanwhile.
                if not self._people_deal(error):
                    trouble = unit_texts.trouble_of(error)
                    if not isinstance(error, DealFailedError):
                        trouble = trouble._replace(advice=TableAlert.deal_broken_off().advice)
                    given_up.append(trouble)

        await self._mover.insist(TableAlert.DEAL, deal, in_hand=True)
        for trouble in given_up:
            self._tell(trouble)

    def _people_deal(self, error: UnitError) -> bool:
        """Return whether the unit refused because it has no automatic deal, which a restarted program may not know yet."""
        not_fitted = isinstance(error, RefusedError) and error.result is Result.NOT_FITTED
        return not_fitted and not self._sets.can_deal

    def _tell(self, trouble: Trouble) -> None:
        self._told = True
        self._say(trouble.line, TROUBLE)
        self._alert(TableAlert.DEAL, trouble)
