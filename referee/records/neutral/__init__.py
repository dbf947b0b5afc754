"""The neutral form of a record, and what all readers and writers share.

Every format may import it; it imports none of them.
"""
