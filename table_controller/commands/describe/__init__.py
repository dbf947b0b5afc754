"""What clients read of the table, made from its declarations: docs/asyncapi.yaml and the table in docs/mqtt.md.

``python -m table_controller.commands.describe [--check]``. Nothing imports it.
"""
