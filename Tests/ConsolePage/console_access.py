"""Checks that the page can be read, heard and used by keyboard alone, in light and dark, large and small."""

import os

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from console_browser import CUT, SECTIONS, Page, choose

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def keyboard(browser, address, folder):
    """With the keyboard alone: from the first page to a route, and every control is reached and shows its focus."""
    page = Page(browser, address)
    shown = page.show("start")
    shown.keyboard.press("Tab")
    expect(shown.locator(".skip")).to_be_focused()
    reached = press_until(shown, lambda: focused(shown).startswith("Look around"), 20)
    assert reached, "Tab does not reach the third door"
    shown.keyboard.press("Enter")
    expect(shown.locator("main h1")).to_have_text("Routes")
    expect(shown.locator(".plane svg")).to_be_visible()
    for label, letters in [("From", "Main"), ("To", "Balc")]:
        assert press_until(shown, lambda: described(shown) == label, 20), f"Tab does not reach {label}"
        shown.keyboard.type(letters, delay=30)
    expect(shown.locator(".way h2")).to_have_text("The way to Balcony")
    expect(shown.locator(".way h2")).to_be_focused()
    outline = shown.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none", "the focus is not seen"
    for section in SECTIONS:
        everything_is_reached(page.show(section), section)
    page.close()


def everything_is_reached(shown, section):
    wanted = shown.locator("main :is(button, select, input, a, [tabindex='0']):visible").count()
    shown.evaluate("document.body.setAttribute('tabindex', '-1'); document.body.focus()")
    seen = set()
    for _ in range(wanted + 40):
        shown.keyboard.press("Tab")
        number = shown.evaluate("""() => {
          const all = [...document.querySelectorAll("main :is(button, select, input, a, [tabindex='0'])")];
          return all.indexOf(document.activeElement);
        }""")
        if number >= 0:
            seen.add(number)
        if len(seen) >= wanted:
            return
    raise AssertionError(f"{section}: Tab reaches {len(seen)} of {wanted} controls")


def press_until(shown, holds, most):
    for _ in range(most):
        if holds():
            return True
        shown.keyboard.press("Tab")
    return holds()


def focused(shown):
    return shown.evaluate("document.activeElement.textContent")


def described(shown):
    return shown.evaluate("document.activeElement.labels?.[0]?.textContent ?? ''")


def axe(browser, address, folder):
    """No section breaks a rule of WCAG 2.2 at A or AA, in light and in dark; and the checker itself finds a fault."""
    engine = Axe()
    for scheme in ["light", "dark"]:
        page = Page(browser, address, scheme=scheme)
        for section in SECTIONS:
            shown = page.show(section)
            if section == "routes":
                choose(shown, "ternwick-ground/main-entrance", "ternwick-first/balcony")
                expect(shown.locator(".before")).to_be_visible()
            if section == "settings":
                shown.get_by_role("button", name="Show them").click()
            found = engine.run(shown, options=RULES).response["violations"]
            brief = [(each["id"], [node["html"][:120] for node in each["nodes"]][:3]) for each in found]
            assert brief == [], f"{section} in {scheme}: {brief}"
        shown.evaluate("document.querySelector('main').append(document.createElement('input'))")
        found = engine.run(shown, options=RULES).response["violations"]
        assert "label" in [each["id"] for each in found], "the checker finds nothing at all"
        page.close()


def narrow(browser, address, folder):
    """At 400 % zoom nothing is cut, and nothing must be scrolled sideways."""
    page = Page(browser, address, width=320, height=640)
    for section in SECTIONS:
        shown = page.show(section)
        if section == "routes":
            choose(shown, "ternwick-ground/main-entrance", "ternwick-first/balcony")
            expect(shown.locator(".way h2")).to_be_visible()
            expect(shown.locator(".map-area .hint")).to_have_text("Scroll the map sideways to see all of it.")
            edge = shown.locator(".window").evaluate("each => getComputedStyle(each, '::after').opacity")
            assert edge == "1" or shown.locator(".window.more-left").count() == 1, "no edge shows that the map goes on"
        faults = shown.evaluate(CUT)
        assert faults == [], f"{section}: {faults}"
        shown.screenshot(path=os.path.join(folder, f"{section}-400-percent.png"), full_page=True)
    page.close()


def large(browser, address, folder):
    """With text twice as large nothing is cut, and nothing must be scrolled sideways."""
    for width in [1280, 640]:
        page = Page(browser, address, width=width)
        for section in SECTIONS:
            shown = page.show(section)
            shown.evaluate("document.documentElement.style.fontSize = '200%'")
            if section == "routes":
                choose(shown, "ternwick-ground/main-entrance", "ternwick-first/balcony")
                expect(shown.locator(".way h2")).to_be_visible()
            size = float(shown.evaluate("parseFloat(getComputedStyle(document.querySelector('main p')).fontSize)"))
            assert size >= 28, f"{section}: the text is {size} px"
            faults = shown.evaluate(CUT)
            assert faults == [], f"{section} at {width}: {faults}"
        page.close()


def motion(browser, address, folder):
    """Where less motion is wished for, nothing moves."""
    page = Page(browser, address, motion="reduce")
    for section in SECTIONS:
        moving = page.show(section).evaluate("""() => [...document.querySelectorAll("*")].filter((each) => {
          const style = getComputedStyle(each);
          return style.animationName !== "none" || style.transitionDuration.split(", ").some((time) => time !== "0s");
        }).map((each) => each.tagName)""")
        assert moving == [], f"{section}: {moving}"
    page.close()


def named(browser, address, folder):
    """Every control has a name and a hint, and none can be made without."""
    page = Page(browser, address)
    for section in SECTIONS:
        shown = page.show(section)
        mute = shown.evaluate("""() => [...document.querySelectorAll("button, select, input, nav a")].filter((each) => {
          if (each.classList.contains("door")) return each.querySelectorAll(":scope > span").length !== 3;
          const name = each.labels?.length ? each.labels[0].textContent : each.textContent;
          const hint = document.getElementById(each.getAttribute("aria-describedby") ?? "")?.textContent;
          return !name?.trim() || !hint?.trim();
        }).map((each) => each.outerHTML)""")
        assert mute == [], f"{section}: {mute}"
    refused = shown.evaluate("""async () => {
      const { control } = await import(new URL("parts.js", document.baseURI));
      const tries = [{ label: "Go" }, { hint: "Goes." }, { label: " ", hint: "Goes." }, { label: "Go", hint: "" }, {}];
      const kinds = ["button", "door", "link", "choice", "toggle", "number", "text", "file"];
      return kinds.flatMap((kind) => tries.map((each) => {
        try { control(kind, each); return `${kind} ${JSON.stringify(each)}`; } catch { return null; }
      })).filter((each) => each !== null);
    }""")
    assert refused == [], f"made without a name or a hint: {refused}"
    page.close()
