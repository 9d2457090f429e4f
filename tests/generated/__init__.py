"""Rosters that are legal by construction, and changes that make them illegal in one way each.

They are built from the catalogue's data alone: nothing here asks the muster whether something is legal.
"""
