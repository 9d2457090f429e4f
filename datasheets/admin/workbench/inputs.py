"""Form inputs that write themselves: a page has a thousand, and a template for each takes a second."""

from __future__ import annotations

from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html
from django.utils.safestring import SafeString


class _Written:
    """Writes the element from its context, without a template."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The element."""
        widget = self.get_context(name, value, attrs)["widget"]  # type: ignore[attr-defined]
        attributes = {key: each for key, each in widget["attrs"].items() if each is not False}
        text = widget["value"]
        if widget.get("type") is None:
            return format_html("<textarea{}>\n{}</textarea>", flatatt({"name": name, **attributes}), text or "")
        if text is not None:
            attributes = {"value": text, **attributes}
        return format_html("<input{}>", flatatt({"type": widget["type"], "name": name, **attributes}))


class TextInput(_Written, forms.TextInput):
    """A line of text."""


class NumberInput(_Written, forms.NumberInput):
    """A number."""


class Checkbox(_Written, forms.CheckboxInput):
    """Yes or no."""


class Textarea(_Written, forms.Textarea):
    """Lines of text."""
