"""mjlog: calls as numbers, tiles by their ids, and every tag of the real games written as it was read (TEN)."""

import gzip
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.melds import Meld
from referee.records.mjlog import mjlog
from referee.records.mjlog.melds import CodedMeld, decode, encode
from referee.records.neutral.errors import NotWritableError, RecordError
from referee.records.neutral.record import (
    Discard,
    GameRecord,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from referee.records.reader import parse_record, read_record
from referee.tiles import UNKNOWN, parse_tiles
from tests.referee.records.conftest import plain

NOT_PLAY = {"mjloggm", "SHUFFLE", "GO", "UN", "BYE", "TAIKYOKU"}


def tags(text: str) -> list[tuple[str, dict[str, str]]]:
    """The tags of play, read with two patterns only; without the fu of a yakuman, which do not count."""
    found = []
    for name, rest in re.findall(r"<(\w+)([^>]*?)/?>", text):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', rest))
        if "yakuman" in attributes:
            attributes["ten"] = attributes["ten"].split(",", 1)[1]
        if name not in NOT_PLAY:
            found.append((name, attributes))
    return found


def faces_only(record: GameRecord) -> GameRecord:
    """The record without its tile ids."""
    hands = []
    for hand in record.hands:
        acts = [
            act if isinstance(act, RecordedRiichi | RecordedBet) else replace(act, ids=())
            for act in hand.acts
        ]
        hands.append(replace(hand, ids=(), acts=tuple(acts)))
    return replace(record, hands=tuple(hands))


def paths(shared: Path, pattern: str) -> list[Path]:
    found = sorted((shared / "records" / "games").glob(pattern))
    assert found
    return found


@pytest.mark.shared
@pytest.mark.parametrize(
    "pattern", ["0*.mjlog", pytest.param("*.mjlog", marks=pytest.mark.prove(short=False))]
)
def test_real_games_come_back_tag_for_tag(shared: Path, pattern: str) -> None:
    for path in paths(shared, pattern):
        text = path.read_text(encoding="utf-8")
        assert tags(mjlog.write(mjlog.parse(text))) == tags(text), path


@pytest.mark.shared
@pytest.mark.parametrize(
    "pattern", ["3*.mjlog", pytest.param("*.mjlog", marks=pytest.mark.prove(short=False))]
)
def test_real_games_come_back_with_other_ids(shared: Path, pattern: str) -> None:
    for path in paths(shared, pattern):
        record = faces_only(mjlog.parse(path.read_text(encoding="utf-8")))
        assert plain(mjlog.parse(mjlog.write(record))) == plain(record), path


def test_own_games_come_back(games: list[GameRecord]) -> None:
    for record in games:
        back = mjlog.parse(mjlog.write(record))
        assert plain(back) == plain(record)
        assert back.totals == record.totals is not None


def test_a_tile_keeps_its_id(games: list[GameRecord]) -> None:
    """From the deal or the wall to the pond every tile is itself, and no two are the same."""
    for hand in mjlog.parse(mjlog.write(games[0])).hands:
        assert len(set(hand.ids)) == len(hand.ids) == 53
        drawn = [act.ids[0] for act in hand.acts if isinstance(act, RecordedDraw)]
        thrown = [act.ids[0] for act in hand.acts if isinstance(act, Discard)]
        known = [*hand.ids[:52], *drawn]
        assert len(set(known)) == len(known)
        assert len(set(thrown)) == len(thrown)
        assert set(thrown) <= set(known)


@pytest.mark.parametrize(
    ("code", "meld"),
    [
        # by the table of the format: t = 31, called 1, then 10: 4p; copies 0, 2, 1
        (31 << 10 | 1 << 7 | 2 << 5 | 0 << 3 | 4 | 3, CodedMeld("chi", (48, 54, 57), 54, None, 3)),
        ((5 * 3 + 2) << 9 | 1 << 5 | 8 | 2, CodedMeld("pon", (20, 22, 23), 23, None, 2)),
        ((33 * 3) << 9 | 3 << 5 | 16 | 1, CodedMeld("kakan", (132, 133, 134, 135), 132, 135, 1)),
        (110 << 8 | 3, CodedMeld("daiminkan", (108, 109, 110, 111), 110, None, 3)),
        (16 << 8, CodedMeld("ankan", (16, 17, 18, 19), 16, None, 0)),
    ],
)
def test_calls_as_numbers(code: int, meld: CodedMeld) -> None:
    assert decode(code) == meld
    assert encode(meld) == code


@pytest.mark.parametrize("code", [-1, 1 << 16, 136 << 8, (34 * 3) << 9 | 8, 32 | 27 << 8])
def test_numbers_that_are_no_call(code: int) -> None:
    with pytest.raises(ValueError, match="call"):
        decode(code)


def test_every_number_is_a_call_or_refused_and_comes_back() -> None:
    """A call read from a number is written as a number that says the same."""
    read = 0
    for code in range(1 << 16):
        try:
            meld = decode(code)
        except ValueError:
            continue
        read += 1
        assert decode(encode(meld)) == meld
    assert read > 30_000


DEALT = " ".join(f'hai{at}="{",".join(str(13 * at + tile) for tile in range(13))}"' for at in range(4))
INIT = f'<INIT seed="0,0,0,1,1,130" ten="250,250,250,250" oya="0" {DEALT}/>'


def one_hand(play: str) -> Any:
    return mjlog.parse(f'<mjloggm ver="2.3"><GO type="9"/>{INIT}{play}').hands[0]


@pytest.mark.parametrize(
    "text",
    [
        f'<?xml version="1.0"?>\r\n<mjloggm ver="2.3">\r\n\r\n<GO type="9"/>\r\n{INIT}\r\n<T99/>\r\n<D99/>\r\n',
        f'<GO type="9"/><UN n0="%41"/>{INIT}<T99/><BYE who="1"/><PROFILE x="1"/><UN n1="B"/><D99/></mjloggm>',
        f"<mjloggm ver='2.3'><GO type='9'/><!-- a comment -->{INIT}<T99></T><D99></D></mjloggm>",
    ],
)
def test_lines_comments_and_unknown_tags_say_nothing(text: str) -> None:
    hand = mjlog.parse(text).hands[0]
    assert hand.acts == (RecordedDraw(1, 0, 24), Discard(2, 0, 24, tsumogiri=True))


PROLOGS = (
    "",
    "\ufeff",
    " \r\n\t",
    "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n",
    '<?xml version="1.0"?><?xml-stylesheet href="a>b.xsl"?>',
    "<!-- 2024-01-01, table 3 -->",
    "<!-- <INIT -- > two -->\n<!---->\n",
    '<?xml version="1.0"?>\n<!-- one --><!-- two -->\n',
    "<!DOCTYPE mjloggm>",
    '<?xml version="1.0"?><!DOCTYPE mjloggm SYSTEM "mjlog.dtd"><!-- one -->',
    "\ufeff\n<?xml version='1.0'?>\n",
)
"""Texts that may stand before the first element of an XML text (XML 1.0, section 2.8), which an mjlog is."""


@pytest.mark.parametrize("prolog", PROLOGS)
@pytest.mark.parametrize("packed", [False, True])
def test_what_stands_before_the_first_tag_says_nothing(
    games: list[GameRecord], tmp_path: Path, prolog: str, packed: bool
) -> None:
    text = mjlog.write(games[0])
    data = (prolog + text).encode()
    file = tmp_path / "game.mjlog"
    file.write_bytes(gzip.compress(data) if packed else data)
    assert read_record(file).hands == mjlog.parse(text).hands
    assert parse_record(prolog + text).hands == mjlog.parse(text).hands


@pytest.mark.parametrize("doctype", ["mjloggm", "lolz"])
def test_a_document_type_with_declarations_is_refused(games: list[GameRecord], doctype: str) -> None:
    """Entities that stand for ten others each would fill the memory ("billion laughs")."""
    entities = '<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in pairwise("abcdefghij")
    )
    bomb = f'<?xml version="1.0"?><!DOCTYPE {doctype} [{entities}]>'
    body = mjlog.write(games[0]).replace('n0="', 'n0="&j;')
    with pytest.raises(RecordError, match="declares entities"):
        parse_record(bomb + body)
    undeclared = parse_record(body)
    assert undeclared.names[0].startswith("&j;")


