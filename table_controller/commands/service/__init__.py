"""Takes requests from the broker's thread and carries out commands in the daemon's loop, once, or only as a rehearsal.

In: requests that passed the gate. Out: answers. The daemon imports it.
"""
