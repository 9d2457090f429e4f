"""The made-up sources as upstream might rename them, with the references by which records are known again."""

from __future__ import annotations

from dataclasses import replace

from datasheets import models
from datasheets.catalogue.catalogue import CatalogueData
from datasheets.catalogue.encoding import decode_data, encode_data
from datasheets.catalogue.identity import EntryKind, References
from datasheets.catalogue.order import in_order
from datasheets.services import import_catalogue
from datasheets.sources import SourceBuild
from tests.datasheets.builders import mini_build, mini_catalogue

SQUAD, KILN, OLD_KILN = "ash-wardens:cinder-squad", "ash-wardens:kiln", "ash-wardens:old-kiln"
SLOW_BURN, WILDFIRE = "ash-wardens:slow-burn", "ash-wardens:wildfire"
COAL, SPARK = f"{SLOW_BURN}:living-coal", f"{WILDFIRE}:spark"

REFERENCES: References = {
    EntryKind.DATASHEET: {SQUAD: ("mfm:1", "other:1"), KILN: ("mfm:2",), OLD_KILN: ("mfm:3",)},
    EntryKind.DETACHMENT: {SLOW_BURN: ("mfm:1",), WILDFIRE: ("mfm:2",)},
    EntryKind.ENHANCEMENT: {COAL: ("mfm:1",), SPARK: ("mfm:2",)},
}


def substituted(data: CatalogueData, texts: dict[str, str]) -> CatalogueData:
    """``data`` with other texts wherever the old ones stand."""
    content = encode_data(data).decode()
    for old, new in texts.items():
        assert old in content
        content = content.replace(old, new)
    return in_order(decode_data(content.encode()))


def build(ids: dict[str, str], names: dict[str, str], references: References = REFERENCES) -> SourceBuild:
    """The made-up sources with other ids and names upstream, and the same references for the same records."""
    texts = {f'"{old}{end}': f'"{new}{end}' for old, new in ids.items() for end in ('"', ":")}
    present = {old: new for old, new in texts.items() if old in encode_data(mini_catalogue()).decode()}
    data = substituted(mini_catalogue(), present | {f'"{old}"': f'"{new}"' for old, new in names.items()})
    told = {
        kind: {_replaced(f'"{entry_id}"', present).strip('"'): refs for entry_id, refs in entries.items()}
        for kind, entries in references.items()
    }
    return replace(mini_build(data), external_refs=told)


def _replaced(text: str, texts: dict[str, str]) -> str:
    for old, new in texts.items():
        text = text.replace(old, new)
    return text


def first_import(references: References = REFERENCES) -> None:
    import_catalogue(replace(mini_build(), external_refs=references))


def stored_references() -> set[tuple[str, str, str]]:
    return set(models.ExternalReference.objects.values_list("kind", "public_id", "reference"))


def flat(references: References) -> set[tuple[str, str, str]]:
    return {
        (kind.value, entry_id, reference)
        for kind, entries in references.items()
        for entry_id, told in entries.items()
        for reference in told
    }
