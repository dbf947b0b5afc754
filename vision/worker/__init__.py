"""Vision in a process of its own, and the messages between it and its parent.

In: JSON lines of the parent. Out: a report for each frame. The daemon imports ``process`` and starts ``child``, so that
only the child loads the readers; nothing in vision imports either.
"""
