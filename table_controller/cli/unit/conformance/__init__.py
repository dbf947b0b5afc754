"""The suite that every table driver must pass.

In: a driver and hands at its machine. Out: what was done, expected and found, check by check. ``cli/unit`` imports it.
"""
