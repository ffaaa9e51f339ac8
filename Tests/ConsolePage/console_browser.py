"""A real Chromium for the checks of the page, and who walks about in the building meanwhile."""

import json
import socket
import threading
import time

from playwright.sync_api import expect

LIMIT = 20_000
SECTIONS = ["start", "state", "open", "routes", "nearby", "settings", "seen", "log"]

# What a page must not do at 320 CSS pixels or with its text twice as large.
CUT = """() => {
  const faults = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} wide of ${root.clientWidth}`);
  for (const each of document.querySelectorAll("main *, header *")) {
    if (each.closest("svg, .plane, .heard, [hidden]") || each.checkVisibility?.() === false) continue;
    const style = getComputedStyle(each);
    const box = each.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const name = `${each.tagName.toLowerCase()}.${each.className} “${each.textContent.trim().slice(0, 30)}”`;
    if (box.right > root.clientWidth + 1 || box.left < -1) faults.push(`${name} reaches from ${box.left} to ${box.right}`);
    const isText = [...each.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim() !== "");
    if (!isText || ["SELECT", "OPTION", "OPTGROUP"].includes(each.tagName)) continue;
    const cuts = ["hidden", "clip"].includes(style.overflowX) || ["hidden", "clip"].includes(style.overflowY);
    if (cuts && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)) faults.push(`${name} is cut`);
    if (style.textOverflow === "ellipsis") faults.push(`${name} ends in dots`);
  }
  return faults;
}"""


class Page:
    """A page that notes whatever went wrong while it was open."""

    def __init__(self, browser, address, width=1280, height=900, scheme="light", motion="no-preference"):
        self.address = address
        self.faults = []
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion=motion)
        self.page = self.context.new_page()
        self.page.set_default_timeout(LIMIT)
        self.page.on("console", self.note_console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self.note_request)

    def note_console(self, message):
        # the last is the browser's advice about how this test reads the picture
        if message.type in ("error", "warning") and "willReadFrequently" not in message.text:
            self.faults.append(f"{message.type}: {message.text}")

    def note_request(self, request):
        if not request.url.startswith(self.address):
            self.faults.append(f"a request went to {request.url}")

    def show(self, section, query=""):
        # by way of another address, so that the page is loaded anew
        self.page.goto("about:blank")
        self.page.goto(self.address + "#" + section + query)
        expect(self.page.locator("main h1")).to_be_visible()
        expect(self.page.locator("#link")).to_have_text("Connected")
        self.settle(section)
        return self.page

    def settle(self, section):
        ready = {
            "start": ".door >> nth=2", "state": ".facts dt >> nth=3", "routes": ".plane svg",
            "nearby": ".curve svg", "settings": ".columns .card >> nth=3", "seen": ".card >> nth=1", "log": ".log li >> nth=0",
        }.get(section)
        if ready:
            expect(self.page.locator(ready)).to_be_visible()

    def close(self):
        self.context.close()
        assert self.faults == [], self.faults


class World:
    """Who is where: the robot and Ada are heard all the time, Sam only once."""

    def __init__(self, path):
        self.path = path
        self.thread = None

    def begin(self):
        if self.thread is None:
            self.thread = threading.Thread(target=self.tell, daemon=True)
            self.thread.start()

    def tell(self):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
            link.connect(self.path)
            link.settimeout(10)
            self.say(link, "peer", device="d1", name="Sam", place="ternwick-ground", x=9, y=2)
            while True:
                try:
                    self.say(link, "pose", place="ternwick-ground", x=2, y=0.4, yaw=0.5)
                    self.say(link, "peer", device="d2", name="Ada", place="ternwick-ground", x=14, y=-2)
                    link.recv(65536)
                except OSError:
                    return  # the service has ended
                time.sleep(0.2)

    @staticmethod
    def say(link, method, **parameters):
        call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
        link.sendall(json.dumps(call).encode() + b"\n")


def choose(page, start, end, step_free=False):
    """Chooses both ends of a route as somebody with a mouse does."""
    page.get_by_label("From", exact=True).select_option(start)
    page.get_by_label("To", exact=True).select_option(end)
    if step_free:
        page.get_by_label("Step-free").check()
