"""The kinds of fouls, one file a topic; ``catalogue`` knows them by name."""
