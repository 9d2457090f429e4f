"""How many simulations one may ask for, whichever door is used: page or API."""

from __future__ import annotations

from rest_framework.throttling import UserRateThrottle


class SimulationThrottle(UserRateThrottle):
    """Thirty simulations a minute and user."""

    scope = "simulations"
    rate = "30/min"


class HourlySimulationThrottle(UserRateThrottle):
    """Three hundred simulations an hour and user."""

    scope = "simulations-of-an-hour"
    rate = "300/hour"


SIMULATION_THROTTLES = (SimulationThrottle, HourlySimulationThrottle)


class CellThrottle(UserRateThrottle):
    """A hundred and twenty cells a minute and user: each that was not opened before is a small simulation."""

    scope = "simulation-cells"
    rate = "120/min"
