"""Revisions, the first to the newest."""
