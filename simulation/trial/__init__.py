"""A hall to try: a broker, the hall with its page, and tables that play until the user ends it.

In: the number of tables, and their speed. Out: the address of the page, with logins. The command line imports it.
"""
