"""Puzzles of teachers' own: their spec in a sandbox, and the check of a version.

program, frames   what runs in the sandbox of the policy `spec`, and what it sends
specs             the worker's side: the expected results of such a puzzle
candidates        further cases that might catch what the puzzle's own cases let pass
checker           a whole version checked

This file imports nothing, since that sandbox passes through it.
"""
