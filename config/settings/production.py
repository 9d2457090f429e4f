"""Settings of a served installation: strangers reach it, so ``config.checks`` says what it needs to start."""

from config.env import BASE_DIR, MISSING_SECRET_KEY, env
from config.logging import logging_settings
from config.settings.base import *  # noqa: F403
from config.settings.base import CONTENT_SECURITY_POLICY, STORAGES, TRUSTED_PROXIES

SERVED = True
DEMO_LOGIN = None
SECRET_KEY = env.str("SECRET_KEY", default="") or MISSING_SECRET_KEY
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS = [f"https://{host.removeprefix('.')}" for host in ALLOWED_HOSTS]

# HTTPS only. Set HTTPS=off for a trial on a machine without certificates.
_https = env.bool("HTTPS", default=True)
SECURE_SSL_REDIRECT = _https
SECURE_REDIRECT_EXEMPT = [r"^health/"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if TRUSTED_PROXIES else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if _https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = _https
# Asking browser makers to preload this host is its owner's decision, not this project's.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SESSION_COOKIE_SECURE = _https
CSRF_COOKIE_SECURE = _https
if _https:
    CONTENT_SECURITY_POLICY["DIRECTIVES"]["upgrade-insecure-requests"] = True

# Collected when the image is built, compressed, and named by content so that browsers may keep them.
STATIC_ROOT = env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles"))
WHITENOISE_USE_FINDERS = False
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}

LOGGING = logging_settings(as_json=True, level=env.str("LOG_LEVEL", default="INFO"))
