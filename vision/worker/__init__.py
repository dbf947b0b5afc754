"""Vision in a process of its own, and what it and its parent say to each other.

In: JSON lines of the parent. Out: a report for each frame. The daemon imports it; nothing in vision does.
"""
