"""App registration."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The api app."""

    name = "api"
    default_auto_field = "django.db.models.BigAutoField"
