// What is recorded, said in full, and what may be changed while the service runs.
import { card, control, element, moveFocus, section, tell } from "./parts.js";
import { call, look } from "./service.js";
import { failure, spaced } from "./doors.js";

export function makeSettings() {
  const body = element("div", { class: "columns" });
  const node = section("Settings", element("p", { class: "lead" },
    "Changes hold until the service reads its configuration file again. What is to last belongs in that file."), body);
  async function load() {
    try {
      const settings = await look("settings");
      body.replaceChildren(recording(settings), ...running(settings), file(settings));
    } catch (error) {
      body.replaceChildren(failure(error));
    }
  }
  load();
  return { node };
}

/** A line that tells what became of a change. */
function outcome() {
  return element("p", { class: "note", hidden: true });
}

async function change(key, value, line) {
  line.hidden = false;
  try {
    const result = await call("setting", { key, value });
    line.className = "note good";
    line.textContent = `${key} is now ${words(result.value)}.`;
  } catch (error) {
    line.className = "note bad";
    line.textContent = error.message;
  }
  tell(line.textContent);
  return line.className === "note good";
}

function words(value) {
  if (value === true) return "on";
  if (value === false) return "off";
  return value === null ? "not set" : Array.isArray(value) ? value.flat().join(" ") : String(value);
}

function recording(settings) {
  const rows = new Map(settings.rows.map((row) => [row.key, row]));
  return card("What is recorded and shared", settings.recording.map((record) => {
    const line = outcome();
    const row = rows.get(record.key);
    const text = element("p", {}, record.words);
    const title = element("h3", {}, record.name);
    if (!row) return element("div", { class: "record" }, title, text);
    const box = control("toggle", {
      label: record.label, hint: row.meaning, value: record.on,
      act: async (value) => {
        if (!await change(record.key, value, line)) { box.control.checked = !value; return; }
        const fresh = await look("settings");
        text.textContent = fresh.recording.find((each) => each.key === record.key)?.words ?? "";
      },
    });
    return element("div", { class: "record" }, title, text, box, line);
  }));
}

const sections = { depth: "Depth", announcements: "Announcements", guidance: "Guidance", handOff: "Places", probe: "Places", robot: "Robot" };

// Where the last word of a key does not say what it is.
const names = {
  "depth.rearmMargin": "Margin until armed again", "depth.repeat": "Repeat after", "depth.strips": "Look for thin things",
  "announcements.audience": "Announcements are for", "guidance.stepFree": "Step-free routes",
  "handOff.lateral": "Look for the neighbouring place", "probe.by": "Who tells which place it is",
};

function running(settings) {
  const recorded = new Set(settings.recording.map((record) => record.key));
  const cards = new Map();
  for (const row of settings.rows.filter((each) => !recorded.has(each.key))) {
    const title = sections[row.key.split(".")[0]] ?? "Words";
    if (!cards.has(title)) cards.set(title, []);
    cards.get(title).push(setting(row));
  }
  return [...cards].map(([title, rows]) => card(title, rows));
}

function setting(row) {
  const line = outcome();
  const hint = `${row.key}: ${row.meaning.charAt(0).toLowerCase()}${row.meaning.slice(1)} ${row.kind === "switch" ? "" : `Allowed: ${row.allowed}. `}As shipped: ${words(row.default)}${row.unit ? ` ${row.unit}` : ""}.`;
  const name = names[row.key] ?? spaced(row.key.split(".").at(-1));
  const label = row.unit ? `${name} (${row.unit})` : name;
  const acts = {
    switch: () => control("toggle", { label, hint, value: row.value, act: (value) => change(row.key, value, line) }),
    choice: () => control("choice", {
      label, hint, options: row.choices.map((text) => ({ value: text, text })), value: row.value,
      act: (value) => change(row.key, value, line),
    }),
    number: () => control("number", {
      label, hint, value: String(row.value),
      act: (text) => change(row.key, text !== "" && Number.isFinite(Number(text)) ? Number(text) : text, line),
    }),
    text: () => control("text", { label, hint, value: row.value, act: (value) => change(row.key, value, line) }),
  };
  acts.whole = acts.number;
  const made = acts[row.kind];
  return element("div", { class: "record" }, made ? made() : element("p", {}, `${label}: ${words(row.value)}`), line);
}

function file(settings) {
  const rows = element("dl", { class: "facts wide", hidden: true, tabindex: "-1" }, settings.fixed.map((row) =>
    element("div", {}, element("dt", {}, row.key), element("dd", {},
      `${words(row.value)}${row.unit && row.value !== null ? ` ${row.unit}` : ""}. `, element("span", { class: "soft" }, row.meaning)))));
  const button = control("button", {
    label: "Show them", hint: "They take effect when the service is started anew.",
    act: () => {
      rows.hidden = !rows.hidden;
      button.control.setAttribute("aria-expanded", String(!rows.hidden));
      button.control.textContent = rows.hidden ? "Show them" : "Hide them";
      if (!rows.hidden) moveFocus(rows);
    },
  });
  button.control.setAttribute("aria-expanded", "false");
  return card("Only in the configuration file", button, rows);
}
