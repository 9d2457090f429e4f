"""The web service for a WSGI server (gunicorn)."""

import os

from django.core.wsgi import get_wsgi_application

from config.checks import refuse_if_misconfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")

application = get_wsgi_application()
refuse_if_misconfigured()
