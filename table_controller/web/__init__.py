"""A small HTTP server for the judges' page of a table or a hall, and the build of that page.

The daemon imports it; it knows nothing of the table.
"""
