"""The file of judged effects of one faction, ``quartermaster.effects/1``, as it is decoded: strictly."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

from battle.engine.effects import Change, Moment, Part, Side, Test
from battle.scenario.situation_shapes import PoliciesShape, SituationShape

SCHEMA = "quartermaster.effects/1"

Name = Annotated[str, Meta(min_length=1, max_length=200)]
Words = Annotated[str, Meta(min_length=1, max_length=400)]
Slug = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]*$", max_length=60)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9-]+:[a-z0-9-]+$", max_length=200)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]
Number = int | Name
"""A number, or dice as they are printed: ``D3``."""
Sum = int | float | Name
"""A number, or a sum of them: ``"6 * 4/6"``."""


class Who(StrEnum):
    """Whose attacks, or the attacks against whom, an effect changes."""

    BEARER = "bearer"
    UNIT = "unit"
    LED = "led"
    CHARACTERS = "characters"
    BODYGUARDS = "bodyguards"
    ARMY = "army"


class Upstream(StrEnum):
    """How upstream's encoding does beside the text."""

    RIGHT = "right"
    PARTIAL = "partial"
    WRONG = "wrong"
    NONE = "none"


class Mistake(StrEnum):
    """Kinds of mistake of encodings."""

    GATE = "gate-dropped"
    RANGE_AS_AURA = "range-as-aura"
    SCOPE = "weapon-or-phase-dropped"
    COST = "cost-or-state-dropped"
    ALTERNATIVE = "alternative-dropped"
    STEPS_AS_CONDITION = "steps-joined-by-and"
    OWN_STRENGTH = "own-strength-tested"
    KEYWORD = "impossible-keyword"
    OWN_UNIT = "own-unit-instead-of-friends"
    MODELS = "model-or-unit-confused"
    PAIN_SCOPE = "feel-no-pain-scope"
    MORTAL_WOUNDS = "mortal-wounds-incomplete"
    ONCE = "once-dropped"
    OPAQUE = "opaque-id"
    COVER = "cover-granted-instead-of-denied"
    MISSING = "effect-missing"
    VOCABULARY = "vocabulary"
    OTHER_RULE = "another-rule"
    TOO_MUCH = "gives-too-much"
    VALUE = "wrong-value"


class Kind(StrEnum):
    """What a switch stands for: why only play decides it."""

    CHOICE = "choice"
    COST = "cost"
    MARK = "mark"
    EVENT = "event"
    STATE = "state"


class SwitchShape(Struct, forbid_unknown_fields=True, frozen=True):
    """What only play turns on. ``once`` per what it can be, ``lasts`` until when, ``instead_of`` those it excludes."""

    name: Slug
    says: Words
    kind: Kind = Kind.EVENT
    once: Name | None = None
    lasts: Name | None = None
    cost: Name | None = None
    instead_of: tuple[Slug, ...] = ()


class ForShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Who has it, where one word is not enough."""

    who: Who
    kinds: tuple[Name, ...] = ()
    carrying: tuple[Name, ...] = ()
    keywords: tuple[Name, ...] = ()
    except_keywords: tuple[Name, ...] = ()
    within: Annotated[int, Meta(ge=1, le=60)] | None = None
    others_only: bool = False


class ConditionShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Something that has to be so, or with ``is_negated`` must not."""

    test: Test
    values: tuple[int | Name, ...] = ()
    is_negated: bool = False


class FilterShape(Struct, forbid_unknown_fields=True, frozen=True):
    """Which weapons; what is left out asks nothing."""

    names: tuple[Name, ...] = ()
    melee: bool | None = None
    abilities: tuple[Name, ...] = ()
    except_abilities: tuple[Name, ...] = ()
    except_names: tuple[Name, ...] = ()


class EffectShape(Struct, forbid_unknown_fields=True, frozen=True, rename={"for_": "for"}):
    """One change to one step."""

    for_: Who | ForShape
    side: Side
    part: Part
    change: Change
    value: Number | None = None
    ability: Name | None = None
    moment: Moment = Moment.ALWAYS
    weapons: FilterShape = FilterShape()
    conditions: tuple[ConditionShape, ...] = ()
    switch: Slug | None = None
    only_mortal: bool = False
    only_psychic: bool = False
    reaches_mortal: bool = False


class NotCarriedShape(Struct, forbid_unknown_fields=True, frozen=True):
    """A part of the ability that no effect stands for, and why; ``matters``: it may change attacks."""

    what: Words
    because: Words
    matters: bool = True


# Probes -------------------------------------------------------------------------------------------------


class ProbeWeapon(Struct, forbid_unknown_fields=True, frozen=True):
    """A weapon as profiles print it; ``range`` null: melee."""

    A: Number = 6
    skill: int | None = 3
    S: Number = 4
    AP: Annotated[int, Meta(le=0)] = 0
    D: Number = 1
    range: int | None = 24
    abilities: tuple[Name, ...] = ()
    name: Name = "Weapon"


class ProbeModels(Struct, forbid_unknown_fields=True, frozen=True):
    """Models alike. The defaults make every wound count: one model that outlasts the attacks."""

    name: Name = "Model"
    count: Annotated[int, Meta(ge=1, le=200)] = 1
    T: int = 4
    Sv: int = 4
    W: int = 60
    InSv: int | None = None
    FNP: int | None = None
    keywords: tuple[Name, ...] = ()
    weapons: tuple[ProbeWeapon, ...] = ()
    lost: int = 0


class ProbeUnit(ProbeModels, forbid_unknown_fields=True, frozen=True):
    """A unit of a probe; ``leader`` a CHARACTER attached to it, ``started`` its models at the start of the battle."""

    leader: ProbeModels | None = None
    started: int | None = None


class Holder(StrEnum):
    """Who has the ability in a probe."""

    ATTACKER = "attacker"
    ATTACKERS_LEADER = "leader of the attacker"
    ATTACKERS_FRIEND = "friend of the attacker"
    TARGET = "target"
    TARGETS_LEADER = "leader of the target"
    TARGETS_FRIEND = "friend of the target"


class ProbeShape(Struct, forbid_unknown_fields=True, frozen=True, rename={"with_": "with"}):
    """A small situation, and what comes of it without the ability and with it, worked out by hand.

    ``without`` and ``with`` are means: of wounds lost by the target, or of its models destroyed.
    """

    says: Words
    without: Sum
    with_: Sum
    holder: Holder = Holder.ATTACKER
    measure: Literal["wounds", "models"] = "wounds"
    attacker: ProbeUnit = ProbeUnit()
    target: ProbeUnit = ProbeUnit()
    situation: SituationShape = SituationShape()
    policies: PoliciesShape = PoliciesShape()


class AbilityShape(Struct, forbid_unknown_fields=True, frozen=True):
    """One ability, judged against its text; ``datasheets`` are those it was judged for, empty: it stands on none."""

    ability: Id
    name: Name
    datasheets: tuple[Id, ...]
    digest: Digest
    status: Literal["judged"]
    upstream: Upstream
    mistakes: tuple[Mistake, ...] = ()
    switches: tuple[SwitchShape, ...] = ()
    effects: tuple[EffectShape, ...] = ()
    not_carried: tuple[NotCarriedShape, ...] = ()
    probes: tuple[ProbeShape, ...] = ()


class FileShape(Struct, forbid_unknown_fields=True, frozen=True, rename={"schema_": "schema"}):
    """A faction's abilities; ``states`` are switches that several of them share."""

    schema_: Literal["quartermaster.effects/1"]
    faction: Slug
    abilities: tuple[AbilityShape, ...]
    states: tuple[SwitchShape, ...] = ()
