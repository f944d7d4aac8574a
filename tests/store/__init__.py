"""Standings, ranks and boards, on SQLite and on PostgreSQL."""
