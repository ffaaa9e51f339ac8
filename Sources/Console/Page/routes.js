// Places, their map with routes and people, and the guidance of the robot.
import { card, control, element, fillChoice, freshId, list, moveFocus, section, tell, write } from "./parts.js";
import { call, look } from "./service.js";
import { failure } from "./doors.js";

const refreshTime = 2000;

export function makeRoutes(frame, query) {
  const wish = { place: query.get("place") ?? "", from: "", to: "", stepFree: false };
  const kept = { places: "", landmarks: "", drawing: "", floor: "", people: "", plan: "" };

  const place = control("choice", {
    label: "Place", hint: "Whose map is drawn; with it the other places of its building.", options: [],
    act: (value) => { Object.assign(wish, { place: value, from: "", to: "" }); load(); },
  });
  const from = control("choice", {
    label: "From", hint: "Where the route begins.", options: [], act: (value) => { wish.from = value; plan(); },
  });
  const to = control("choice", {
    label: "To", hint: "Where the route leads.", options: [], act: (value) => { wish.to = value; plan(); },
  });
  const stepFree = control("toggle", {
    label: "Step-free", hint: "Only ways that are known to have no steps.",
    act: (value) => { wish.stepFree = value; plan(); },
  });
  const plane = element("div", { class: "plane", tabindex: "0", role: "group", "aria-label": "Map; scroll to see all of it" });
  const wide = element("p", { class: "hint", id: freshId("hint"), hidden: true }, "Scroll the map sideways to see all of it.");
  plane.setAttribute("aria-describedby", wide.id);
  const window = element("div", { class: "window" }, plane);
  const edges = () => {
    const hidden = plane.scrollWidth - plane.clientWidth;
    wide.hidden = hidden <= 1;
    window.classList.toggle("more-left", plane.scrollLeft > 1);
    window.classList.toggle("more-right", plane.scrollLeft < hidden - 1);
  };
  plane.addEventListener("scroll", edges);
  new ResizeObserver(edges).observe(plane);
  const way = element("div", { class: "way" });
  const people = card("People");
  const guidance = makeGuidance(frame, () => wish);
  const node = section("Routes",
    card("Which way", element("div", { class: "pickers" }, place, from, to, stepFree)),
    element("div", { class: "split routes" }, element("div", { class: "map-area" }, card("Map", wide, window)), way,
      element("div", { class: "stack" }, people, guidance.node)));

  let asked = 0;
  // until the way that was asked for is shown, whichever answer brings it
  let isAwaited = false;
  async function load({ isPlanned = false } = {}) {
    asked += 1;
    const number = asked;
    isAwaited ||= isPlanned;
    try {
      const answer = await look("routes", { ...wish, stepFree: wish.stepFree ? "1" : "" });
      if (number !== asked) return;
      show(answer, isAwaited);
      isAwaited = false;
    } catch (error) {
      if (number === asked) way.replaceChildren(card("Not shown", failure(error)));
      kept.plan = "";
    }
  }
  const plan = () => load({ isPlanned: Boolean(wish.from && wish.to) });

  /** Only what changed is made anew, so that nothing that is being read goes away. */
  function differs(name, value) {
    const text = JSON.stringify(value);
    if (kept[name] === text) return false;
    kept[name] = text;
    return true;
  }

  function show(answer, isPlanned) {
    if (differs("places", answer.places)) {
      fillChoice(place.control, answer.places.map((each) => ({
        value: each.id, text: each.name, group: each.group,
      })), answer.place);
    }
    place.control.value = answer.place ?? "";
    if (differs("landmarks", answer.landmarks)) {
      const landmarks = answer.landmarks.map((each) => ({ value: each.id, text: each.name, group: each.place }));
      const none = { value: "", text: "Choose…" };
      fillChoice(from.control, [none, ...landmarks], wish.from);
      fillChoice(to.control, [none, ...landmarks], wish.to);
    }
    if (differs("drawing", answer.drawing)) draw(plane, answer.drawing);
    if (differs("floor", answer.place)) showFloor(plane, answer.place);
    edges();
    if (differs("people", answer.people)) showPeople(people, answer.people);
    if (differs("plan", answer.plan)) way.replaceChildren(...(answer.plan ? [wayCard(answer.plan)] : []));
    guidance.show(answer);
    if (isPlanned && answer.plan) moveFocus(way.querySelector("h2"));
  }

  load();
  const timer = setInterval(() => { if (!document.hidden) load(); }, refreshTime);
  frame.hear((type, value) => {
    if (type === "effect" && ["route", "place", "ended", "step"].includes(value.type)) load();
    guidance.hear(type, value);
  });
  return { node, end: () => clearInterval(timer) };
}

