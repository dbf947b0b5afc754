"""The documents for clients, made from declarations: docs/asyncapi.yaml, the table in docs/mqtt.md, docs/tables/openapi.yaml.

``python -m table_controller.commands.describe [--check]``. Nothing imports it.
"""
