"""Attacks rolled with dice, beside the exact engine: one roll to read, and many to count. Plain Python and numpy.

:func:`battle.sampling.planning.plan_of` says what is rolled and what both sides choose,
:func:`battle.sampling.literal.rolled` rolls it once, die by die, and
:func:`battle.sampling.sampling.sampled` many times at once. Neither knows how the exact engine counts: both
walk through 04 and 05 with dice.
"""
