"""Newer versions of the package: finding those that the club's source offers, installing one, and going back.

In: a folder or an address with packages, and their signed checksums. Out: the offered versions; the newer version
running, or the previous one. The daemon requests an update and reads the outcome; only a program that systemd starts as
root installs.
"""
