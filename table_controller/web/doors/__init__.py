"""The doors of a table's page besides the broker: films for judges, and the views of players and streams.

In: films and views from the daemon. Out: the parts that a request may have. ``daemon`` and the page's server import it.
"""
