"""Files made from declarations for clients, which no table imports: ``python -m tools.describe``.

Out: what the page is built from (``for_page``), documents for programs of others (``documents``), and the table in
docs/mqtt.md, which alone is committed; `make` makes the others where they are needed.
"""
