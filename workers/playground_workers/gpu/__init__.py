"""Judging on a real GPU: a student's kernel arrives compiled, and nothing else of theirs is executed here."""
