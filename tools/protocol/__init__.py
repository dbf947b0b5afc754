"""Writes the files that are generated from the messages: ``python -m tools.protocol [--check]``.

In: the messages. Out: the C header and the tables of docs/protocol.md. Nothing imports it.
"""
