"""Game records of other programs: tenhou mjlog, mjai and tenhou6."""
