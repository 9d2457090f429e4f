"""The web service for an ASGI server."""

import os

from django.core.asgi import get_asgi_application

from config.checks import refuse_if_misconfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")

application = get_asgi_application()
refuse_if_misconfigured()
