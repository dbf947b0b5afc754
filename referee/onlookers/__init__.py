"""Views for people at a table without a login: players on their phones, and a stream some minutes later.

In: a position, and how the hands of the hanchan ended. Out: what is shown, each field named one by one; nothing is made
by leaving fields out of what judges see. The daemon uses it.
"""
