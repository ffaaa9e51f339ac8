// What everything on the page is made of. Each control is made by control(), which refuses one without a label or
// without a hint, so that none can be there that a screen reader has nothing to say about.

let lastId = 0;

/** An id that nothing else on the page has. */
export function freshId(stem) {
  lastId += 1;
  return `${stem}-${lastId}`;
}

/** An element with attributes and children; a text is a text, never markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

function described(label, hint) {
  for (const [name, text] of [["label", label], ["hint", hint]]) {
    if (typeof text !== "string" || text.trim() === "") throw new TypeError(`a control needs a ${name}`);
  }
}

const makers = {
  button(field, hintId, { label, act, look, isPressed }) {
    const button = element("button", {
      type: "button", class: look ?? "", "aria-describedby": hintId,
      "aria-pressed": isPressed === undefined ? undefined : String(isPressed),
    }, label);
    button.addEventListener("click", act);
    field.append(button);
    return button;
  },
  // title, detail and effect are one element, and so are read as one
  door(field, hintId, { label, detail, hint, act }) {
    const button = element("button", { type: "button", class: "door" },
      element("span", { class: "door-title" }, label, element("span", { class: "heard" }, ".")), " ", element("span", { class: "door-detail" }, detail), " ",
      element("span", { class: "door-effect" }, hint));
    button.addEventListener("click", act);
    field.append(button);
    return button;
  },
  link(field, hintId, { label, to }) {
    const link = element("a", { href: to, "aria-describedby": hintId }, label);
    field.append(link);
    return link;
  },
  choice(field, hintId, { label, options, value, act }) {
    const id = freshId("choice");
    const select = element("select", { id, "aria-describedby": hintId });
    fillChoice(select, options, value);
    const whole = element("p", { class: "chosen", "aria-hidden": "true", hidden: true });
    select.addEventListener("change", () => act(select.value));
    field.append(element("label", { for: id }, label), select, whole);
    // a browser cuts a long text in a closed list: where it does, the whole text stands below
    const fit = () => showWhole(select, whole);
    new ResizeObserver(fit).observe(select);
    new MutationObserver(fit).observe(select, { childList: true, subtree: true });
    select.addEventListener("change", fit);
    return select;
  },
  toggle(field, hintId, { label, value, act }) {
    const id = freshId("toggle");
    const box = element("input", { id, type: "checkbox", "aria-describedby": hintId });
    box.checked = Boolean(value);
    box.addEventListener("change", () => act(box.checked));
    field.append(element("label", { for: id, class: "toggle" }, box, element("span", {}, label)));
    return box;
  },
  number(field, hintId, { label, value, min, max, step, act }) {
    const id = freshId("number");
    const input = element("input", {
      id, type: "text", inputmode: "decimal", autocomplete: "off", value, "aria-describedby": hintId,
    });
    input.addEventListener("change", () => act(input.value.trim().replace(",", ".")));
    field.append(element("label", { for: id }, label), input);
    return input;
  },
  text(field, hintId, { label, value, act }) {
    const id = freshId("text");
    const input = element("input", { id, type: "text", autocomplete: "off", value: value ?? "", "aria-describedby": hintId });
    input.addEventListener("change", () => act(input.value));
    field.append(element("label", { for: id }, label), input);
    return input;
  },
  file(field, hintId, { label, accept, act }) {
    const id = freshId("file");
    const input = element("input", { id, type: "file", accept, "aria-describedby": hintId });
    // the same file may be chosen again, because it was mended meanwhile
    input.addEventListener("click", () => { input.value = ""; });
    input.addEventListener("change", () => { if (input.files.length > 0) act(input.files[0]); });
    field.append(element("label", { for: id }, label), input);
    return input;
  },
};

/**
 * The one way to a control: its kind, and a label and a hint that must be there.
 * Gives the field that holds it; the control itself is its `control`.
 */
export function control(kind, { label, hint, ...rest }) {
  described(label, hint);
  if (!makers[kind]) throw new TypeError(`there is no control of the kind ${kind}`);
  const field = element("div", { class: `field field-${kind}` });
  const hintId = freshId("hint");
  field.control = makers[kind](field, hintId, { label, hint, ...rest });
  // a door reads its hint as a part of itself
  if (kind === "link") field.append(element("span", { class: "heard", id: hintId }, hint));
  else if (kind !== "door") field.append(element("p", { class: "hint", id: hintId }, hint));
  return field;
}

const ruler = document.createElement("canvas").getContext("2d");
const arrowWidth = 28;

function showWhole(select, whole) {
  const text = select.selectedOptions[0]?.textContent ?? "";
  const style = getComputedStyle(select);
  ruler.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrowWidth;
  whole.hidden = ruler.measureText(text).width <= room;
  write(whole, whole.hidden ? "" : text);
}

/** The options of a choice: groups of values with their texts; `value` is chosen. */
export function fillChoice(select, options, value) {
  select.replaceChildren();
  let group = null;
  for (const option of options) {
    if (option.group && group?.label !== option.group) {
      group = element("optgroup", { label: option.group });
      select.append(group);
    }
    const made = element("option", { value: option.value }, option.text);
    made.selected = option.value === value;
    (option.group ? group : select).append(made);
  }
}

/** A section of the page with its heading, which takes the focus when the section is shown. */
export function section(title, ...children) {
  const id = freshId("section");
  return element("section", { "aria-labelledby": id }, element("h1", { id, tabindex: "-1" }, title), ...children);
}

/** A card with a heading. */
export function card(title, ...children) {
  const id = freshId("card");
  return element("section", { class: "card", "aria-labelledby": id }, element("h2", { id }, title), ...children);
}

/** A text for every child of a list. */
export function list(kind, texts, attributes = {}) {
  return element(kind, attributes, texts.map((text) => element("li", {}, text)));
}

let told = "";

/** Has a sentence read out once: the same one again right after it is not. */
export function tell(text, { urgently = false } = {}) {
  if (!text || text === told) return;
  told = text;
  const region = document.getElementById(urgently ? "warned" : "told");
  const other = document.getElementById(urgently ? "told" : "warned");
  other.textContent = "";
  region.textContent = text;
}

/** A sentence may be read out again, because it is new. */
export function forgetTold() { told = ""; }

/** Moves the focus to where something new is read. */
export function moveFocus(target) {
  if (!target) return;
  if (!target.hasAttribute("tabindex")) target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: false });
}

/** A text is only written where it differs, so that nothing is read twice. */
export function write(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** A value of the service's clock as the time of day here. */
export function timeOfDay(seconds, now) {
  const at = new Date(Date.now() - (now - seconds) * 1000);
  const two = (number) => String(number).padStart(2, "0");
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
