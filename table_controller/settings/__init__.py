"""The settings of a daemon: defaults, a settings file, options.

In: TOML and the command line. Out: frozen ``Settings``, refused with the name of what is wrong. Daemon, commands and
command line import it.
"""
