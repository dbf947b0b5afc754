"""Text for people at a terminal: the log, texts fit for a terminal, errors as one sentence."""
