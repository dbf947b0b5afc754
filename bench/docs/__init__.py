"""Parts of the docs that a program makes.

In: what is declared, and games of the built-in players. Out: pages and pictures below ``docs/``. Nothing imports them.
"""
