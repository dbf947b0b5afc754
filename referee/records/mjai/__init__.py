"""mjai: one JSON object a line. In and out: ``neutral.record``; import ``mjai``."""
