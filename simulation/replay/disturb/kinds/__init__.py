"""The kinds of fouls, one file per topic; ``catalogue`` knows them by name."""
