// The first page with its three doors, the state of the robot, and opening a place that someone sent.
import { card, control, element, list, moveFocus, section, tell } from "./parts.js";
import { call, look, sendMap } from "./service.js";
import { makePhones } from "./phones.js";

export function makeDoors(frame) {
  const doors = element("div", { class: "doors" });
  const node = section("Welcome", element("p", { class: "lead" },
    "This page shows what a Companion robot knows, sees and says. Nothing on it leaves this machine."), doors);
  look("doors").then((texts) => {
    doors.append(...texts.map((door) => control("door", {
      label: door.title, detail: door.detail, hint: door.effect, act: () => frame.go(door.leads),
    })));
  }).catch((error) => doors.append(failure(error)));
  return { node };
}

/** Why something could not be shown. */
export function failure(error) {
  return element("p", { class: "note bad" }, error.message);
}

export function makeState(frame) {
  const body = element("div", { class: "cards" });
  const again = control("button", {
    label: "Look again", hint: "Asks every part anew how it is.", act: () => load(true),
  });
  const phones = makePhones(frame);
  const node = section("State", element("p", { class: "lead" }, "What works, what does not, and how to mend it."),
    again, body, phones.node);
  async function load(isAsked) {
    try {
      const status = await call("status");
      body.replaceChildren(summary(status), parts(status));
      if (isAsked) tell(status.summary);
    } catch (error) {
      body.replaceChildren(failure(error));
    }
  }
  load(false);
  return { node, end: phones.end };
}

function summary(status) {
  const problems = status.problems.map((problem) => element("li", {},
    element("strong", {}, sentence(problem.message)), " ", sentence(problem.remedy)));
  return card("In one sentence", element("p", { class: "big" }, status.summary),
    problems.length > 0 ? element("ol", { class: "steps" }, problems) : null);
}

function sentence(text) {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(whole) || whole === "" ? whole : `${whole}.`;
}

function parts(status) {
  const rows = [];
  for (const [name, part] of Object.entries(status)) {
    const words = part?.words ?? part?.state;
    if (typeof words !== "string") continue;
    rows.push(element("div", {}, element("dt", {}, spaced(name)), element("dd", {}, words)));
  }
  return card("Each part", element("dl", { class: "facts" }, rows));
}

/** What is written in a way of its own. */
const names = { ros2: "ROS 2" };

/** A name of the program as words: "Rearm margin". */
export function spaced(name) {
  if (names[name]) return names[name];
  return name.charAt(0).toUpperCase() + name.slice(1).replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

export function makeOpening(frame) {
  const result = element("div", { class: "cards" });
  const file = control("file", {
    label: "Map file", accept: ".json,application/json",
    hint: "A place map in the form of Companion, at most 16 MB. It is checked before anything else happens.",
    act: (chosen) => check(chosen),
  });
  const node = section("Open a place someone sent", element("p", { class: "lead" },
    "The file is checked and shown. It is kept on the robot only if you say so."), card("The file", file), result);
  async function check(chosen) {
    try {
      show(await sendMap("map/check", chosen), chosen);
    } catch (error) {
      result.replaceChildren(card("Not opened", failure(error)));
      moveFocus(result.querySelector("h2"));
    }
  }
  function show(answer, chosen) {
    const findings = answer.findings.map((finding) => `${finding.at || "the file"}: ${finding.message}`);
    const outcome = element("div", {});
    let isKept = false;
    const actions = answer.valid ? element("div", { class: "row" },
      control("button", {
        label: "Look at it", look: "first", hint: "Draws the map and lets you try routes in it.",
        act: () => frame.go("routes", { place: isKept ? answer.id : answer.shownAs }),
      }),
      control("button", {
        label: "Keep it on this robot", hint: `Takes “${answer.name}” in; the robot can then guide there.`,
        act: async () => { isKept = await take(chosen, "map/take", outcome) || isKept; },
      })) : null;
    result.replaceChildren(card(answer.valid ? "This map can be used" : "This map cannot be used",
      element("p", { class: "big" }, answer.words), actions, outcome,
      findings.length > 0 ? element("h3", {}, `What was found (${findings.length})`) : null,
      findings.length > 0 ? list("ul", findings) : null));
    moveFocus(result.querySelector("h2"));
  }
  async function take(chosen, path, outcome) {
    try {
      const taken = await sendMap(path, chosen);
      outcome.replaceChildren(element("p", { class: "note good" }, taken.text));
      tell(taken.text);
      return true;
    } catch (error) {
      outcome.replaceChildren(failure(error), ...(error.code === "sameId" || error.code === "placeExists"
        ? [control("button", {
          label: "Replace the one that is here", hint: "The old map is kept beside it under a dated name.",
          act: () => take(chosen, "map/take?replace=1", outcome),
        })] : []));
      tell(error.message, { urgently: true });
      return false;
    }
  }
  return { node };
}
