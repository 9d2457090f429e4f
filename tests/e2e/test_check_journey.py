"""A player pastes a list and reads the verdict."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from tests.e2e.browser import PHONE, complaints_of, width_needed
from tests.website.texts import ILLEGAL, LEGAL, WITH_MARKUP


def paste_and_check(page: Page, text: str) -> None:
    """What a player does."""
    page.goto("/check/")
    page.get_by_label("Your army list").fill(text)
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator("#verdict").wait_for()


def open_all_folds(page: Page) -> None:
    """Show everything the page can show."""
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")


def test_from_the_front_page_to_a_verdict_on_a_legal_list(page: Page):
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Check a list").click()
    page.get_by_label("Your army list").fill(LEGAL)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#verdict")).to_have_text("Legal")
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("#verdict")).to_be_in_viewport()
    expect(page.get_by_label("Your army list")).to_have_value(LEGAL)


def test_a_broken_rule_leads_to_its_unit_and_the_unit_back(page: Page):
    paste_and_check(page, ILLEGAL)
    expect(page.locator("#verdict")).to_have_text("Not legal: 2 rules broken")
    rule = page.locator("#rule-25\\.03-unit-limit")
    rule.get_by_role("link", name="Doomsday Ark, 3rd of 3").click()
    assert page.url.endswith("#unit-3")
    expect(page.locator("#unit-3")).to_be_in_viewport()
    page.locator("#unit-3").get_by_role("link", name="Broken:").click()
    expect(rule).to_be_in_viewport()


def test_a_price_opens_to_its_parts(page: Page):
    paste_and_check(page, ILLEGAL)
    price = page.locator("#unit-3 .price")
    expect(price.get_by_role("table")).to_be_hidden()
    price.locator("summary").click()
    expect(price.get_by_role("table")).to_be_visible()
    assert price.locator("td").all_inner_texts() == ["200", "30", "230"]


def test_an_empty_box_is_answered_beside_it_and_the_answer_goes_with_the_next_check(browser: Browser, site: str):
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.goto("/check/")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("The box is empty. Paste the text of your list, or choose a file.")
    page.get_by_label("Your army list").fill(LEGAL)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#verdict")).to_have_text("Legal")
    expect(page.locator("#list-errors")).to_be_empty()
    context.close()


def test_a_file_is_checked_and_its_text_can_be_mended(page: Page, tmp_path: Path):
    file = tmp_path / "list.txt"
    file.write_text(ILLEGAL)
    page.goto("/check/")
    page.get_by_label("or choose a text file").set_input_files(file)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#verdict")).to_have_text("Not legal: 2 rules broken")
    box = page.get_by_label("Your army list")
    expect(box).to_have_value(ILLEGAL)
    box.fill(LEGAL)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#verdict")).to_have_text("Legal")


@pytest.mark.parametrize("is_checked", [False, True], ids=["empty", "with a result"])
def test_the_button_stays_in_its_place_while_the_box_is_left_for_it(page: Page, is_checked: bool):
    if is_checked:
        paste_and_check(page, ILLEGAL)
    else:
        page.goto("/check/")
    button, box = page.get_by_role("button", name="Check", exact=True), page.get_by_label("Your army list")
    place = "button => button.getBoundingClientRect().top + window.scrollY"
    box.focus()
    with_focus = button.evaluate(place)
    box.blur()
    assert button.evaluate(place) == with_focus


@pytest.mark.parametrize("text", [LEGAL, ILLEGAL, WITH_MARKUP], ids=["legal", "illegal", "markup"])
@pytest.mark.parametrize("width", [320, 375])
def test_a_phone_needs_no_sideways_scrolling(page: Page, text: str, width: int):
    page.set_viewport_size({"width": width, "height": 800})
    paste_and_check(page, text)
    open_all_folds(page)
    assert width_needed(page) == width


def test_figures_stay_in_sight_while_reading_down_on_a_phone(page: Page):
    page.set_viewport_size(PHONE)
    paste_and_check(page, LEGAL)
    page.locator("#unit-6").scroll_into_view_if_needed()
    expect(page.get_by_role("list", name="The army in figures")).to_be_in_viewport()


def test_the_whole_journey_works_with_the_keyboard_alone(page: Page):
    page.goto("/check/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Your army list")).to_be_focused()
    page.keyboard.insert_text(ILLEGAL)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Check", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="not checked yet")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Why, and what is still possible")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("main").get_by_role("link", name="Sign in")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#rule-25\\.03-unit-limit").get_by_role("link").first).to_be_focused()
    page.keyboard.press("Enter")
    assert page.url.endswith("#unit-1")
    page.keyboard.press("Tab")
    expect(page.locator("#unit-1 .price summary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#unit-1 .price table")).to_be_visible()


def test_names_that_look_like_markup_run_nothing(page: Page):
    opened: list[str] = []

    def note(dialog: Dialog) -> None:
        opened.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    paste_and_check(page, WITH_MARKUP)
    expect(page.locator(".army")).to_contain_text("<script>alert('units')</script>")
    assert opened == []


def test_too_many_checks_are_refused_in_words_and_the_text_stays(browser: Browser, site: str, settings):
    settings.WEBSITE_CHECK_RATE = "1/min"
    context = browser.new_context(base_url=site)
    page = context.new_page()
    paste_and_check(page, LEGAL)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#problem h2")).to_have_text("Too many checks at once")
    expect(page.get_by_label("Your army list")).to_have_value(LEGAL)
    context.close()


def test_a_lost_connection_is_said_and_the_text_stays(browser: Browser, site: str):
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.goto("/check/")
    page.get_by_label("Your army list").fill(LEGAL)
    context.set_offline(True)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#list-errors")).to_have_text(
        "The site could not be reached. Your text is still in the box: check your connection and try again."
    )
    expect(page.get_by_label("Your army list")).to_have_value(LEGAL)
    context.close()


def test_without_script_the_same_button_gives_the_same_verdict(browser: Browser, site: str):
    context = browser.new_context(java_script_enabled=False, base_url=site)
    page = context.new_page()
    complaints = complaints_of(page)
    paste_and_check(page, ILLEGAL)
    assert page.url.endswith("/check/#result")
    expect(page.locator("#verdict")).to_have_text("Not legal: 2 rules broken")
    page.locator("#unit-3 .price summary").click()
    expect(page.locator("#unit-3 .price table")).to_be_visible()
    context.close()
    assert complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground_in_both_schemes(browser: Browser, site: str, scheme):
    """Every text has the contrast that WCAG 2.2 AA asks for: 4.5 to 1, 3 to 1 for large letters."""
    context = browser.new_context(base_url=site, color_scheme=scheme)
    page = context.new_page()
    paste_and_check(page, ILLEGAL.replace("Doomsday Ark (200", "Doomsdey Ark (210", 1))
    open_all_folds(page)
    faint = page.evaluate(CONTRAST)
    context.close()
    assert faint == []


CONTRAST = """() => {
  const channels = colour => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => {
    const line = [r, g, b].map(value => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * line[0] + 0.7152 * line[1] + 0.0722 * line[2];
  };
  const ground = element => {
    for (let at = element; at; at = at.parentElement) {
      const found = channels(getComputedStyle(at).backgroundColor);
      if (found.length < 4 || found[3] === 1) return found;
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    const [above, below] = [light(channels(style.color)), light(ground(element))].sort((a, b) => b - a);
    const contrast = (above + 0.05) / (below + 0.05);
    if (contrast < needed) faint.push([element.className, element.textContent.trim(), contrast.toFixed(2)]);
  }
  return faint;
}"""
