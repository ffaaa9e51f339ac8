"""The page for bench and review, driven in a real Chromium.

usage: console_page.py ADDRESS SOCKET FOLDER CHECK…

A localiser and two phones are played over the control socket, once the check "steps" is over: it walks without poses. Each
check prints "ok NAME", or "not ok NAME: why"; the exit code is 1 where one was not ok. Screenshots of every section
in light and dark go to FOLDER. Needs Playwright and axe-playwright-python, and Debian's chromium.
"""

import json
import os
import re
import sys
import traceback

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

from console_browser import CUT, LIMIT, Page, World

CHROMIUM = "/usr/bin/chromium"
SECTIONS = ["start", "state", "open", "routes", "nearby", "settings", "seen", "log"]
# The names on the map that the edge of a floor or a portal runs through.
CROSSED = """() => {
  const lines = [...document.querySelectorAll("svg.map path.floor, svg.map path.link")].map((path) => {
    const length = path.getTotalLength();
    return Array.from({ length: Math.ceil(length / 2) }, (_, step) => path.getPointAtLength(step * 2));
  }).flat();
  return [...document.querySelectorAll("svg.map text.name:not(.who)")].filter((text) => {
    const box = text.getBBox();
    return lines.some(({ x, y }) => x > box.x + 3 && x < box.x + box.width - 3 && y > box.y + 4 && y < box.y + box.height - 4);
  }).map((text) => text.textContent);
}"""
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def choose(page, start, end, step_free=False):
    """Chooses both ends of a route as somebody with a mouse does."""
    page.get_by_label("From", exact=True).select_option(start)
    page.get_by_label("To", exact=True).select_option(end)
    if step_free:
        page.get_by_label("Step-free").check()


# the checks


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


def routes(browser, address, folder):
    """A route is drawn with its steps and what to know before going; a failed one names what stands in the way."""
    page = Page(browser, address)
    shown = page.show("routes")
    map_is_in_order(shown)
    choose(shown, "ternwick-ground/main-entrance", "ternwick-first/balcony")
    expect(shown.locator(".way h2")).to_have_text("The way to Balcony")
    expect(shown.locator(".before")).to_contain_text("This is a demo map.")
    expect(shown.locator(".steps li").last).to_contain_text("You have arrived at Balcony.")
    expect(shown.locator("svg .route").first).to_be_attached()
    shown.get_by_label("Step-free").check()
    expect(shown.locator(".way h2")).to_have_text("No way to Balcony")
    expect(shown.locator(".way h2")).to_be_focused()
    blockers = shown.locator(".blockers li").all_inner_texts()
    assert len(blockers) >= 1 and any("step" in each for each in blockers), blockers
    expect(shown.locator("svg .halo").first).to_be_attached()
    assert shown.locator("svg .line.route").count() <= 1, "a way that breaks the wish is drawn"
    page.close()


def map_is_in_order(shown):
    """Before a route is chosen the cards begin side by side; names can be read; the chosen floor is what is seen first."""
    tops = shown.locator(".routes .card:visible").evaluate_all("all => all.map((each) => each.getBoundingClientRect().top)")
    assert len(tops) >= 2 and abs(tops[0] - tops[1]) < 1, tops
    size = shown.locator("svg text.name").first.evaluate(
        "each => parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a")
    assert size >= 11, f"a name is {size:.1f} px high"
    for place in ["ternwick-ground", "ternwick-second"]:
        shown.get_by_label("Place", exact=True).select_option(place)
        shown.wait_for_function("""place => {
          const floor = document.querySelector(`.plane [data-place="${place}"]`).getBoundingClientRect();
          const plane = document.querySelector(".plane").getBoundingClientRect();
          return floor.top >= plane.top - 1 && floor.bottom <= plane.bottom + 1 && floor.top < innerHeight;
        }""", arg=place)
    shown.get_by_label("Place", exact=True).select_option("ternwick-ground")
    crossed = shown.evaluate(CROSSED)
    assert crossed == [], f"names that a line runs through: {crossed}"


