"""How long a worker holds lists and rosters; the claims themselves are :mod:`datasheets.leases`."""

from __future__ import annotations

import datetime

LEASE = datetime.timedelta(seconds=20)
"""What is claimed at once takes well under a second, so an older claim is a dead worker's."""
