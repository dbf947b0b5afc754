"""Single pictures of a table, by any camera from any side: what lies where."""
