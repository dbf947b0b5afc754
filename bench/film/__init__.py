"""Films whole games, reads and judges the films, and scores the result.

``python -m bench.film.films``. It imports everything; tests use it too.
"""
