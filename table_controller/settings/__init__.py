"""The settings of a daemon: defaults, a settings file, options.

In: TOML and the command line. Out: frozen ``Settings``, or an error that names the wrong setting. Daemon, commands and
command line import it.
"""
