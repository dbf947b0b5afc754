"""tenhou6: the JSON of tenhou.net/6. In and out: ``neutral.record``; import ``tenhou6``."""
