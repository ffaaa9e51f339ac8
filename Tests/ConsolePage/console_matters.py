"""Checks of what each section shows and does: routes, people, what is near, settings, maps, what was seen."""

import json
import os
import re

from playwright.sync_api import expect

from console_browser import Page, choose

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
    shown.wait_for_function("() => (" + pixels + ")()[0] > 0")
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
    expect(shown.locator(".picture canvas")).to_have_css("opacity", re.compile(r"^0(\.[0-4]\d*)?$"))
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


def phones(browser, address, folder):
    """A phone that asks is shown with its digits, and a yes or no is for the one that shows them; the focus stays."""
    page = Page(browser, address)
    shown, calls = page.page, []
    standing = {"openSeconds": None, "closedSeconds": None, "request": None, "devices": []}

    def answer(route):
        asked = json.loads(route.request.post_data)
        if not asked["method"].startswith("pair."):
            return route.fallback()
        calls.append((asked["method"], asked["params"]))
        if asked["method"] == "pair.open":
            standing["openSeconds"] = 120
        if asked["method"] == "pair.allow":
            standing.update(request=None, devices=[{"name": "Sam", "connected": False, "here": False}])
        result = {"text": "Sam is allowed." if asked["method"] == "pair.allow" else "Done.", **standing}
        return route.fulfill(content_type="application/json", body=json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}))

    shown.route("**/call", answer)
    shown = page.show("state")
    card = shown.locator(".card", has=shown.get_by_role("heading", name="Phones"))
    expect(card).to_contain_text("No phone is paired.")
    card.get_by_role("button", name="Open pairing").click()
    expect(card).to_contain_text("Choose the robot on the phone.")
    standing["request"] = {"device": "s", "name": "Sam", "digits": "417", "secondsLeft": 60}
    expect(card).to_contain_text("Sam wants to pair, and shows 4 1 7.")
    card.get_by_role("button", name="Refuse").focus()
    standing["request"]["secondsLeft"] = 30
    shown.wait_for_timeout(2500)
    expect(card.get_by_role("button", name="Refuse")).to_be_focused()
    shown.screenshot(path=os.path.join(folder, "phones.png"), full_page=True)
    card.get_by_role("button", name="Allow").click()
    expect(card).to_contain_text("Sam: not connected")
    assert ("pair.allow", {"digits": "417"}) in calls, calls
    expect(shown.locator("#told")).to_have_text("Sam is allowed.")
    page.close()
