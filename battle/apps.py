"""App registration."""

from django.apps import AppConfig


class BattleConfig(AppConfig):
    """The battle app."""

    name = "battle"
    default_auto_field = "django.db.models.BigAutoField"
