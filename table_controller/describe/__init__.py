"""What clients read of the table, made from its declarations: docs/asyncapi.yaml and the table in docs/mqtt.md."""
