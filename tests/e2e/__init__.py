"""Journeys of a visitor through the site, driven in a real browser."""
