"""Programs that do with another engine what a command of ours does: score a file of hands, replay records.

Each runs in a process of its own and imports nothing of ours, so that it starts as fast as it can.
"""