/** The service's own drawing; it is read as what it is, and never as a part of this page's markup. */
function draw(plane, text) {
  if (!text) {
    plane.replaceChildren(element("p", { class: "note" }, "There is no place here yet. Open one that someone sent."));
    return;
  }
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const [left, top] = [plane.scrollLeft, plane.scrollTop];
  plane.replaceChildren(document.importNode(drawn, true));
  plane.scrollTo(left, top);
}

/** Scrolls the map, and not the page, to the floor that was chosen. */
function showFloor(plane, place) {
  const floor = [...plane.querySelectorAll("[data-place]")].find((each) => each.dataset.place === place);
  if (!floor) return;
  const [box, frame] = [floor.getBoundingClientRect(), plane.getBoundingClientRect()];
  const spare = Math.max(0, (plane.clientHeight - box.height) / 2);
  const beside = Math.max(0, (plane.clientWidth - box.width) / 2);
  plane.scrollTo(plane.scrollLeft + box.left - frame.left - beside, plane.scrollTop + box.top - frame.top - spare);
}

function wayCard(plan) {
  if (plan.found) {
    return card(`The way to ${plan.to}`,
      plan.before.length > 0 ? element("div", { class: "before" }, element("h3", {}, "Before you go"),
        list("ul", plan.before)) : null,
      list("ol", plan.steps, { class: "steps" }));
  }
  return card(`No way to ${plan.to}`, element("p", { class: "note bad" }, plan.text),
    plan.blockers.length > 0 ? element("h3", {}, "What stands in the way") : null,
    plan.blockers.length > 0 ? list("ul", plan.blockers, { class: "blockers" }) : null);
}

function showPeople(people, rows) {
  people.querySelectorAll("ul, p").forEach((old) => old.remove());
  people.append(rows.length === 0 ? element("p", {}, "Nobody was heard here.") : element("ul", { class: "people" },
    rows.map((row) => element("li", { class: row.kind },
      element("span", { class: "dot", "aria-hidden": "true" }),
      element("span", {}, element("strong", {}, row.label), " ", row.words)))));
}

/** Guidance of the robot: the step that is walked, and what one can say to it. */
function makeGuidance(frame, wish) {
  const heading = element("h3", { tabindex: "-1" }, "No route is followed");
  const step = element("p", { class: "big" });
  const answer = element("p", { class: "note", hidden: true });
  const reader = control("toggle", {
    label: "A screen reader reads the steps to me",
    hint: "While this is on, each step is handed to your screen reader and not spoken by the robot. Warnings are always spoken.",
    value: frame.listening.isScreenReader, act: (value) => frame.listening.leaveToScreenReader(value),
  });
  async function say(method, params) {
    try {
      const result = await call(method, params);
      // what is said comes by the voice, and a step by the screen reader where that was asked for: not a second time
      const said = (result.said ?? []).join(" ");
      show(said || "Done.", said === "");
    } catch (error) {
      show(error.message, true);
    }
  }
  function show(text, isSilent) {
    answer.hidden = false;
    write(answer, text);
    if (isSilent) tell(text);
  }
  function button(label, hint, method, params = () => ({})) {
    return control("button", { label, hint, act: () => say(method, params()) });
  }
  const node = card("Guidance of the robot", heading, step,
    element("div", { class: "grid" },
      button("Guide there", "The robot begins to guide along the chosen route.", "go", () => {
        const { from, to, stepFree } = wish();
        return { to: to || "?", ...(from ? { from } : {}), ...(stepFree ? { stepFree } : {}) };
      }),
      button("Confirm", "The present landmark is reached, or yes to a question.", "confirm"),
      button("Next", "What comes after this step, or no to a question.", "next"),
      button("Back", "The step before.", "back"),
      button("Repeat", "The last guidance again.", "repeat"),
      button("Where", "Where the robot is, and what is ahead.", "where"),
      button("Quiet", "Stops what is being said; warnings go on.", "silence"),
      button("Stop", "Ends the route.", "stop")),
    answer, reader);
  let lastStep = "";
  return {
    node,
    show({ guidance }) {
      const title = guidance ? `Step ${guidance.step} of ${guidance.steps}` : "No route is followed";
      const isNew = guidance !== null && title + guidance.to !== lastStep;
      write(heading, title);
      write(step, guidance?.instruction ?? "");
      lastStep = guidance ? title + guidance.to : "";
      // the step is where somebody who guides reads on; who is elsewhere on the page is not pulled away
      if (isNew && node.contains(document.activeElement)) moveFocus(heading);
    },
    hear(type, value) {
      const isStep = type === "log" && ["said", "unheard"].includes(value.outcome) && value.kind === "instruction";
      // where no screen reader was asked for the robot speaks the step: it is never read by two voices
      if (isStep && frame.listening.isScreenReader) tell(value.text);
    },
  };
}
