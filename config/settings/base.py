"""Settings of every installation: embedded (SQLite, file broker) unless the environment names services."""

import tomllib
from typing import Any

from csp.constants import NONE, SELF
from django.templatetags.static import static

from config import env as environment
from config.env import env
from config.logging import configure_structlog, logging_settings

BASE_DIR = environment.BASE_DIR
VAR_DIR = environment.var_folder()
VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]

SERVED = False
"""Whether strangers reach this installation: then ``config.checks`` wants services, key and hosts."""
DEBUG = False
SECRET_KEY = environment.secret_key(VAR_DIR)
ALLOWED_HOSTS = ["127.0.0.1", "localhost", "[::1]"]

INSTALLED_APPS = [
    "config.apps.HouseConfig",
    "unfold.apps.BasicAppConfig",
    "config.apps.HouseAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "datasheets",
    "roster",
    "battle",
    "api",
    "website",
]
MIDDLEWARE = [
    "config.middleware.RequestLog",
    "config.middleware.BodyLimit",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASES = {"default": environment.database(VAR_DIR)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
CACHES = {"default": environment.cache(VAR_DIR)}

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-gb"

# Static files: found in the apps and served by whitenoise; production collects them.
STATIC_URL = "static/"
WHITENOISE_USE_FINDERS = True
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
MEDIA_ROOT = VAR_DIR / "media"

# Accounts
DEMO_LOGINS_FILE = VAR_DIR / "demo_logins.json"
DEMO_LOGIN = environment.demo_login(DEMO_LOGINS_FILE)
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# E-mail: files under var/mail unless EMAIL_URL names a server.
_email = environment.email(VAR_DIR)
EMAIL_BACKEND = _email["EMAIL_BACKEND"]
EMAIL_FILE_PATH = _email["EMAIL_FILE_PATH"]
EMAIL_HOST = _email.get("EMAIL_HOST", "localhost")
EMAIL_PORT = _email.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = _email.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = _email.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = _email.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = _email.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 15
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="quartermaster@localhost")

# What browsers are told
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CONTENT_SECURITY_POLICY: dict[str, Any] = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# The administration
UNFOLD = {
    "SITE_TITLE": "Quartermaster administration",
    "SITE_HEADER": "Quartermaster",
    "SITE_SYMBOL": "inventory_2",
    "SHOW_HISTORY": False,
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("website/favicon.svg")}],
    "STYLES": [
        lambda request: static("datasheets/admin/colours.css"),
        lambda request: static("datasheets/admin/admin.css"),
    ],
    "SCRIPTS": [lambda request: static("datasheets/admin/find.js")],
    "SIDEBAR": {"navigation": "config.admin_navigation.navigation"},
}

# How much is read of a request. A list text of 200,000 characters fits a form (up to 9 bytes a letter
# when escaped) and JSON; what is longer than the text limit but fits here is refused with a better sentence.
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
# The page of the largest datasheet, with every weapon line and option, sends about 1,500.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000
# A batch holds at most 300 lists and says so itself; at this number Django stops counting.
DATA_UPLOAD_MAX_NUMBER_FILES = 1000
UPLOAD_MAX_BYTES = 64 * 1024 * 1024

# API
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
"""How many proxies stand before the service and add to X-Forwarded-For; 0: the peer's address counts."""
WEB_THREADS = env.int("WEB_THREADS", default=4)
"""How many requests one process of the web server answers at once; whatever starts the server says so."""
SIMULATION_STREAMS = env.int("SIMULATION_STREAMS", default=max(1, WEB_THREADS // 4))
"""How many streams of events one process keeps open. Each holds a thread, so three in four stay free for pages."""
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.str("THROTTLE_ANONYMOUS", default="60/min"),
        "user": env.str("THROTTLE_USER", default="300/min"),
    },
    "NUM_PROXIES": TRUSTED_PROXIES,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.problems.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Quartermaster",
    "VERSION": VERSION,
    "DESCRIPTION": (
        "Checks army rosters for Warhammer 40,000, 11th edition, and says why each is legal or not. "
        "Unofficial: not made, endorsed or supported by Games Workshop, who own the game. "
        "Combat Patrol, Crusade and doubles are out of scope."
    ),
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SCHEMA_PATH_PREFIX": r"/api/v[0-9]+",
    "COMPONENT_SPLIT_REQUEST": True,
    # Sets of choices stand where they are used, without names of their own.
    "POSTPROCESSING_HOOKS": [],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

# Work in the background
_broker = environment.broker(VAR_DIR)
CELERY_BROKER_URL = _broker["url"]
CELERY_BROKER_TRANSPORT_OPTIONS = _broker["transport_options"]
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_TASK_TIME_LIMIT = 300
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TIMEZONE = "UTC"
# What every worker calls at start and every 30 seconds.
SWEEPS = [
    "datasheets.tasks.sweep_manuals",
    "roster.tasks.sweep",
    "roster.tasks.sweep_comparisons",
    "battle.tasks.sweep",
]

# What is asked, before an entry of the catalogue is deleted, which saved things use it.
CATALOGUE_USES = ["roster.uses.uses_of"]

configure_structlog()
LOGGING = logging_settings(as_json=env.bool("LOG_JSON", default=False), level=env.str("LOG_LEVEL", default="INFO"))
