"""`python -m playground_workers worker ...`, the command line for where no script is on the path."""

from playground_puzzles.cli import main

main()
