"""Benchmarks: how long reading and checking lists takes, side by side with the peer in one run."""
