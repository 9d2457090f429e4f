"""Every address of the service."""

from django.contrib import admin
from django.urls import include, path

from config import health
from website.views.sign_in import sign_in, sign_out

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/login/", sign_in, name="login"),
    path("accounts/logout/", sign_out, name="logout"),
    path("health/live", health.live, name="health-live"),
    path("health/ready", health.ready, name="health-ready"),
    path("api/", include("api.urls")),
    path("", include("website.urls")),
]

handler400 = "config.errors.bad_request"
handler500 = "config.errors.server_error"
