// What the robot has written down, and erasing it.
import { card, control, element, moveFocus, section, tell } from "./parts.js";
import { call, look } from "./service.js";
import { failure } from "./doors.js";

export function makeSeen() {
  const body = element("div", { class: "cards" });
  const said = element("p", { class: "note good", hidden: true });
  const node = section("Seen", element("p", { class: "lead" },
    "What the robot has met, with place and time. It is only written down while that is turned on, and stays on the robot."),
  said, body);

  async function load() {
    try {
      const [seen, settings] = await Promise.all([look("seen"), look("settings")]);
      const record = settings.recording.find((each) => each.key === "seen.enabled");
      body.replaceChildren(card("Is it written down?", element("p", {}, record?.words ?? "")), ...show(seen));
    } catch (error) {
      body.replaceChildren(failure(error));
    }
  }

  function show(seen) {
    if (!seen.kept) return [card("Nothing is kept", element("p", {}, "This service runs without a state directory."))];
    if (seen.days.length === 0) return [card("Nothing is kept", element("p", {}, "No entry is in the file."))];
    return [...seen.days.map((day) => card(day.day, element("ul", { class: "rows" }, day.rows.map(row)))), clearing()];
  }

  function row(entry) {
    const place = entry.place ? ` (${entry.place})` : "";
    return element("li", {}, element("p", {}, element("span", { class: "time" }, entry.time), ` ${entry.text}${place}`),
      control("button", {
        label: `Remove entry ${entry.id}`, hint: `Erases “${entry.text}” from the file.`,
        act: () => erase("seen.remove", { id: entry.id }),
      }));
  }

  function clearing() {
    const sure = element("div", { hidden: true });
    const ask = control("button", {
      label: "Clear everything", hint: "Asks once more before every entry is erased from the file.",
      act: () => { sure.hidden = false; moveFocus(sure.querySelector("p")); },
    });
    sure.append(element("p", { tabindex: "-1" }, "Every entry is erased and cannot be brought back."),
      element("div", { class: "row" },
        control("button", { label: "Yes, erase all", look: "danger", hint: "Erases every entry now.", act: () => erase("seen.clear", {}) }),
        control("button", {
          label: "No, keep them", hint: "Nothing is erased.",
          act: () => { sure.hidden = true; moveFocus(ask.control); },
        })));
    return card("Clear", ask, sure);
  }

  async function erase(method, params) {
    said.hidden = false;
    try {
      said.textContent = (await call(method, params)).text;
      said.className = "note good";
    } catch (error) {
      said.textContent = error.message;
      said.className = "note bad";
    }
    await load();
    moveFocus(node.querySelector("h1"));
    tell(said.textContent);
  }

  load();
  return { node };
}
