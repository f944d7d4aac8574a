"""Runs hostile code. policy.py says what it may do; box.Box is how a worker runs it.

This file imports nothing, since a zygote passes through it too, and what is not in a runner cannot be used there.
"""
