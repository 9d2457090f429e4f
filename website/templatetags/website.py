"""Tags of the site's templates."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

from website.report_form import report_address

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """A picture of the sprite. It only repeats what the words beside it say, so screen readers skip it."""
    return format_html(
        '<svg class="icon" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>',
        static("website/icons.svg"),
        name,
    )


@register.filter
def points(value: int | None) -> str:
    """``1,995 points``, ``1 point``; ``no known price`` for None."""
    if value is None:
        return "no known price"
    return f"{value:,} point" if value == 1 else f"{value:,} points"


@register.filter
def thousands(value: int | None) -> str:
    """``1,995``; a dash for None."""
    return "–" if value is None else f"{value:,}"


@register.simple_tag
def demo_login() -> object:
    """The login an embedded installation tells everybody (``DEMO_LOGIN``), None where there is none."""
    return getattr(settings, "DEMO_LOGIN", None)


@register.simple_tag
def report_link(subject: str, about: object, **filled_in: object) -> SafeString:
    """A link to the form for a data error, with the ids filled in (R-36); ``about`` names what for screen readers."""
    return format_html(
        '<a class="report-link" href="{}" rel="nofollow">Report a data error'
        '<span class="visually-hidden">: {}</span></a>',
        report_address(subject, **filled_in),
        about,
    )
