"""The PostgreSQL of the journal's tests serves the hall's too."""

from __future__ import annotations

from tests.referee.test_journal import server

__all__ = ["server"]
