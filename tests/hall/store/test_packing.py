"""Texts on their way to the hall: everything packed can be unpacked, and anything that is not text is refused."""

import base64
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall.store.arrival import MOST_TEXT_BYTES, UnfitEntryError
from hall.store.unpacking import unpack_texts, unpacked
from table_controller.journal.packing import MOST_PACKED_BYTES, pack_texts
from tests.hall.store.chains import journal


@given(st.integers(1, 40))
def test_what_is_packed_is_unpacked(count: int) -> None:
    texts = journal(count).texts
    packed, held = pack_texts(texts)
    assert (unpack_texts(packed), held) == (list(texts), count)
    assert (
        [unpacked(text) for text in texts] == [unpacked(zlib.compress(text)) for text in texts] == list(texts)
    )


def test_an_answer_has_room_for_some() -> None:
    texts = [b"{" + base64.b64encode(zlib.compress(str(n).encode() * 9)) * 900 + b"}" for n in range(300)]
    packed, held = pack_texts(texts)
    assert 0 < held < 300
    assert unpack_texts(packed) == texts[:held]
    assert len(packed) <= MOST_PACKED_BYTES


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"x",
        b"\x78\x9c",
        zlib.compress(b"{}")[:-1],
        zlib.compress(b" " * (MOST_TEXT_BYTES + 1)),
        b"\xff" * 99,
    ],
)
def test_what_is_no_text_is_refused(payload: bytes) -> None:
    """A few bytes that would unpack to gigabytes are cut off at the bound."""
    with pytest.raises(UnfitEntryError):
        unpacked(payload)
    with pytest.raises(UnfitEntryError):
        unpack_texts(base64.b64encode(payload).decode() + "é")
