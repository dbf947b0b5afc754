"""The number of tables that one broker and one hall can take."""
