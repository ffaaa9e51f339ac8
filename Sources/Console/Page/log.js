// What was said, what was not, and why.
import { card, control, element, section, timeOfDay, write } from "./parts.js";
import { look } from "./service.js";
import { failure } from "./doors.js";

const most = 200;
const outcomes = { said: "Said", unheard: "Not heard: no voice", cut: "Cut off", dropped: "Not said" };

export function makeLog(frame) {
  const rows = element("ol", { class: "log", reversed: true });
  const empty = element("p", { class: "note" }, "Nothing was said yet.");
  const shown = { filter: "all", isPaused: false, clock: null };
  const filter = control("choice", {
    label: "Show", hint: "All rows, or only those that were said, or only those that were not.",
    options: [{ value: "all", text: "Everything" }, { value: "said", text: "What was said" }, { value: "not", text: "What was not" }],
    act: (value) => { shown.filter = value; load(); },
  });
  const pause = control("button", {
    label: "Pause", isPressed: false, hint: "Keeps the list as it is while you read; what comes meanwhile is shown afterwards.",
    act: () => {
      shown.isPaused = !shown.isPaused;
      pause.control.setAttribute("aria-pressed", String(shown.isPaused));
      if (!shown.isPaused) load();
    },
  });
  const node = section("Log", element("p", { class: "lead" }, "The newest first."),
    element("div", { class: "pickers" }, filter, pause), card("What was said, and why", empty, rows));

  const isWanted = (entry) => shown.filter === "all" || (shown.filter === "said") === (entry.outcome === "said");

  function row(entry, now) {
    return element("li", { class: entry.outcome, "data-number": entry.n }, element("p", {},
      element("span", { class: "time" }, timeOfDay(entry.t, now)), " ",
      element("span", { class: "tag" }, outcomes[entry.outcome] ?? entry.outcome), " ",
      element("strong", {}, entry.text || entry.kind)),
    element("p", { class: "soft" }, `${entry.kind}: ${entry.why}`));
  }

  async function load() {
    try {
      const log = await look("log");
      shown.clock = { at: Date.now(), now: log.now };
      rows.replaceChildren(...log.rows.filter(isWanted).map((entry) => row(entry, log.now)));
      empty.hidden = rows.childElementCount > 0;
    } catch (error) {
      rows.replaceChildren();
      empty.hidden = false;
      write(empty, error.message);
    }
  }

  frame.hear((type, value) => {
    if (type !== "log" || shown.isPaused || !shown.clock) return;
    // what became of a sentence may be known only later: its row is told again
    const old = rows.querySelector(`[data-number="${Number(value.n)}"]`);
    const now = shown.clock.now + (Date.now() - shown.clock.at) / 1000;
    if (!isWanted(value)) old?.remove();
    else if (old) old.replaceWith(row(value, now));
    else rows.prepend(row(value, now));
    while (rows.childElementCount > most) rows.lastElementChild.remove();
    empty.hidden = rows.childElementCount > 0;
  });
  load();
  return { node };
}
