"""Writes the files that are generated from the messages: ``python -m firmware_bridge.generate [--check]``.

In: the messages. Out: the C header and the tables of docs/protocol.md. Nothing imports it.
"""
