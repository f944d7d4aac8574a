"""Wrong kernels made of right ones, to find out how strict a puzzle's cases are."""
