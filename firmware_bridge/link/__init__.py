"""The link to the unit: each request and each signal arrives exactly once, over a line that may lose anything.

In: bytes and requests. Out: answers and signals, stored before they are acknowledged. ``unit`` and ``measuring`` import it.
"""
