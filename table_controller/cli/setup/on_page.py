"""``jantaku setup --page PORT``: the same questions on a page, for a computer without a screen and keyboard."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from config import ConfigError
from referee.texts.language import language
from table_controller.cli.setup.person import ENTER, Respondent
from table_controller.web.web import dashboard_folder
from wording.command_line.errors import message_of_config
from wording.command_line.setup_texts import Setup
from wording.terminal.exit_status import ExitStatus

if TYPE_CHECKING:
    from starlette.requests import Request

    from referee.texts.message import Message

MOST_ANSWER: Final = 4096
"""The largest answer. [bytes]"""
LOOKS_AGAIN_S: Final = 2
"""The interval at which a waiting page polls for the next question."""
READ_S: Final = 600
"""The time for which the last text stays on the page."""
STYLE: Final = """
body { max-width: 46rem }
pre { white-space: pre-wrap; margin-block: 1rem; font: inherit }
img { display: block; max-width: 100% }
label { display: block; padding: 0.6rem 0 }
button { margin-top: 0.9rem }
input:not([type=radio]) { width: 100%; min-height: 44px; font: inherit }
"""


class PageQuestion(NamedTuple):
    """A question on the page."""

    question: str
    default: str
    offered: Mapping[str, str]
    secret: bool = False


class PageRespondent(Respondent):
    """A person who reads and answers on a page, which shows everything that the program prints."""

    def __init__(self, spoken: str) -> None:
        super().__init__(language("ja" if spoken == "ja" else "en"))
        self.changed = threading.Condition()
        self.printed = io.StringIO()
        self.pictures: dict[str, Path] = {}
        self.asked: PageQuestion | None = None
        self.number = 0
        self.over = False
        self._answer = ""

    def greet(self) -> None:
        """Explain what is about to be asked."""
        self.say(Setup.begin_page())

    def ask(self, question: Message, default: str, offered: Mapping[str, str]) -> str:
        """Put a question on the page and return the answer."""
        return self._answered(PageQuestion(self.spoken.say(question), default, offered))

    def read_line(self, question: Message, default: str) -> str:
        """Put a question on the page that offers nothing but its default."""
        return self.ask(question, default, {})

    def agrees(self, question: Message, default: str) -> bool:
        """Put a yes-or-no question on the page."""
        offered = {name: self.spoken.say(word) for name, word in (("y", Setup.yes()), ("n", Setup.no()))}
        return (self.ask(question, default, offered) or default) == "y"

    def password(self, question: Message) -> str:
        """Put a question on the page whose answer stays hidden."""
        return self._answered(PageQuestion(self.spoken.say(question), "", {}, secret=True))

    def show(self, what: Message, picture: Path) -> None:
        self.pictures[str(picture)] = picture
        super().show(what, picture)

    def _answered(self, asked: PageQuestion) -> str:
        with self.changed:
            self.asked, self.number = asked, self.number + 1
            self.changed.notify_all()
            self.changed.wait_for(lambda: self.asked is None)
            answer = self._answer
        if not asked.secret:
            print(f"{asked.question}: {answer or asked.default}")
        return answer

    def take_answer(self, number: str, answer: str) -> None:
        """Take the answer to the question with this number, unless it has been answered already."""
        with self.changed:
            if self.asked is not None and number == str(self.number):
                self.asked, self._answer = None, answer.strip()
                self.changed.notify_all()
                self.changed.wait_for(lambda: self.asked is not None or self.over, LOOKS_AGAIN_S)

    def end(self) -> None:
        """Ask no more questions."""
        with self.changed:
            self.over = True
            self.changed.notify_all()

    def page(self) -> str:
        with self.changed:
            asked, text = self.asked, self.printed.getvalue()
            shown = escape(text)
            for number, place in enumerate(self.pictures):
                shown = shown.replace(escape(place), f'<img src="/{number}.jpg" alt="">')
            wait = "" if asked or self.over else f'<meta http-equiv="refresh" content="{LOOKS_AGAIN_S}">'
            form = _form(asked, self.number, self.spoken.say(Setup.go_on())) if asked else ""
        sheets = (dashboard_folder() / f"{name}.css" for name in ("palette", "plain"))
        style = "".join(each.read_text() for each in sheets if each.is_file()) + STYLE
        return (
            f'<!doctype html><html lang="{self.spoken.name}"><meta charset="utf-8">{wait}'
            f'<meta name="viewport" content="width=device-width"><title>Jantaku</title><style>{style}</style>'
            f"<main><h1>Jantaku</h1><pre>{shown}</pre>{form}</main></html>"
        )


def _form(asked: PageQuestion, number: int, go_on: str) -> str:
    """Return a question's form: a field, or a button for each offered answer and a field for any other."""
    choices = "".join(
        f'<label><input type="radio" name="answer" value="{escape(name)}"'
        f"{' checked' * (name == asked.default)}> {escape(f'{name}  {text}'.strip())}</label>"
        for name, text in asked.offered.items()
    )
    if asked.default == ENTER:
        field = ""
    elif choices and asked.default in asked.offered:
        field = '<input name="other" autocomplete="off">' if "y" not in asked.offered else ""
    else:
        kind = "password" if asked.secret else "text"
        field = (
            f'<input name="other" type="{kind}" value="{escape(asked.default)}" autocomplete="off" autofocus>'
        )
    return (
        f'<form method="post"><h2>{escape(asked.question)}</h2><input type="hidden" name="number" value="{number}">'
        f"{choices}{field}<p><button>{escape(go_on)}</button></form>"
    )


