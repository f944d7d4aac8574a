"""The schema's history, one revision a file; run at start by `Database.migrate`."""
