"""The API's own description: OpenAPI 3.1, a page to read and try it, and the schema of the roster document."""

from __future__ import annotations

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from api.negotiation import FirstIfNoneFits
from api.openapi import OPENAPI
from api.v1.schema.roster import ROSTER_SCHEMA
from api.v1.view import OpenApiView


class SchemaView(SpectacularAPIView):
    """The OpenAPI description, YAML unless JSON is asked for."""

    content_negotiation_class = FirstIfNoneFits
    custom_settings = OPENAPI
    authentication_classes = ()


# The page's library sets styles on its elements; its scripts are files of ours.
@method_decorator(csp_update({"style-src": [SELF, UNSAFE_INLINE]}), name="dispatch")
class DocumentationView(SpectacularSwaggerSplitView):
    """The description as a page, from files that this service carries."""

    content_negotiation_class = FirstIfNoneFits
    authentication_classes = ()
    url_name = "api-v1:schema"
    title = "Quartermaster API"


class RosterSchemaView(OpenApiView):
    """The JSON Schema of the roster document."""

    schema = None
    authentication_classes = ()

    def get(self, request: Request) -> Response:
        """The schema; it changes only by additions."""
        return Response(ROSTER_SCHEMA, content_type="application/schema+json")
