"""A page as a tree that tests can ask: text of an element by id, links, headings."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"meta", "link", "input", "br", "img", "hr"})


@dataclass
class Element:
    """An element with its attributes and what it holds, texts and elements in order."""

    tag: str
    attributes: dict[str, str]
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text within, white space folded."""
        parts = [child if isinstance(child, str) else f" {child.text} " for child in self.children]
        return " ".join("".join(parts).split())

    def all(self, tag: str = "", **attributes: str) -> list[Element]:
        """Descendants of that tag that carry these attributes; ``class_`` matches one class of several."""
        found = []
        for child in self.children:
            if isinstance(child, str):
                continue
            if (not tag or child.tag == tag) and all(child.carries(key, value) for key, value in attributes.items()):
                found.append(child)
            found += child.all(tag, **attributes)
        return found

    def one(self, tag: str = "", **attributes: str) -> Element:
        """The only descendant that matches."""
        found = self.all(tag, **attributes)
        assert len(found) == 1, f"{len(found)} elements match {tag} {attributes}"
        return found[0]

    def carries(self, key: str, value: str) -> bool:
        """Whether this element has that attribute; a class among its classes."""
        if key == "class_":
            return value in self.attributes.get("class", "").split()
        return self.attributes.get(key.replace("_", "-")) == value


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("document", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {key: value or "" for key, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, {key: value or "" for key, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def page_of(response: object) -> Element:
    """The tree of a response's HTML; every element must be closed in its turn."""
    content = response.content.decode()  # type: ignore[attr-defined]
    reader = _Reader()
    reader.feed(content)
    reader.close()
    assert len(reader.open) == 1, f"<{reader.open[-1].tag}> is never closed"
    return reader.open[0]
