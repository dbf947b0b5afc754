"""Whole games filmed, read and judged, and what was made of them.

``python -m bench.film.films``. It imports everything; tests use it too.
"""
