"""The kinds of fouls, one file a topic."""
