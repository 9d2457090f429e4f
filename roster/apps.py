"""App registration."""

from django.apps import AppConfig


class RosterConfig(AppConfig):
    """The roster app."""

    name = "roster"
    default_auto_field = "django.db.models.BigAutoField"
