"""Changes that make a legal roster break one check each, by the check they break."""

from __future__ import annotations

from tests.generated.mutations import borne, frame, gear, guests, hosted, joined, planned, units, warlord
from tests.generated.mutations.case import MUTATIONS, Case, Changed, Mutation

MODULES = (borne, frame, gear, guests, hosted, joined, planned, units, warlord)
"""Importing them enters their changes."""

RARE = frozenset(
    {
        "a_bearer_who_cannot_lead",
        "a_demand_not_met",
        "a_fortification_in_reserves",
        "a_group_too_large",
        "a_model_too_many_in_the_parts",
        "a_stranger_beside_allies",
        "a_size_without_a_price",
        "a_unit_the_chapter_bars",
        "a_warlord_the_allies_do_not_accept",
        "an_aircraft_deployed",
        "an_upgrade_too_often",
        "beside_models_they_do_not_accept",
        "beside_one_it_excludes",
        "carried_by_nobody",
        "chosen_for_too_many",
        "deployed_though_it_must_wait",
        "hardly_a_point_spent",
        "joined_to_nobodys_unit",
        "joined_without_the_detachment",
        "joined_without_the_enhancement",
        "more_of_the_same",
        "nobody_to_join",
        "not_borne_though_given",
        "not_joined",
        "not_the_one_demanded",
        "nothing_chosen",
        "of_another_mark",
        "on_one_it_excludes",
        "on_one_who_bears_none",
        "one_who_never_leads",
        "split_without_a_cause",
        "the_bearer_leads",
        "the_founder_beside_a_successor",
        "the_same_choice_twice",
        "the_weapon_of_another",
        "the_wrong_model_leads",
        "two_of_a_group",
        "two_who_must_lead",
        "what_a_detachment_forbids",
        "what_another_faction_has",
        "without_the_wargear",
    }
)
"""Changes that few rosters admit: they are tried on every one."""

__all__ = ["MODULES", "MUTATIONS", "RARE", "Case", "Changed", "Mutation"]
