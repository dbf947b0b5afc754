"""Texts of the commands of the command line, for a person at the table's or the hall's computer.

In: what was found. Out: messages. Settings, logins, certificates, backups and the command line import it.
"""
