"""The web service for ASGI servers."""

import os

import django

from config.checks import refuse_if_misconfigured
from config.requests import AsyncHandler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
django.setup()
refuse_if_misconfigured()

application = AsyncHandler()
