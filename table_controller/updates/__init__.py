"""Newer versions of the package: what the club's own place offers, and how one is installed and taken back.

In: a folder or an address with packages, and their signed checksums. Out: what is offered; a newer version that runs, or the
one before. The daemon asks for an update and reads how it went; only the program that systemd starts as root installs.
"""
