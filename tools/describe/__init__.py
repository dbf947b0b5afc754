"""Makes files for clients from the declarations: ``python -m tools.describe``. No table imports it.

Out: sources of the page (``for_page``), documents for other programs (``documents``), and the tables in docs/mqtt.md.
Only these tables are committed; `make` makes the other files when they are needed.
"""
