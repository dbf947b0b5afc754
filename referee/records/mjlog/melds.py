"""The number that encodes a call in mjlog: decoding and encoding."""

from typing import Final

from msgspec import Struct

from referee.melds import MeldKind
from referee.records.mjlog.names import TILE_IDS

CHI, PON, ADDED, THREE = 4, 8, 16, 32
CODES: Final = 1 << 16


class CodedMeld(Struct, frozen=True):
    """A call: its tile ids ascending, the named one and the added one; the source is ``away`` seats counter-clockwise.

    ``named`` is the claimed tile; in a concealed kan it is any of the four.
    """

    kind: MeldKind
    ids: tuple[int, ...]
    named: int
    added: int | None
    away: int


def decode(code: int) -> CodedMeld:
    """The call that a number encodes. The call need not be a legal one.

    Raises:
        ValueError: there is no such call or no such tile, or it belongs to three-player mahjong.
    """
    if not 0 <= code < CODES:
        raise ValueError(f"call {code}")
    meld = _chi(code) if code & CHI else _triplet(code) if code & (PON | ADDED) else _kan(code)
    if meld.ids[-1] >= TILE_IDS:
        raise ValueError(f"call {code}: tile {meld.ids[-1]}")
    return meld


def encode(meld: CodedMeld) -> int:
    """The number of a call.

    Raises:
        ValueError: mjlog has no number for it.
    """
    first = meld.ids[0]
    if meld.kind == "chi":
        kind = first // 4
        code = ((kind // 9 * 7 + kind % 9) * 3 + _place(meld.ids, meld.named)) << 10 | CHI | meld.away
        for place, tile_id in enumerate(meld.ids):
            code |= tile_id % 4 << (3 + 2 * place)
    elif meld.kind in {"pon", "kakan"}:
        pon = [tile_id for tile_id in meld.ids if tile_id != meld.added]
        unused = 6 - sum(tile_id % 4 for tile_id in pon)
        bit = PON if meld.kind == "pon" else ADDED
        code = (first // 4 * 3 + _place(pon, meld.named)) << 9 | (unused & 3) << 5 | bit | meld.away
    else:
        code = meld.named << 8 | meld.away
    if code >= CODES or decode(code) != meld:
        raise ValueError("mjlog has no number for this call")
    return code


def _place(ids: tuple[int, ...] | list[int], named: int) -> int:
    return ids.index(named) if named in ids else 0


def _chi(code: int) -> CodedMeld:
    packed = code >> 10
    called, low = packed % 3, packed // 3
    base = low // 7 * 9 + low % 7
    ids = tuple((base + place) * 4 + (code >> (3 + 2 * place) & 3) for place in range(3))
    return CodedMeld("chi", ids, ids[called], None, code & 3)


def _triplet(code: int) -> CodedMeld:
    packed = code >> 9
    called, kind = packed % 3, packed // 3
    fourth = kind * 4 + (code >> 5 & 3)
    pon = tuple(tile_id for tile_id in range(kind * 4, kind * 4 + 4) if tile_id != fourth)
    if code & PON:
        return CodedMeld("pon", pon, pon[called], None, code & 3)
    return CodedMeld("kakan", tuple(sorted((*pon, fourth))), pon[called], fourth, code & 3)


def _kan(code: int) -> CodedMeld:
    if code & THREE:
        raise ValueError(f"call {code}: a call of the game of three")
    tile_id = code >> 8
    ids = tuple(range(tile_id // 4 * 4, tile_id // 4 * 4 + 4))
    return CodedMeld("daiminkan" if code & 3 else "ankan", ids, tile_id, None, code & 3)
