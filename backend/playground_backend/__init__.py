"""The HTTP service: routers, store, queue, events. Imports neither the judge nor torch."""
