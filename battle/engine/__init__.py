"""The battle engine: what attacks do to a unit, exactly. Plain Python and numpy over plain values.

:func:`battle.engine.attacks.resolve` is the way in. Nothing here knows a database, a catalogue or a clock.
"""
