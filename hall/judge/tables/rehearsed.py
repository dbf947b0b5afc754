"""The effect of a rehearsed command, in lines for a judge."""

from hall.judge.tables.hall import Json, Table
from wording.frame import FrameTexts


def losses(table: Table, answer: Json) -> list[str]:
    """Return a line for each thing that would be gone after the command."""
    return [table.text_of(each) for each in answer.get("would", {}).get("destroys", ())]


def would_lines(table: Table, says: str, answer: Json) -> list[str]:
    """Return a line for each thing that the command would change, as the table has put it."""
    return [
        table.say(FrameTexts.would(table.name, says)),
        *(f"  {loss}" for loss in losses(table, answer)),
        *(f"  {table.text_of(change)}" for change in answer["would"].get("changes") or (answer["would"],)),
        f"  {table.say(FrameTexts.would_at(str(answer.get('at'))))}",
    ]
