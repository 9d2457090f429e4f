"""Keeping our ids when upstream renames a record (R-06).

``matching`` finds which stored entry a new record is, ``rewriting`` gives it that entry's id wherever
it is named, ``keeping`` does both for a catalogue, and ``stored`` keeps the references to match by.
"""