class SetupPage:
    """The page of a set-up, which begins when somebody looks at it.

    Args:
        port: the port, on every address of this computer.
        set_up: asks a person, and returns the exit status; None if the person did not want anything written.
    """

    def __init__(self, port: int, set_up: Callable[[Respondent], int | None]) -> None:
        routes = [
            Route("/", self._page),
            Route("/", self._answered, methods=["POST"]),
            Route("/{number:int}.jpg", self._picture),
        ]
        config = uvicorn.Config(Starlette(routes=routes), host="", port=port, log_level="warning")
        self._server = uvicorn.Server(config)
        self._set_up = set_up
        self._person: PageRespondent | None = None
        self._status: int = ExitStatus.NOT_DONE

    def serve(self) -> int:
        """Show the page until the table is set up and the person has read so; return the exit status."""
        self._server.run()
        return self._status

    def _page(self, request: Request) -> Response:
        if self._person is None:
            self._person = PageRespondent(request.headers.get("accept-language", "")[:2])
            threading.Thread(target=self._until_done, args=(self._person,), daemon=True).start()
        return HTMLResponse(self._person.page(), headers={"Cache-Control": "no-store"})

    async def _answered(self, request: Request) -> Response:
        origin = urlsplit(request.headers.get("origin", "")).netloc
        length = request.headers.get("content-length", "")
        if self._person is None or origin not in {"", request.headers.get("host")}:
            return Response(status_code=403)
        if not length.isdecimal() or int(length) > MOST_ANSWER:
            return Response(status_code=413)
        fields = parse_qs((await request.body()).decode(errors="replace"))
        number, other, answer = (fields.get(name, [""])[0] for name in ("number", "other", "answer"))
        await run_in_threadpool(self._person.take_answer, number, other or answer)
        return RedirectResponse("/", status_code=303)

    def _picture(self, request: Request) -> Response:
        pictures = list(self._person.pictures) if self._person else []
        number = request.path_params["number"]
        return FileResponse(pictures[number]) if number < len(pictures) else Response(status_code=404)

    def _until_done(self, person: PageRespondent) -> None:
        """Ask until files are written, then leave time to read the result."""
        status = None
        with redirect_stdout(person.printed):
            while status is None:
                try:
                    status = self._set_up(person)
                except ConfigError as error:
                    person.say(message_of_config(error))
        self._status = status
        person.end()
        threading.Timer(READ_S, self._stop).start()

    def _stop(self) -> None:
        self._server.should_exit = True
