"""Upkeep between evenings: old backups, a disk that fills up, certificates that end.

In: files and the disk. Out: alerts. The daemon looks every hour; the doctor and ``jantaku backup`` use the note of backups.
"""
