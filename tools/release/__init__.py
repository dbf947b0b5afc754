"""A release: what is made from one commit, and what is tried of it before anybody else does.

In comes a clean checkout; out goes ``dist/`` with packages, list of parts and checksums. `make release` runs it
(``python -m tools.release``); the tests of packages use its parts. Nothing of the program imports it.
"""
