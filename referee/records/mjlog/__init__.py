"""Tenhou's mjlog: one line of XML-like tags. In and out: ``neutral.record``; import ``mjlog``."""
