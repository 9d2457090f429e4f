"""The whole service on one machine with nothing installed beside it: ``python -m config.embedded``, or ``make run``."""
