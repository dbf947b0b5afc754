"""Calls people who are away, by the service that the club uses: mail, Telegram, ntfy and others of Apprise.

In: alerts that are raised and withdrawn. Out: messages, by the program ``apprise``, which is run for each. The settings, the
daemon and the doctor import it.
"""
