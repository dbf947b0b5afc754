"""A release: made from one commit, and tried before anybody gets it.

In: a clean checkout. Out: ``dist/`` with packages, list of parts and checksums. `make release` runs it
(``python -m tools.release``); the tests of packages use its parts. The program does not import it.
"""
