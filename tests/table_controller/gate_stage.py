"""Helpers that the tests of gate share."""

KEPT_OUT: list[tuple[bytes, str]] = [
    (b"[1]", "the payload must be a JSON object"),
    (b"{", "the payload must be a JSON object"),
    (b"\xff", "the payload must be a JSON object"),
    (b"[" * 60_000, "the payload must be a JSON object"),
    (b'{"by": "\\ud800"}', "by: has the character U+D800, which is not text"),
    (b'{"by": "a\\u0000"}', "by: has the character U+0000, which is not text"),
    (b'{"text": "\\u001b[2J"}', "text: has the character U+001B, which is not text"),
    (b'{"text": "a\\u0085"}', "text: has the character U+0085, which is not text"),
    (b'{"text": "\\u2028"}', "text: has the character U+2028, which is not text"),
    (b'{"a\\u0007": 1}', "a name: has the character U+0007, which is not text"),
    (b'{"names": ["Aki", "B\\n"]}', "names.1: has the character U+000A, which is not text"),
    (b'{"minutes": 1' + b"0" * 400 + b"}", "the number 10000000000000000000… is too large"),
    (b'{"minutes": 9007199254740993}', "the number 9007199254740993… is too large"),
    (b'{"minutes": 1.5}', "1.5 is not a whole number"),
    (b'{"minutes": NaN}', "NaN is not a whole number"),
    (b'{"minutes": 1e999}', "1e999 is not a whole number"),
    (b'{"seat": 1, "seat": 2}', "'seat' occurs twice in one object"),
    (
        b'{"text": "' + b"x" * 2_001 + b'"}',
        "text: has 2,001 characters; at most 2,000 are kept",
    ),
    (b'{"text": "' + b"x" * 70_000 + b'"}', "the payload has 70,012 bytes; at most 65,536 are read"),
    (b'{"a": ' + b"[" * 9 + b"]" * 9 + b"}", "a.0.0.0.0.0.0.0: lies deeper than 8 levels"),
    (
        b'{"a": [' + b"1," * 1_000 + b"1]}",
        "a: has 1,001 entries; at most 1,000 are read",
    ),
]
