"""Takes requests from the broker's thread and carries each command out once in the daemon's loop, or only rehearses it.

In: requests that passed the gate. Out: answers. The daemon imports it.
"""
