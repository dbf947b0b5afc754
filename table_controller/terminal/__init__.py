"""Text for people at a terminal: the log, what may be shown there, errors as one sentence.

Everything in ``table_controller`` may import it.
"""
