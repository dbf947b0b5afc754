"""Encryption by RFC 8291 and proof by RFC 8292: the standard's own example, and Node.js as another reader."""

import pytest

from hall.push.message import PROOF_S, Recipient, body_for, proof, read, written
from hall.push.openssl import CryptoError, KeyPair
from tests.hall.push.push_stage import Subscribed


def test_the_example_of_rfc_8291_appendix_a() -> None:
    point = read("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
    sender = KeyPair(
        read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        read("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"),
    )
    body = body_for(
        Recipient(point, read("BTBZMqHH6r4Tts7J_aSIgg")),
        b"When I grow up, I want to be a watermelon",
        key=sender,
        salt=read("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert written(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize("text", ["", "卓7", "x" * 3000])
def test_node_reads_what_we_encrypt_and_verifies_who_sent_it(text: str) -> None:
    own, telephone = KeyPair.new(), Subscribed("https://push.example/1")
    token = proof(own, "https://push.example", "mailto:club@example.org", 1_000)
    got = telephone.read(body_for(telephone.telephone.recipient, text.encode()), token)
    assert got == {
        "record": 4096, "end": 2, "text": text, "signed": True, "own": written(own.point),
        "head": {"typ": "JWT", "alg": "ES256"},
        "claims": {"aud": "https://push.example", "exp": 1_000 + PROOF_S, "sub": "mailto:club@example.org"},
    }  # fmt: skip


def test_each_message_has_its_own_key_and_salt() -> None:
    to = Subscribed("https://push.example/1").telephone.recipient
    first, second = body_for(to, b"one"), body_for(to, b"one")
    assert first[:16] != second[:16]
    assert first[21:86] != second[21:86]


@pytest.mark.parametrize("point", [b"", b"\4" + b"\1" * 64, b"\4" + bytes(64), b"\2" + b"\1" * 32])
def test_a_point_off_the_curve_is_refused(point: bytes) -> None:
    with pytest.raises(CryptoError):
        KeyPair.new().shared_with(point)


def test_signatures_keep_their_length_whatever_their_numbers() -> None:
    own = KeyPair.new()
    assert {len(own.signature(bytes([number]))) for number in range(256)} == {64}


def test_a_key_is_kept_as_written() -> None:
    own = KeyPair.new()
    assert KeyPair.of_der(own.der).point == own.point
    for text in (b"", own.der[:-1], own.der[:-1] + bytes([own.der[-1] ^ 1])):
        with pytest.raises(CryptoError):
            KeyPair.of_der(text)
