"""Takes requests from the broker's thread and does commands in the daemon's loop: once, or only rehearsed.

In: requests that passed the gate. Out: answers. The daemon imports it.
"""
