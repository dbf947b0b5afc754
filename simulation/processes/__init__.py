"""Processes beside the daemon: the unit, a broker, and the conductor, who owns table time.

In: the world's sensors. Out: a serial device, ports, a clock. ``playing`` imports it.
"""
