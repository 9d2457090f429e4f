"""The web service for WSGI servers."""

import os

import django
from django.core.wsgi import get_wsgi_application

from config.checks import refuse_if_misconfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
django.setup()
refuse_if_misconfigured()

application = get_wsgi_application()
