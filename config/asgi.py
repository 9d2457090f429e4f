"""The web service for ASGI servers."""

import os

import django
from django.core.asgi import get_asgi_application

from config.checks import refuse_if_misconfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
django.setup()
refuse_if_misconfigured()

application = get_asgi_application()
