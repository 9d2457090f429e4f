"""What each kind of fix is called in English: templates that its params fill (R-20), a sentence each."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # Units
    "remove_units": "Remove {units} ({points:point|points}).",
    "remove_unpriced_units": "Remove {units}.",
    "add_unit": "Add {unit} ({points:point|points}).",
    "add_units": "Add {number} × {unit} ({points:point|points}).",
    "add_warlord": "Add {unit} ({points:point|points}) as the Warlord.",
    "set_models": "Make {unit} {models}.",
    "rename_models": "Write the {former} of {unit} as {kind}.",
    "new_key": "Give {unit} the key “{key}”.",
    "new_part_key": "Give the part “{former}” the key “{key}”.",
    "forget_key": "Let the plan forget “{key}”.",
    # Wargear
    "swap_wargear": "{unit}: put {on} in place of {off}.",
    "drop_wargear": "Take {item} off {unit}.",
    "add_wargear": "Write {on} down for {unit}.",
    "move_wargear": "Give {item} of {unit} to its {kind}.",
    # Enhancements
    "drop_enhancements": "Drop {enhancements} of {units} ({points:point|points}).",
    "drop_unpriced_enhancements": "Drop {enhancements} of {units}.",
    "drop_unknown_enhancement": "Drop {enhancement} of {unit}.",
    "drop_and_remove": "Drop {enhancements} and remove {units} ({points:point|points}).",
    "move_enhancement": "Give {enhancement} to {to} in place of {unit}.",
    "replace_enhancement": "Give {unit} {enhancement} of {detachment} ({points:point|points}) in place of {former}.",
    "give_enhancement": "Give {unit} {enhancement} ({points:point|points}).",
    "write_enhancement": "Write {enhancement} down for {unit}.",
    "name_bearer": "Name the {model} of {unit} as the bearer.",
    "unname_bearer": "Name no {model} as the bearer in {unit}.",
    # The roster
    "choose_faction": "Choose {faction} as the army faction.",
    "choose_size": "Choose {size} ({points:point|points}) as the battle size.",
    "forget_points_limit": "Leave the points limit to the battle size.",
    "select_detachment": "Select {detachment} ({points:Detachment Point|Detachment Points}).",
    "swap_detachment": "Select {detachment} ({points:Detachment Point|Detachment Points}) in place of {former}.",
    "drop_detachments": "Drop {detachments}.",
    "drop_detachments_whole": "Drop {detachments}, and {enhancements} with it ({points:point|points}).",
    "choose_disposition": "Choose {disposition} as the force disposition.",
    "drop_disposition": "Let go of the force disposition {disposition}.",
    "forget_disposition": "Name no force disposition for now.",
    # Warlord
    "make_warlord": "Make {unit} the Warlord.",
    "warlord_model": "Name the {model} of {unit} as the Warlord.",
    "unname_warlord_model": "Name no {model} as the Warlord in {unit}.",
    # Attached units
    "attach": "Attach {unit} to {bodyguard}.",
    "attach_as": "Attach {unit} as {role}.",
    "forget_role": "Leave open as what {unit} is attached.",
    "detach": "Detach {units}.",
    "make_room": "Attach {other} to {elsewhere}, and {unit} to {bodyguard} in its place.",
    # What is chosen for units
    "choose": "Choose {name}: {choice} for {unit}.",
    "take_back_choice": "Take {name}: {choice} of {unit} back.",
    "take_back_choices": "Take the choice of {name} of {units} back.",
    "keep_choice": "Of {name} keep {choice} for {unit}.",
    # The plan
    "write_plan": "Write a deployment plan in which all units start on the battlefield.",
    "embark": "Embark {unit} in {transport}.",
    "embark_part": "Embark {models:model|models} of {unit} in {transport}.",
    "disembark": "Take {units} out of {transport}.",
    "name_once": "Name {unit} once in the plan.",
    "split_evenly": "Split {unit} into two even parts.",
    "keep_whole": "Keep {unit} whole.",
    "unname_whole": "Name only the parts of {unit} in the plan.",
    "deploy": "Take {units} out of reserves ({points:point|points}).",
    "unreserve": "Take {units} out of reserves.",
    "reserve": "Put {unit} into reserves ({points:point|points}).",
    "start_together": "Let {units} start with the rest: {place}.",
}
"""By kind. A fix of several steps is told as the sentences of its steps."""