def people(browser, address, folder):
    """Who is heard is a dot; who was last seen is a hollow amber ring with name and age, on the map and in words."""
    page = Page(browser, address)
    shown = page.show("routes")
    expect(shown.locator(".people li", has_text="Sam ·")).to_be_visible()
    ring = shown.locator("svg g:has(> .ghost)").first
    expect(ring).to_be_attached()
    title = ring.locator("title").first.text_content()
    label = shown.locator("svg text.who", has_text="Sam").text_content()
    assert label.startswith("Sam · ") and label.split(" · ")[1].split()[1] in ("s", "min"), label
    assert title.startswith("Sam · ") and "last seen" in title, title
    style = ring.locator(".ghost").evaluate(
        "each => [getComputedStyle(each).fill, getComputedStyle(each).stroke, getComputedStyle(each).strokeWidth]")
    assert style == ["none", "rgb(168, 98, 0)", "4px"], style
    row = shown.locator(".people li", has_text="Sam").inner_text()
    assert "last seen in Ternwick Hall" in row and "ago" in row, row
    heard = shown.locator(".people li", has_text="Ada").inner_text()
    assert "heard now" in heard, heard
    expect(shown.locator("svg .person").first).to_be_attached()
    expect(shown.locator("svg .robot").first).to_be_attached()
    page.close()


def steps(browser, address, folder):
    """With a screen reader each step is announced once, and the focus moves to it."""
    page = Page(browser, address)
    shown = page.show("routes")
    shown.evaluate("""() => {
      window.heard = [];
      for (const id of ["told", "warned"]) {
        new MutationObserver(() => {
          const text = document.getElementById(id).textContent;
          if (text) window.heard.push(text);
        }).observe(document.getElementById(id), { childList: true, characterData: true, subtree: true });
      }
    }""")
    choose(shown, "ternwick-ground/main-entrance", "ternwick-ground/lobby")
    expect(shown.locator(".way h2")).to_have_text("The way to Elevator lobby")
    shown.get_by_label("A screen reader reads the steps to me").check()
    expect(shown.locator("#link")).to_have_text("Connected")
    shown.get_by_role("button", name="Guide there").click()
    heading = shown.locator("h3", has_text="Step 1 of")
    expect(heading).to_be_visible()
    expect(heading).to_be_focused()
    first = shown.locator(".card", has_text="Guidance of the robot").locator(".big").inner_text()
    shown.wait_for_function("text => window.heard.some((each) => each.includes(text))", arg=first)
    shown.get_by_role("button", name="Confirm").click()
    heading = shown.locator("h3", has_text="Step 2 of")
    expect(heading).to_be_focused()
    second = shown.locator(".card", has_text="Guidance of the robot").locator(".big").inner_text()
    assert second != first
    shown.wait_for_function("text => window.heard.some((each) => each.includes(text))", arg=second)
    shown.wait_for_timeout(3000)  # long enough for a page that looks every two seconds to say it again
    heard = shown.evaluate("window.heard")
    for step in [first, second]:
        said = [each for each in heard if step in each]
        assert len(said) == 1, f"“{step}” was announced {len(said)} times: {heard}"
    print("steps handed to the screen reader: " + json.dumps([first, second]))
    shown.get_by_role("button", name="Stop").click()
    expect(shown.locator("h3", has_text="No route is followed")).to_be_visible()
    page.close()


def nearby(browser, address, folder):
    """The live picture moves, has its legend and marks, and the altitude has its floors."""
    page = Page(browser, address)
    shown = page.show("nearby")
    expect(shown.locator(".huge")).to_contain_text(" m")
    expect(shown.locator(".legend")).to_contain_text("the nearest 5 %")
    expect(shown.locator(".curve .floor-name").first).to_be_attached()
    names = shown.locator(".curve .floor-name").all_text_contents()
    assert "Ground floor" in names and any("by the map" in each for each in names), names
    pixels = """() => {
      const canvas = document.querySelector(".picture canvas");
      const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      let marked = 0;
      let sum = 0;
      for (let index = 0; index < data.length; index += 4) {
        if (data[index] === 255 && data[index + 1] === 64 && data[index + 2] === 200) marked += 1;
        sum = (sum * 31 + data[index] + data[index + 1]) % 1000003;
      }
      return [marked, sum, canvas.width, marked / (data.length / 16)];
    }"""
    shown.wait_for_function("(" + pixels + ")()[0] > 0")
    before = shown.evaluate(pixels)
    # the region is a quarter of the picture, and 5 % of what is usable in it decides
    assert before[3] < 0.06, f"{before[3]:.3f} of the region is marked"
    shown.wait_for_function("before => (" + pixels + ")()[1] !== before", arg=before[1])
    jumps_are_no_line(shown)
    silence_is_not_all_clear(shown, folder)
    page.close()


