"""Missions, deployments and terrain: what they name has to be there."""

from __future__ import annotations

from collections.abc import Iterator

from datasheets.audit.lookup import Lookup
from datasheets.audit.registry import Found, Severity, audit_kind, found
from datasheets.catalogue.battlefield import TerrainLayout
from datasheets.catalogue.faction import ForceDisposition
from datasheets.catalogue.mission import Mission


@audit_kind(
    "mission/names-nothing",
    collection="missions",
    title="A mission that names what is not there",
    severity=Severity.ERROR,
    message="{mission} names {what}, which is not in the catalogue.",
    hint="Name the id of what is meant.",
)
def names_nothing(mission: Mission, lookup: Lookup) -> Iterator[Found]:
    """The dispositions, the card and the deployments of a mission exist."""
    for field in ("disposition", "opponent_disposition"):
        if getattr(mission, field) not in lookup.dispositions:
            yield found(field, mission=mission.name, what=f"the force disposition {getattr(mission, field)}")
    if mission.card not in lookup.mission_cards:
        yield found("card", mission=mission.name, what=f"the mission card {mission.card}")
    for index, deployment in enumerate(mission.deployments):
        if deployment not in lookup.deployments:
            yield found("deployments", index, mission=mission.name, what=f"the deployment {deployment}")


@audit_kind(
    "mission/pairing-missing",
    collection="dispositions",
    title="A pairing of force dispositions without a mission",
    severity=Severity.ERROR,
    message="No mission is for {disposition} against {opponents:or}.",
    hint="Add the mission of each pairing.",
)
def pairing_missing(disposition: ForceDisposition, lookup: Lookup) -> Iterator[Found]:
    """Where there are missions, each force disposition has one against every other and itself."""
    if not lookup.data.missions:
        return
    against = {row.opponent_disposition for row in lookup.data.missions if row.disposition == disposition.id}
    missing = tuple(row.name for row in lookup.data.dispositions if row.id not in against)
    if missing:
        yield found(disposition=disposition.name, opponents=missing)


@audit_kind(
    "mission/layout-names-nothing",
    collection="terrain_layouts",
    title="A terrain layout that names what is not there",
    severity=Severity.ERROR,
    message="{layout} names {what}, which is not in the catalogue.",
    hint="Name the id of what is meant.",
)
def layout_names_nothing(layout: TerrainLayout, lookup: Lookup) -> Iterator[Found]:
    """The deployment, the dispositions and the templates of a layout exist."""
    if layout.deployment not in lookup.deployments:
        yield found("deployment", layout=layout.name, what=f"the deployment {layout.deployment}")
    for index, disposition in enumerate(layout.dispositions):
        if disposition not in lookup.dispositions:
            yield found("dispositions", index, layout=layout.name, what=f"the force disposition {disposition}")
    for index, piece in enumerate(layout.pieces):
        if piece.template is not None and piece.template not in lookup.terrain_templates:
            yield found("pieces", index, "template", layout=layout.name, what=f"the template {piece.template}")
