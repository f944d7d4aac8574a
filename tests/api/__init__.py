"""The API over real HTTP."""
