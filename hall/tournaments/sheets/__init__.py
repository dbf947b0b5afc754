"""The sheets of a tournament: score sheets, standings, seating plans and name cards; lists for spreadsheets too.

In: the values that ``hall.tournaments.book.exported`` gives. Out: PDF, CSV and XLSX, as bytes. Nothing here reads a clock
or writes a file; the fonts are those of the machine. The command line imports it, and so does the API.
"""
