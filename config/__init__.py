"""Settings, table geometries and rulesets as TOML, read into plain mappings."""
