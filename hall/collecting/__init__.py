"""The hall's end of the line: takes journal entries from the broker and files them in the hall's store.

In: entries as tables stored them, the ends of their journals, answers to questions. Out: filed entries,
acknowledgements, questions about missing entries, alerts. The command line imports it; no table does.
"""
