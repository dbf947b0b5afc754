"""The contacts, lamps and buzzer that a panel may have, and the choice of a table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

from referee.texts.message import Message
from vision.zones import EACH_CHAIR
from wording.alerts.declared import TableAlert
from wording.alerts.parts import CALLS, ONE, CallContact, OneContact, contact_name

Output: TypeAlias = Literal["lamp", "judge_lamp", "stopped_lamp", "buzzer"]
PANEL_OUTPUTS: Final[tuple[Output, ...]] = get_args(Output)


class PanelError(RuntimeError):
    """The panel cannot be used; ``trouble`` is the text of the alert."""

    def __init__(self, text: str, advice: Message | None = None) -> None:
        super().__init__(text)
        trouble = TableAlert.panel(text)
        self.trouble = trouble if advice is None else trouble._replace(advice=advice)


@dataclass(frozen=True, slots=True, order=True)
class Contact:
    """A button or switch of the panel; ``chair`` is None for those of the whole table."""

    kind: OneContact | CallContact
    chair: int | None = None

    @property
    def setting(self) -> str:
        return f"panel.{self.kind}_pin" if self.chair is None else f"panel.{self.kind}_pins[{self.chair}]"

    @property
    def name(self) -> str:
        """The name of the contact in alerts and at the command line: ``set``, ``riichi-2``."""
        return contact_name(self.kind, self.chair)


CONTACTS: Final = (
    *(Contact(kind) for kind in ONE),
    *(Contact(kind, chair) for chair in EACH_CHAIR for kind in CALLS),
)
"""All contacts that a panel may have."""


@dataclass(frozen=True, slots=True)
class PanelChoice:
    """The panel of a table, without the parts that have no pin.

    Attributes:
        inputs: GPIO number of each contact; all contacts close to ground.
        outputs: GPIO number of each lamp and of the buzzer.
        quiet: the buzzer stays silent.
        chair: the chair that deals first when set and dice begin a hanchan.
    """

    inputs: Mapping[Contact, int] = field(default_factory=dict)
    outputs: Mapping[Output, int] = field(default_factory=dict)
    quiet: bool = False
    chair: int = 0

    @property
    def wired(self) -> bool:
        """True if the table has a panel at all."""
        return bool(self.inputs or self.outputs)

    @property
    def hears_calls(self) -> bool:
        """True if every chair has every call button; only then does the lack of a call prove anything."""
        return all(Contact(kind, chair) in self.inputs for kind in CALLS for chair in EACH_CHAIR)

    @property
    def pins(self) -> Iterator[tuple[str, int]]:
        """Yield each setting that names a pin, with the pin, in the order of the settings file."""
        for name in PANEL_OUTPUTS:
            if name in self.outputs:
                yield output_setting(name), self.outputs[name]
        for contact in CONTACTS:
            if contact in self.inputs:
                yield contact.setting, self.inputs[contact]


def output_setting(name: Output) -> str:
    """The place of an output in the settings."""
    return f"panel.{name}_pin"
