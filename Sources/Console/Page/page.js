// The frame of the page: which section is shown, and what the service tells meanwhile.
import { control, element, moveFocus, write } from "./parts.js";
import { Listening } from "./service.js";
import { makeDoors, makeOpening, makeState } from "./doors.js";
import { makeRoutes } from "./routes.js";
import { makeNearby } from "./nearby.js";
import { makeSettings } from "./settings.js";
import { makeSeen } from "./seen.js";
import { makeLog } from "./log.js";

const sections = [
  { id: "start", title: "Start", hint: "The three doors of the first page.", make: makeDoors },
  { id: "state", title: "State", hint: "What works, what does not, and what to do.", make: makeState },
  { id: "open", title: "Open a place", hint: "Check a map file and look at it.", make: makeOpening },
  { id: "routes", title: "Routes", hint: "Maps, routes, people and guidance.", make: makeRoutes },
  { id: "nearby", title: "Nearby", hint: "What the camera and the barometer show now.", make: makeNearby },
  { id: "settings", title: "Settings", hint: "What is recorded, and what can be changed.", make: makeSettings },
  { id: "seen", title: "Seen", hint: "What the robot has written down.", make: makeSeen },
  { id: "log", title: "Log", hint: "What was said, and why.", make: makeLog },
];

const main = document.getElementById("content");
const heard = new Set();
let shown = null;

const listening = new Listening({
  hears(type, value) { for (const hears of heard) hears(type, value); },
  changes(isThere) {
    write(document.getElementById("link"), isThere ? "Connected" : "The service does not answer; trying again.");
    document.getElementById("link").classList.toggle("lost", !isThere);
  },
});

/** What a section may use of the frame. */
const frame = {
  listening,
  go(id, query = {}) {
    const text = new URLSearchParams(query).toString();
    location.hash = text ? `${id}?${text}` : id;
  },
  hear(hears) { heard.add(hears); },
};

function wanted() {
  const [id, query = ""] = location.hash.slice(1).split("?");
  return { row: sections.find((row) => row.id === id) ?? sections[0], query: new URLSearchParams(query) };
}

function show({ movesFocus }) {
  const { row, query } = wanted();
  shown?.end?.();
  heard.clear();
  shown = row.make(frame, query);
  main.replaceChildren(shown.node);
  document.title = `${row.title} – Companion`;
  for (const link of document.querySelectorAll("#sections a")) {
    if (link.getAttribute("href") === `#${row.id}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (movesFocus) moveFocus(shown.node.querySelector("h1"));
}

document.getElementById("sections").append(element("ul", {}, sections.map((row) =>
  element("li", {}, control("link", { label: row.title, hint: row.hint, to: `#${row.id}` })))));
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  moveFocus(main.querySelector("h1"));
});
window.addEventListener("hashchange", () => show({ movesFocus: true }));
show({ movesFocus: false });
