"""A hall to try: a broker, the hall with its page, and tables that play until somebody ends it.

In: how many tables, and how fast. Out: the address of the page, with logins. The command line imports it.
"""
