"""The page's part of the declarations: types, readers and words in TypeScript and JSON.

In: schemas. Out: texts of files. ``tools.describe.for_page`` writes them.
"""
