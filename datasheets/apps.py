"""App registration."""

from django.apps import AppConfig


class DatasheetsConfig(AppConfig):
    """The datasheets app."""

    name = "datasheets"
    default_auto_field = "django.db.models.BigAutoField"
