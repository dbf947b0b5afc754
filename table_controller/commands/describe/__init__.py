"""The documents for clients, made from the table's declarations: docs/asyncapi.yaml and the table in docs/mqtt.md.

``python -m table_controller.commands.describe [--check]``. Nothing imports it.
"""