@pytest.mark.parametrize(
    "text", ["<!-- never closed <mjloggm>", "<!---->" * 5000 + "<html>", "<?xml", "<!DOCTYPE"]
)
def test_what_only_begins_like_an_mjlog_is_no_record(text: str) -> None:
    with pytest.raises(RecordError, match="not a record"):
        parse_record(text)


def test_a_record_may_end_after_any_tag(games: list[GameRecord]) -> None:
    text = mjlog.write(games[1])
    whole = re.findall(r"<[^>]*>", text)
    start = next(at for at, tag in enumerate(whole) if tag.startswith("<INIT"))
    full = mjlog.parse(text).hands[0].acts
    for end in range(start + 1, start + 60):
        record = mjlog.parse("".join(whole[:end]))
        assert record.hands[0].acts == full[: end - start - 1]


@pytest.mark.parametrize("cut", ["<T9", '<N who="1" m="1', "<", '<REACH who="1" step="1"'])
def test_a_cut_in_a_tag_is_reported_with_its_place(cut: str) -> None:
    before = f'<mjloggm ver="2.3"><GO type="9"/>{INIT}<T99/>'
    with pytest.raises(RecordError, match="not a whole tag") as error:
        mjlog.parse(before + cut, "game")
    assert error.value.place == f"hand 1, event 2, byte {len(before)}"


