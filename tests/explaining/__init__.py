"""Explanations: prices, limits, what is possible and what hangs on what."""
