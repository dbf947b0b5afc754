"""A small HTTP server for the dashboard, and what builds the page.

The daemon imports it; it knows nothing of the table.
"""
