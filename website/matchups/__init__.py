"""Matchups as pages show and ask them: addresses in, tables and words out."""
