"""The web service for WSGI servers."""

import gc
import os

import django

from config.checks import refuse_if_misconfigured
from config.requests import Handler

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
django.setup()
refuse_if_misconfigured()

# The catalogue is tens of thousands of objects that never go: looking through all of them for garbage after every few
# thousand new ones was a third of the time that a list of 10,000 units took.
gc.set_threshold(50_000, 20, 100)

application = Handler()
