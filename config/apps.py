"""The house itself as a Django app, so that its checks are registered wherever Django starts."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class HouseConfig(AppConfig):
    """Registers the checks of ``config.checks``."""

    name = "config"
    verbose_name = "Quartermaster"

    def ready(self) -> None:
        from config import checks  # noqa: F401 - importing registers them


class HouseAdminConfig(AdminConfig):
    """The administration, with the site of ``config.admin_site``."""

    default_site = "config.admin_site.HouseAdminSite"
