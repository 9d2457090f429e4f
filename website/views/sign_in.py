"""Signing in and out, with a limit on guessing."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpResponse

from website.page import page
from website.sign_in import SignInForm


class SignInView(LoginView):
    """The sign-in page: 422 for wrong credentials, 429 after too many of them."""

    authentication_form = SignInForm

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """The page with what is wrong."""
        response = self.render_to_response(self.get_context_data(form=form))
        wait = cast(SignInForm, form).seconds_to_wait
        response.status_code = 422 if wait is None else 429
        if wait is not None:
            response.headers["Retry-After"] = str(wait)
        return response


sign_in = page("GET", "HEAD", "POST")(SignInView.as_view())
sign_out = page("POST")(LogoutView.as_view())
