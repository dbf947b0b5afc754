"""Random commands and button presses, and what the machine must have done afterwards."""

import asyncio
import random
from collections import Counter

from firmware_bridge.messages import errors
from firmware_bridge.messages.messages import Button, ButtonName
from firmware_bridge.unit.machine_control import ButtonWord
from tests.firmware_bridge.conftest import Bench


class Script:
    """Random commands and button presses, and what the machine must have done afterwards."""

    def __init__(self, b: Bench, seed: int) -> None:
        self.b = b
        self.chance = random.Random(seed)
        self.started: Counter[str] = Counter()
        self.unsure: Counter[str] = Counter()
        self.pressed: list[tuple[int, str, bool]] = []
        self.down: set[tuple[int, ButtonWord]] = set()
        self.honba = 0
        self.lid_open = False

    def press_something(self) -> None:
        chair = self.chance.randrange(4)
        names: list[ButtonWord] = ["dice", "chi", "pon", "kan", "riichi", "ron", "tsumo", "judge"]
        name = self.chance.choice(names)
        on = (chair, name) not in self.down
        self.down ^= {(chair, name)}
        self.b.control.press(chair, name, on)
        self.pressed.append((chair, name, on))

    async def move(self, motor: str) -> None:
        try:
            if motor == "dice":
                await self.b.unit.roll_dice()
            elif motor == "lid_open":
                await self.b.unit.open_lid()
            else:
                await self.b.unit.close_lid()
        except errors.HostSilentError:
            self.unsure[motor] += 1
        else:
            self.started[motor] += 1

    async def command(self, number: int) -> None:
        if number % 12 == 0:
            await self.move("dice")
        elif number % 50 == 1:
            await self.move("lid_close" if self.b.control.walls().lid == "open" else "lid_open")
        else:
            self.honba = self.chance.randrange(100)
            await self.b.unit.show_honba(self.honba)
        if self.chance.random() < 0.3:
            self.press_something()
            await asyncio.sleep(self.chance.choice([0.02, 0.1]))

    def seen(self) -> list[tuple[int, str, bool]]:
        return [(s.chair, ButtonName(s.button).name.lower(), s.pressed) for s in self.b.of(Button)]
