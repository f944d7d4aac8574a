"""The fast interpreter against Triton's own, kernel by kernel."""
