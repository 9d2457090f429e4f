"""The web service for WSGI servers."""

import os

import django

from config.checks import refuse_if_misconfigured
from config.requests import Handler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
django.setup()
refuse_if_misconfigured()

application = Handler()
