"""Scenarios: who attacks whom in what situation, as files that people write and programs send."""
