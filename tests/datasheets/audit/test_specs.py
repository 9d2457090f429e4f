"""Every kind of fault finds what its specs say: exactly these faults, in these words, and no others."""

from __future__ import annotations

from typing import Any

import pytest

from datasheets.audit import Fault, audit
from tests.datasheets.audit.specs import Spec, all_specs, small_catalogue


def _as_data(fault: Fault) -> dict[str, Any]:
    params = {name: list(value) if isinstance(value, tuple) else value for name, value in fault.params.items()}
    says = f"{fault.message} {fault.hint}"
    return {"at": str(fault.ref), "pointer": fault.pointer, "params": params, "says": says}


def test_the_small_catalogue_has_no_fault() -> None:
    assert audit(small_catalogue()).faults == ()


@pytest.mark.parametrize("spec", all_specs(), ids=lambda spec: f"{spec.kind}/{spec.name}")
def test_kind_finds_exactly_what_the_spec_says(spec: Spec) -> None:
    faults = audit(spec.data).faults

    found = [_as_data(fault) for fault in faults if fault.kind == spec.kind]
    assert found == [dict(expected) for expected in spec.faults]
    assert sorted({fault.kind for fault in faults} - {spec.kind}) == spec.others
