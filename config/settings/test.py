"""Settings of the test suite."""

from config.settings.base import *  # noqa: F403
