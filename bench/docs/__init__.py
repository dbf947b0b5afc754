"""Parts of the docs that are generated.

In: declarations, and games of the built-in players. Out: pages and pictures below ``docs/``. Nothing imports them.
"""
