"""The hall's end of the line: what tables journalled comes from the broker and goes into the hall's store.

In: entries as tables stored them, where their journals end, answers to what was asked. Out: filed entries,
acknowledgements, questions for what is missing, alerts. The command line imports it; nothing of a table does.
"""