def jumps_are_no_line(shown):
    """A second in which a door pushed the air is a dot, and a gap is a gap; a ride is a line."""
    path = shown.evaluate("""async () => {
      const { altitudePath } = await import(new URL("nearby.js", document.baseURI));
      return altitudePath([0, 1.5, 3.4, -0.4, 3.4, null, 3.5, 3.4], (index) => index, (value) => value);
    }""")
    assert path == "M0.0 0.0L1.0 1.5L2.0 3.4M3.0 -0.4h0M4.0 3.4h0M6.0 3.5L7.0 3.4", path


def silence_is_not_all_clear(shown, folder):
    """Where no picture comes the last one is dimmed and says so; where no answer comes nothing is shown as known."""
    shown.route("**/look/depth", lambda route: route.fulfill(status=204))
    old = shown.locator(".picture .old")
    expect(old).to_have_text(re.compile(r"^The camera has stopped; this picture is \d+ seconds? old\.$"))
    assert float(shown.locator(".picture canvas").evaluate("each => getComputedStyle(each).opacity")) < 0.5
    expect(shown.locator("#warned")).to_have_text("The camera has stopped; the depth picture is old.")
    expect(shown.locator(".picture canvas")).to_have_attribute("aria-label", re.compile("The camera has stopped"))
    shown.screenshot(path=os.path.join(folder, "nearby-stopped.png"), full_page=True)
    held = []
    shown.route("**/look/nearby", lambda route: held.append(route))
    expect(shown.locator(".alert-state.unknown")).to_contain_text("the service does not answer")
    expect(shown.locator(".huge")).to_have_text("Not known")
    expect(old).to_contain_text("The service does not answer; this picture is")
    shown.unroute("**/look/depth")
    shown.unroute("**/look/nearby")
    expect(old).to_be_hidden()
    expect(shown.locator(".huge")).to_contain_text(" m")


def changes(browser, address, folder):
    """A setting is changed and refused in words; what is recorded is said in full."""
    page = Page(browser, address)
    shown = page.show("settings")
    field = shown.get_by_label("Threshold (m)")
    field.fill("1,5")
    field.press("Enter")
    expect(shown.locator(".note.good")).to_have_text("depth.threshold is now 1.5.")
    field.fill("40")
    field.press("Enter")
    expect(shown.locator(".note.bad")).to_contain_text("0.3 to 4 m")
    shown.get_by_label("Write down what the robot sees").check()
    expect(shown.locator("main")).to_contain_text("never sent over the internet")
    page.page.reload()
    expect(shown.get_by_label("Threshold (m)")).to_have_value("1.5")
    page.close()


def opening(browser, address, folder):
    """A map file that is wrong is refused with what is wrong; a right one is drawn, with routes, and kept on a yes."""
    page = Page(browser, address)
    shown = page.show("open")
    chooser = shown.get_by_label("Map file")
    chooser.set_input_files({"name": "no.json", "mimeType": "application/json", "buffer": b"{ no map"})
    expect(shown.locator("h2", has_text="This map cannot be used")).to_be_focused()
    chooser.set_input_files(os.path.join(folder, "place.json"))
    expect(shown.locator("h2", has_text="This map can be used")).to_be_focused()
    shown.get_by_role("button", name="Keep it on this robot").click()
    expect(shown.locator(".note.good")).to_contain_text("Took in")
    shown.get_by_role("button", name="Look at it").click()
    expect(shown.locator("main h1")).to_have_text("Routes")
    expect(shown.locator(".plane svg title").first).to_contain_text("Tiny house")
    choose(shown, "tiny/door", "tiny/sofa")
    expect(shown.locator(".steps li").first).to_contain_text("Walk to the sofa")
    page.close()


def seen(browser, address, folder):
    """What was seen is listed by day; one entry goes, then all, after being asked once more."""
    page = Page(browser, address)
    shown = page.show("seen")
    rows = shown.locator(".rows li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("A second thing.")
    shown.get_by_role("button", name="Remove entry 2").click()
    expect(shown.locator("main .note")).to_contain_text("Erased observation 2.")
    expect(rows).to_have_count(1)
    shown.get_by_role("button", name="Clear everything").click()
    expect(shown.get_by_text("Every entry is erased and cannot be brought back.")).to_be_focused()
    shown.get_by_role("button", name="Yes, erase all").click()
    expect(shown.locator("main .note")).to_contain_text("Erased 1 observation.")
    expect(rows).to_have_count(0)
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
    sections, doors, keyboard, axe, narrow, large, motion, named, routes, people, steps, nearby, changes, opening, seen,
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
