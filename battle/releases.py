"""Which releases simulations may be asked by: those in force or formerly in force that nobody withdrew."""

from __future__ import annotations

from datasheets.catalogue import Catalogue
from datasheets.models import Withdrawal
from datasheets.selectors import NoRelease, catalogue_of, current_catalogue

__all__ = ["NoRelease", "catalogue_to_answer", "catalogue_to_ask"]


def catalogue_to_ask(label: str | None) -> Catalogue:
    """The catalogue of the release with this label, of the one in force without; raises :class:`NoRelease`.

    A draft, a release that was withdrawn and one that never was are refused in the same words.
    """
    if label is None:
        return current_catalogue()
    current = current_catalogue()
    if current.stamp.label == label:
        return current
    refusal = NoRelease(f"There is no release “{label[:80]}” to ask by. /releases/ lists those there are.")
    if "\0" in label or _is_withdrawn(label):
        raise refusal
    try:
        return catalogue_of(label)
    except NoRelease as error:
        raise refusal from error


def catalogue_to_answer(label: str, content_hash: str) -> Catalogue:
    """The catalogue a waiting simulation was asked by; :class:`NoRelease` where it is withdrawn or gone since."""
    gone = NoRelease(
        f"The release {label} that this was asked by is gone or was withdrawn before it was answered. Ask again: "
        "it is then answered by the release in force."
    )
    if _is_withdrawn(label):
        raise gone
    try:
        found = catalogue_of(label)
    except NoRelease as error:
        raise gone from error
    if found.stamp.content_hash != content_hash:
        raise gone
    return found


def _is_withdrawn(label: str) -> bool:
    newest = Withdrawal.objects.filter(release__label=label).order_by("-id").values_list("is_lifted", flat=True).first()
    return newest is False
