"""Events as lines for the people who watch a table, and as mappings for programs.

In: events, the state after them. Out: messages, texts, mappings. The broker, the journal and the page import it.
"""