@pytest.mark.parametrize(
    "play",
    [
        '<REACH who="0" step="3"/>',
        '<REACH who="4" step="1"/>',
        '<N who="1" m="65536"/>',
        '<N who="1" m="x"/>',
        '<DORA hai="136"/>',
        "<T136/>",
        "<T136 />",
        "<T1٣/>",
        '<RYUUKYOKU type="abc" sc="0,0,0,0,0,0,0,0"/>',
        '<RYUUKYOKU sc="0,0"/>',
        '<AGARI hai="1" machi="1" ten="30,1000,0" yaku="99,1" who="0" fromWho="0" sc="0,0,0,0,0,0,0,0"/>',
        '<AGARI hai="1" machi="1" ten="30,1000,0" yaku="1" who="0" fromWho="0" sc="0,0,0,0,0,0,0,0"/>',
        '<AGARI hai="1" machi="1" ten="30,1000,0" yaku="1,1" who="7" fromWho="0" sc="0,0,0,0,0,0,0,0"/>',
        '<AGARI hai="1" ten="30,1000,0" yaku="1,1" who="0" fromWho="0" sc="0,0,0,0,0,0,0,0"/>',
    ],
)
def test_what_cannot_be_understood_is_refused(play: str) -> None:
    before = f'<mjloggm ver="2.3"><GO type="9"/>{INIT}<T99/>'
    with pytest.raises(RecordError) as error:
        mjlog.parse(before + play, "game")
    assert error.value.place == f"hand 1, event 2, byte {len(before)}"


def test_calls_without_sense_are_read() -> None:
    """A kan without a pon, a chi from across, a chi of winds, a call from oneself: judging them is the referee's
    job."""
    kakan = (33 * 3 + 1) << 9 | 3 << 5 | 16 | 1
    winds = 63 << 10 | 4 | 3
    own = (5 * 3) << 9 | 8
    across = 31 << 10 | 4 | 2
    calls = [(2, kakan), (0, across), (1, winds), (3, own)]
    acts = one_hand("".join(f'<N who="{who}" m="{code}"/>' for who, code in calls)).acts
    assert [act.meld for act in acts] == [
        Meld("kakan", parse_tiles("7777z"), parse_tiles("7z")[0], 3, parse_tiles("7z")[0]),
        Meld("chi", parse_tiles("40p6p"), parse_tiles("0p")[0], 2),
        Meld("chi", parse_tiles("123z"), parse_tiles("1z")[0], 0),
        Meld("pon", parse_tiles("666m"), parse_tiles("6m")[0], 3),
    ]


def test_a_win_with_the_wrong_tiles_is_read() -> None:
    """The winning tile is not among the tiles shown, a yaku is claimed, the payments are missing."""
    win = one_hand('<T99/><AGARI hai="0,1,2" machi="99" yaku="1,1" who="0" fromWho="0"/>').acts[1]
    assert win == WinClaim(2, 0, 0, 24, (0, 0, 0), (), {"yaku": {"riichi": 1}, "han": 1})


def test_tsumogiri_is_by_the_tile_and_not_by_its_face() -> None:
    """A 5s is drawn; the other 5s of the hand is thrown."""
    first, second = one_hand("<T91/><D89/><U0/><E0/>").acts[1::2]
    assert (first.tile, first.tsumogiri) == (22, False)
    assert second.tsumogiri


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda hand: replace(hand, hands=((UNKNOWN,) * 13, *hand.hands[1:])), "concealed tile is not known"),
        (lambda hand: replace(hand, hands=((0,) * 13, *hand.hands[1:])), "not that many of 1m"),
        (
            lambda hand: replace(hand, acts=(MeldCall(1, 0, Meld("pon", (1, 2, 8), 1, 3)),)),
            "no number for this call",
        ),
        (
            lambda hand: replace(hand, acts=(WinClaim(1, 0, 0, 1, (), (), {"yaku": {"sanrenkou": 2}}),)),
            "no number for sanrenkou",
        ),
    ],
)
def test_what_mjlog_cannot_say(games: list[GameRecord], change: Any, reason: str) -> None:
    record = faces_only(games[0])
    with pytest.raises(NotWritableError, match=f"hand 1, event .*{reason}"):
        mjlog.write(replace(record, hands=(change(record.hands[0]),)))


def test_our_own_rules_stand_beside_the_bits(games: list[GameRecord]) -> None:
    overrides = {"scoring.red_fives": False, "scoring.renhou": "mangan"}
    record = replace(
        games[0], ruleset="wrc-2015", overrides=overrides, hands=(replace(games[0].hands[0], acts=()),)
    )
    plain = {34: 4, 35: 13, 36: 22}
    hand = record.hands[0]
    hands = [tuple(plain.get(tile, tile) for tile in tiles) for tiles in hand.hands]
    hand = replace(
        hand,
        hands=(hands[0], hands[1], hands[2], hands[3]),
        indicator=plain.get(hand.indicator, hand.indicator),
    )
    back = mjlog.parse(mjlog.write(replace(record, hands=(hand,))))
    assert (back.ruleset, back.overrides) == ("wrc-2015", overrides)
    assert [sorted(tiles) for tiles in back.hands[0].hands] == [sorted(tiles) for tiles in hand.hands]
