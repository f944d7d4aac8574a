"""What must survive: identities, sources, batches and submissions with their verdicts, in SQL."""
