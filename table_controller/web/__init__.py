"""A small HTTP server for the dashboard, and the build of its page.

The daemon imports it; it knows nothing of the table.
"""
