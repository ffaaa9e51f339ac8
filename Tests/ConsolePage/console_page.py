"""The page for bench and review, driven in a real Chromium.

usage: console_page.py ADDRESS SOCKET FOLDER CHECK…

A localiser and two phones are played over the control socket, once the check "steps" is over: it walks without poses. Each
check prints "ok NAME", or "not ok NAME: why"; the exit code is 1 where one was not ok. Screenshots of every section
in light and dark go to FOLDER. Needs Playwright and axe-playwright-python, and Debian's chromium. The checks stand
here, in console_access.py and in console_matters.py.
"""

import json
import os
import sys
import traceback

from playwright.sync_api import expect, sync_playwright

from console_access import axe, keyboard, large, motion, named, narrow
from console_browser import LIMIT, SECTIONS, Page, World, choose
from console_matters import changes, nearby, opening, people, phones, routes, seen, steps

CHROMIUM = "/usr/bin/chromium"


def sections(browser, address, folder):
    """Every section shows what is its matter, and asks nobody but the service."""
    page = Page(browser, address)
    page.show("start")
    names = [door.inner_text() for door in page.page.locator(".door").all()]
    assert len(names) == 3 and "Look around" in names[2], names
    assert page.page.locator("main button").count() == 3, "the first page has three buttons and nothing else"
    for section, wanted in {
        "state": "In one sentence", "open": "Map file", "settings": "Nothing that the robot meets is written down",
        "seen": "Is it written down?",
    }.items():
        expect(page.show(section).locator("main")).to_contain_text(wanted)
    names = page.show("state").evaluate("""async () => {
      const { spaced } = await import(new URL("doors.js", document.baseURI));
      return ["ros2", "rearmMargin"].map(spaced);
    }""")
    assert names == ["ROS 2", "Rearm margin"], names
    shown = page.show("log")
    expect(shown.locator(".log li").first).to_be_visible()
    told_again(shown)
    why = shown.locator(".log li .soft").first.inner_text()
    assert ": " in why and why.endswith("."), why
    shown.get_by_label("Show").select_option("not")
    shown.get_by_role("button", name="Pause").click()
    expect(shown.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    page.close()


def told_again(shown):
    """A row that turns out not to have been heard says so, and is not shown twice."""
    rows = shown.locator(".log li")
    number = rows.first.get_attribute("data-number")
    assert number and rows.count() == len(set(rows.evaluate_all("all => all.map((each) => each.dataset.number)")))
    answer = json.dumps({"now": 9, "rows": [
        {"n": 1, "t": 1, "outcome": "unheard", "kind": "ready", "text": "Ready.", "why": "Not heard: no voice works."}]})
    shown.route("**/look/log", lambda route: route.fulfill(body=answer, content_type="application/json"))
    shown.get_by_label("Show").select_option("not")
    expect(rows.first).to_contain_text("Not heard: no voice")
    shown.get_by_label("Show").select_option("said")
    expect(rows).to_have_count(0)
    shown.unroute("**/look/log")
    shown.get_by_label("Show").select_option("all")
    expect(shown.locator(f'.log li[data-number="{number}"]')).to_have_count(1)


def doors(browser, address, folder):
    """Each door is one element that reads as title, detail and what it does, and leads where it says."""
    page = Page(browser, address)
    for number, heading in enumerate(["Nearby", "Open a place someone sent", "Routes"]):
        shown = page.show("start")
        door = shown.locator(".door").nth(number)
        texts = door.locator("> span").all_inner_texts()
        assert len(texts) == 3 and all(texts), texts
        name = door.evaluate("each => each.textContent")
        assert name.count(".") >= 3, name
        door.click()
        expect(shown.locator("main h1")).to_have_text(heading)
        expect(shown.locator("main h1")).to_be_focused()
    page.close()


def strict(browser, address, folder):
    """What is no part of the page does not run, and no other page may show it."""
    page = Page(browser, address)
    shown = page.show("start")
    broken = shown.evaluate("""() => new Promise((done) => {
      document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
      const script = document.createElement("script");
      script.textContent = "window.hasRun = true";
      document.head.append(script);
      setTimeout(() => done(window.hasRun ? "it ran" : "nothing"), 5000);
    })""")
    assert broken.startswith("script-src"), broken
    page.faults = [each for each in page.faults if "Content Security Policy" not in each]
    page.close()


def pictures(browser, address, folder):
    """Pictures of each section in light and dark, for whoever looks."""
    for scheme in ["light", "dark"]:
        page = Page(browser, address, scheme=scheme)
        for section in SECTIONS:
            shown = page.show(section)
            if section == "nearby":
                shown.wait_for_timeout(1500)
            if section == "routes":
                choose(shown, "ternwick-ground/main-entrance", "ternwick-first/balcony")
                expect(shown.locator(".before")).to_be_visible()
            shown.screenshot(path=os.path.join(folder, f"{section}-{scheme}.png"), full_page=True)
        shown = page.show("routes")
        choose(shown, "ternwick-ground/main-entrance", "ternwick-first/balcony", step_free=True)
        expect(shown.locator(".blockers")).to_be_visible()
        shown.screenshot(path=os.path.join(folder, f"no-way-{scheme}.png"), full_page=True)
        page.close()


CHECKS = {check.__name__: check for check in [
    sections, doors, keyboard, axe, narrow, large, motion, named, routes, people, steps, nearby, changes, opening, seen, phones,
    strict, pictures]}


def main():
    address, path, folder, *names = sys.argv[1:]
    world = World(path)
    if "steps" not in names:
        world.begin()
    os.makedirs(folder, exist_ok=True)
    expect.set_options(timeout=LIMIT)
    is_good = True
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        for name in names:
            try:
                CHECKS[name](browser, address, folder)
                print(f"ok {name}", flush=True)
            except Exception as error:  # whatever it is, it is told, and the others go on
                is_good = False
                place = traceback.extract_tb(error.__traceback__)[-1]
                print(f"not ok {name}: {str(error)[:1500]} ({place.name}, line {place.lineno})", flush=True)
            if name == "steps":
                world.begin()
        browser.close()
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    main()
