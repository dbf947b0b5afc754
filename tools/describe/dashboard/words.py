"""The texts that a table sends as codes, as data with which the page words them in its language."""

import json
from typing import Any, Final

from config import read_texts
from hall import alerts as hall_alerts
from hall.tournaments.web import refusal_texts
from referee.texts import book_texts, journal_texts, refused, rule_texts, sheet_texts
from referee.texts.declaration import TEXTS
from referee.texts.kinds import Argument
from referee.texts.language import LanguageName, language
from wording import barred, declined, ordered, rules_shown, table_status, unit_texts
from wording.alerts import declared, texts

DECLARED: Final = (
    *(barred, book_texts, declared, declined, journal_texts, refused),
    *(
        hall_alerts,
        ordered,
        refusal_texts,
        rule_texts,
        rules_shown,
        sheet_texts,
        table_status,
        texts,
        unit_texts,
    ),
)
"""The modules whose import registers all texts that a table may send."""
OF_TERMINALS: Final = frozenset(
    {
        *("frame", "view", "ordered", "lookup", "misordered", "unreached", "failed", "badfile", "unsecured"),
        *("misset", "badlogin", "registered", "badcertificate", "certified", "badjournal"),
        *("verified", "forgotten", "unremembered", "diagnosed", "remedy", "configured"),
        *("asked", "came", "done", "expected", "sheet"),
        *("badanswer", "setup", "surveyed", "pictureside", "unsurveyed"),
        *("reported", "unreported", "unplayed", "played_back", "push"),
    }
)
"""The topics that only terminals, the command line and messages to telephones use."""


def words_of_messages(name: LanguageName) -> str:
    """Return the JSON text: the join of lists, the words for values, and each text with the kinds of its arguments."""
    spoken, held = language(name), read_texts(name)
    sent = [code for code in sorted(TEXTS) if code.partition(".")[0] not in OF_TERMINALS]
    used = {each.kind.vocabulary for code in sent for each in TEXTS[code].arguments.values()}
    described: dict[str, Any] = {
        "join": held["join"],
        "words": {vocabulary: words for vocabulary, words in spoken.words.items() if vocabulary in used},
        "texts": {
            code: {
                "says": spoken.template(code),
                "takes": {name: _taken(each) for name, each in TEXTS[code].arguments.items()},
            }
            for code in sent
        },
    }
    return json.dumps(described, ensure_ascii=False, indent=1) + "\n"


def _taken(argument: Argument) -> str:
    """Return an argument in short: its vocabulary or else its type, ``*`` for several, ``?`` if it is optional."""
    kind = argument.kind.vocabulary or argument.kind.base.__name__
    return f"{kind}{'*' if argument.several else ''}{'?' if argument.optional else ''}"
