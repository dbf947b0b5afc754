"""A driver for tables behind an MQTT gateway, with a simulated gateway to try it on.

In: a broker's address and a topic. Out: a ``TableDriver`` of Jantaku. ``README.md`` describes the messages.
"""
