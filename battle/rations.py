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
