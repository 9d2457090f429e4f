"""Forms for signing in that do not let passwords be guessed: one for the site, one for the administration."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from rest_framework.throttling import BaseThrottle

from roster.guessing import SignIn


class SlowedGuesses(AuthenticationForm):
    """Django's form behind a count of failures. ``seconds_to_wait`` is set where there were too many."""

    seconds_to_wait: int | None = None

    def clean(self) -> dict[str, Any]:
        """Check the password, unless too many were wrong before."""
        # REST framework's throttles read only what a plain request has too: its address, through known proxies.
        address = BaseThrottle().get_ident(self.request) or ""  # type: ignore[arg-type]
        attempt = SignIn(address, self.cleaned_data.get("username") or "")
        self.seconds_to_wait = attempt.begin()
        if self.seconds_to_wait is not None:
            raise forms.ValidationError(
                f"There were too many failed sign-ins. Wait {self.seconds_to_wait} s and try again.", code="wait"
            )
        cleaned: dict[str, Any] = super().clean()
        if self.get_user() is not None:
            attempt.succeed()
        return cleaned


class SignInForm(SlowedGuesses):
    """The form of the site."""


class AdminSignInForm(SlowedGuesses, AdminAuthenticationForm):
    """The form of the administration; only staff gets in."""
