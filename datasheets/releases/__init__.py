"""What differs between two releases, as people read it. Plain Python: nothing here imports Django."""

from datasheets.releases.changelog import changelog
from datasheets.releases.diff import release_diff
from datasheets.releases.report import Change, FactionChanges, ReleaseDiff, Topic

__all__ = ["Change", "FactionChanges", "ReleaseDiff", "Topic", "changelog", "release_diff"]
