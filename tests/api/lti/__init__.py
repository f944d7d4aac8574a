"""Learning platforms, over HTTP on both sides."""
