"""What a table lets its page have besides the broker: films for judges, and what players and streams see.

In: films and views from the daemon. Out: what a request may have of them. ``daemon`` and the page's server import it.
"""
