"""The domain: puzzles, cases, submissions, verdicts and events, and the puzzle folders."""
