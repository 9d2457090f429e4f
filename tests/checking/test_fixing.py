"""A check result with fixes, as values and as JSON that an app can apply without knowing anything else."""

from __future__ import annotations

import jsonpatch

from datasheets.catalogue import Catalogue
from roster.checking import check_document, check_text
from roster.documents import document_from_json, document_to_json
from roster.fixing import with_fixes
from roster.presentation import result_as_dict
from tests.interchange.texts import text_of


def test_a_list_without_a_warlord_can_be_mended_by_its_patch(catalogue: Catalogue) -> None:
    result = with_fixes(check_text(text_of("dialect_a").replace("  • Warlord\n", ""), catalogue), catalogue)
    values = result_as_dict(result, catalogue)

    [verdict] = [one for one in values["verdicts"] if one["check"] == "25.04/warlord-named"]
    [violation] = verdict["violations"]
    fix = violation["fixes"][0]
    assert list(fix) == ["id", "kind", "text", "params", "patch"]
    assert (fix["kind"], fix["text"]) == ("make_warlord", f"Make {fix['params']['unit']} the Warlord.")
    assert result.document is not None
    mended = document_from_json(jsonpatch.apply_patch(document_to_json(result.document), fix["patch"]))
    judged = check_document(mended, catalogue)
    assert judged.report is not None
    assert "25.04/warlord-named" not in {one.check for one in judged.report.broken}
    assert values["fix_search"]["tried"] >= 1


def test_where_nobody_asks_there_are_no_fixes_and_none_is_claimed_to_be_missing(catalogue: Catalogue) -> None:
    values = result_as_dict(check_text(text_of("dialect_a").replace("  • Warlord\n", ""), catalogue), catalogue)
    assert [violation["fixes"] for one in values["verdicts"] for violation in one["violations"]] == [
        [] for one in values["verdicts"] for _ in one["violations"]
    ]
    assert values["fix_search"] is None


def test_a_text_that_is_not_read_has_nothing_to_fix(catalogue: Catalogue) -> None:
    result = check_text("hello", catalogue)
    assert with_fixes(result, catalogue) is result
    assert result_as_dict(result, catalogue)["fix_search"] is None


def test_fixes_leave_the_verdict_and_the_prices_as_they_were(catalogue: Catalogue) -> None:
    result = check_text(text_of("dialect_a").replace("  • Warlord\n", ""), catalogue)
    values, fixed = (result_as_dict(one, catalogue) for one in (result, with_fixes(result, catalogue)))
    for verdict in fixed["verdicts"]:
        for violation in verdict["violations"]:
            violation["fixes"] = []
    fixed["fix_search"] = None
    assert fixed == values
