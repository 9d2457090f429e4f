"""What happens in play, of the made-up catalogue: every construct there is."""

from __future__ import annotations

from typing import Any

from datasheets.catalogue.ability import (
    Ability,
    AbilityKind,
    AbilityStatus,
    Branch,
    Clause,
    ResourcePool,
    Stratagem,
)
from datasheets.catalogue.battlefield import (
    BenchmarkTarget,
    Deployment,
    Hull,
    Keystone,
    Placement,
    Shape,
    TerrainLayout,
    TerrainPiece,
    TerrainTemplate,
    Wall,
    Zone,
)
from datasheets.catalogue.mission import Award, Mission, MissionCard

SQUAD = "ash-wardens:cinder-squad"
DETACHMENT = "ash-wardens:slow-burn"

CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 10.5))
STRIP = Shape("rectangle", width=60.0, height=10.5)
TRIANGLE = Shape("polygon", points=CORNERS)


def play() -> dict[str, tuple[Any, ...]]:
    """Everything on play, by collection, each in the order of a release."""
    return {
        "abilities": abilities(),
        "stratagems": stratagems(),
        "resource_pools": (
            ResourcePool(
                id="ash-wardens:embers",
                name="Embers",
                faction="ash-wardens",
                type="counter",
                generation=(Clause("generation", (("amount", 1),)),),
                maximum=6,
                source="builders",
            ),
        ),
        "missions": (
            Mission(
                id="burn-the-field",
                name="Burn the Field",
                disposition="disruption",
                opponent_disposition="take-and-hold",
                card="burn-the-field",
                primary_per_round=15,
                primary_per_game=45,
                secondary_per_round=15,
                secondary_per_game=45,
                deployments=("long-edges",),
                source="builders",
            ),
        ),
        "mission_cards": mission_cards(),
        "deployments": (
            Deployment(
                id="long-edges",
                name="Long Edges",
                zones=(Zone("attacker", (0.0, 0.0), STRIP), Zone("defender", (0.0, 33.5), STRIP)),
                territories=(Zone("attacker", (0.0, 0.0), TRIANGLE),),
                objectives=((30.0, 22.0),),
                source="builders",
            ),
        ),
        "terrain_templates": terrain_templates(),
        "terrain_layouts": terrain_layouts(),
        "hulls": (Hull("barge", "Barge", 5.5, 9.25, CORNERS, source="builders"),),
        "benchmark_targets": (BenchmarkTarget("light-infantry", "Light Infantry", SQUAD, source="builders"),),
    }


def abilities() -> tuple[Ability, ...]:
    """One that everything has, judged and with every field, and a plain one."""
    choice = Clause(
        "conditional",
        (("threshold", 4), ("is_optional", True), ("modifier.keywords.0", "Lance")),
        (
            Branch("condition", (Clause("and", branches=(Branch("operands", (Clause("phase-is"),)),)),)),
            Branch("effect", (Clause("roll-modifier", (("modifier.value", 1.5),)),)),
        ),
    )
    return (
        Ability(
            id="ash-wardens:stoke",
            name="Stoke",
            kind=AbilityKind.UNIT,
            behaviour="reactive",
            scope=Clause("scope", (("range", "unit"), ("duration", "phase"))),
            effect=choice,
            triggers=(Clause("trigger", (("event", "selected-to-shoot"),)),),
            usage=(("frequency", "once-per-turn"),),
            phases=("shooting",),
            datasheets=(SQUAD,),
            detachments=(DETACHMENT,),
            enhancements=(f"{DETACHMENT}:living-coal",),
            factions=("ash-wardens",),
            status=AbilityStatus.JUDGED,
            text_digest="0" * 64,
            is_disputed=True,
            source="builders",
        ),
        Ability(
            id="core:smoulder",
            name="Smoulder",
            kind=AbilityKind.CORE,
            behaviour="passive",
            scope=Clause("scope"),
            effect=Clause("no-effect"),
        ),
    )


def stratagems() -> tuple[Stratagem, ...]:
    """One of a detachment and one of every army."""
    return (
        Stratagem(
            id=f"{DETACHMENT}:fan-the-flames",
            name="Fan the Flames",
            category="detachment",
            command_points=1,
            timing="once-per-phase",
            player_turn="your-turn",
            type="battle-tactic",
            detachment=DETACHMENT,
            phases=("shooting", "fight"),
            keywords_all=("Infantry",),
            keywords_any=("Ash Wardens", "Ember"),
            ability="ash-wardens:stoke",
            source="builders",
        ),
        Stratagem("core:hold-on", "Hold On", "core", 2, "once-per-battle", "either"),
    )


def mission_cards() -> tuple[MissionCard, ...]:
    """A primary with one line of scoring, and a secondary with everything."""
    at_the_end = Clause("award", (("timing", "end-of-turn"),))
    return (
        MissionCard("burn-the-field", "Burn the Field", "primary", (Award(at_the_end, points=5),)),
        MissionCard(
            id="gather-ash",
            name="Gather Ash",
            type="secondary",
            awards=(
                Award(
                    trigger=at_the_end,
                    when=Clause("controls-objective", (("parameters.count_min", 1),)),
                    points_each=2,
                    per="objective",
                    maximum=8,
                    is_cumulative=True,
                    exclusive_group="ash",
                    mode="fixed",
                ),
            ),
            actions=(Clause("action", (("use_limit", 1),)),),
            when_drawn=Clause("when-drawn", (("operation", "redraw"),)),
            subtype="attacker",
            source="builders",
        ),
    )


def terrain_templates() -> tuple[TerrainTemplate, ...]:
    """A ruin with everything, and a plain area."""
    return (
        TerrainTemplate("clearing", "Clearing", "area", STRIP),
        TerrainTemplate(
            id="ruin",
            name="Ruin",
            kind="feature",
            footprint=TRIANGLE,
            outline=CORNERS,
            features=(Placement("clearing", (1.0, 2.0), 90, "horizontal"),),
            walls=(Wall(CORNERS, 0.5),),
            category="dense",
            height=5.0,
            is_blocking=True,
            has_roof=False,
            is_ground_accessible=True,
            upper_floor=1,
            upper_footprint=STRIP,
            source="builders",
        ),
    )


def terrain_layouts() -> tuple[TerrainLayout, ...]:
    """One layout with a piece that has everything, and a plain one."""
    return (
        TerrainLayout(
            id="burn-1",
            name="Burn 1",
            deployment="long-edges",
            pieces=(
                TerrainPiece(
                    id="area-01",
                    name="Ruin",
                    type="area",
                    position=(10.0, 12.5),
                    rotation_degrees=45,
                    template="ruin",
                    footprint=TRIANGLE,
                    height=3.0,
                    is_objective=True,
                    objective=(11.0, 13.0),
                    objective_role="home",
                    control_range=3.0,
                    link_group="centre",
                    parent="area-00",
                    is_terrain=False,
                    keystones=(Keystone("left", 2),),
                ),
                TerrainPiece("area-02", "Clearing", "area", (1.0, 1.0)),
            ),
            dispositions=("disruption", "take-and-hold"),
            variant=1,
            width=60.0,
            height=44.0,
            source="builders",
        ),
    )
