"""The administration's site: unfold's pages, under a content policy as narrow as they allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.constants import SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.decorators import csp_update
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from unfold.sites import UnfoldAdminSite

# Alpine, which unfold's menus are written in, compiles the expressions of its attributes and sets styles on
# elements. No script and no style sheet within a page is allowed all the same: both come from files of ours.
POLICY = csp_update({"script-src": [SELF, UNSAFE_EVAL], "style-src-elem": [SELF], "style-src-attr": [UNSAFE_INLINE]})


class HouseAdminSite(UnfoldAdminSite):
    """The administration: one search over the whole catalogue on every page, colours from a file."""

    site_header = "Quartermaster"
    site_title = "Quartermaster administration"
    index_title = "Administration"
    enable_nav_sidebar = True
    index_template = "admin/house_index.html"

    def extra_urls(self) -> list[URLPattern]:
        """The pages that belong to no single model."""
        from datasheets.admin.pages import pages

        return [path(route, self.admin_view(view), name=name) for route, name, view in pages()]

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Callable[..., Any]:
        """``view`` for staff only, with the policy of the administration."""
        return POLICY(super().admin_view(view, cacheable))

    @method_decorator(POLICY)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The sign-in page; it is no view for staff, so it needs the policy of its own."""
        return super().login(request, extra_context)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """What every page knows; the colours stand in a file, because a page may hold no style."""
        return {**super().each_context(request), "colors": None, "border_radius": None}
