"""App registration."""

from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    """The website app."""

    name = "website"
    default_auto_field = "django.db.models.BigAutoField"
