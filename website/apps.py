"""App registration."""

from django.apps import AppConfig


class WebsiteConfig(AppConfig):
    """The website app."""

    name = "website"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """The administration's own sign-in slows guesses down as the site's does."""
        from django.contrib import admin

        from website.sign_in import AdminSignInForm

        admin.site.login_form = AdminSignInForm
