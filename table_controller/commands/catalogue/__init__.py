"""The commands themselves, by topic; ``catalogue`` knows them all by name.

To add one, add its class to one of these files. ``service``, ``describe``, the judge's terminal and the access list
import it.
"""
