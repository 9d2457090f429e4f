"""Shapes and examples of the API's bodies, for its description."""
