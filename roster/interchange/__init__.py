"""List texts in: the official app's 11th-edition export becomes a roster document (plain Python, no framework)."""

from roster.interchange.reading import read_text

__all__ = ["read_text"]
