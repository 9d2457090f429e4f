"""Places of a scenario and of the document it was made from: a fault in the one is shown in the other."""

from __future__ import annotations

from dataclasses import dataclass, field

from roster.document_faults import DocumentError


@dataclass(slots=True)
class Places:
    """Where each unit of the scenario stood in what was asked, and what it was there."""

    by_pointer: dict[str, tuple[str, str]] = field(default_factory=dict)

    def add(self, pointer: str, asked_at: str, kind: str = "") -> None:
        """The unit at ``pointer`` of the scenario was asked for at ``asked_at``, as such a kind of source."""
        self.by_pointer[pointer] = (asked_at, kind)

    def asked(self, fault: DocumentError) -> DocumentError:
        """The fault with its place in what was asked; inside a list that was read or kept, that of the list."""
        steps = fault.pointer.split("/")
        for length in range(len(steps), 1, -1):
            found = self.by_pointer.get("/".join(steps[:length]))
            if found is not None:
                asked_at, kind = found
                return DocumentError(asked_at + _rest(kind, steps[length:]), fault.message)
        return fault


def _rest(kind: str, steps: list[str]) -> str:
    if kind == "gauntlet":
        return "/gauntlet"
    if steps[:1] == ["roster"] and kind in {"saved", "text"}:
        return {"saved": "/roster", "text": "/text"}[kind]
    return "".join(f"/{step}" for step in steps)
