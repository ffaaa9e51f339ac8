// What the camera and the barometer show now.
import { card, element, section, tell, write } from "./parts.js";
import { depthPicture, look } from "./service.js";
import { paint, paintScale, readPicture } from "./picture.js";
import { failure } from "./doors.js";

const pictureTime = 200;
const numberTime = 500;
/** What is older, in milliseconds, is shown as old. */
const freshTime = 1500;

export function makeNearby() {
  const canvas = element("canvas", { width: "642", height: "480", role: "img", "aria-label": "Depth picture" });
  const waiting = element("p", { class: "note" }, "Waiting for the camera.");
  const legend = makeLegend();
  const values = makeValues();
  const curve = element("div", { class: "curve" });
  const floors = element("p", {});
  const trouble = element("div", {});
  const old = element("p", { class: "old", hidden: true });
  const frame = element("div", { class: "picture" }, canvas, old);
  const last = { picture: 0, numbers: performance.now(), isOld: false, nearest: "", hasAnswer: true };
  const node = section("Nearby", trouble, element("div", { class: "split" },
    element("div", { class: "stack" }, card("Depth picture", frame, waiting, legend.node)),
    element("div", { class: "stack" }, values.node, card("Altitude", curve, floors))));

  async function numbers() {
    const now = await look("nearby");
    Object.assign(last, { numbers: performance.now(), hasAnswer: true, nearest: now.nearest.words });
    values.show(now);
    drawCurve(curve, now.altitude);
    write(floors, altitudeWords(now) + jumpWords(now.altitude.values));
    legend.share(now.percentile);
    describe();
  }
  async function picture() {
    const buffer = await depthPicture();
    const read = buffer ? readPicture(buffer) : null;
    if (!read) return;
    waiting.hidden = true;
    paint(canvas, read);
    legend.show(read);
    last.picture = performance.now();
    age();
  }

  function describe() {
    const words = old.hidden ? `Nearest surface: ${last.nearest}.` : old.textContent;
    canvas.setAttribute("aria-label", `Depth picture. ${words}`);
  }

  /** Silence is never shown as all clear: what is old is dimmed and says so, and what is not known is not shown. */
  function age() {
    const now = performance.now();
    if (last.hasAnswer && now - last.numbers > 2 * freshTime) {
      last.hasAnswer = false;
      values.lose();
      last.nearest = "Not known";
    }
    const isOld = last.picture > 0 && now - last.picture > freshTime;
    frame.classList.toggle("is-old", isOld);
    old.hidden = !isOld;
    const cause = last.hasAnswer ? "The camera has stopped" : "The service does not answer";
    if (isOld) write(old, `${cause}; this picture is ${spanWords(now - last.picture)} old.`);
    if (isOld !== last.isOld) {
      tell(isOld ? `${cause}; the depth picture is old.` : "The depth picture is live again.", { urgently: isOld });
    }
    last.isOld = isOld;
    describe();
  }

  /** One question after the other, so that a slow answer never piles up others. */
  function repeatedly(work, pause) {
    let isOver = false;
    let timer;
    const turn = async () => {
      if (!document.hidden) {
        try {
          await work();
          if (!isOver && trouble.firstChild) trouble.replaceChildren();
        } catch (error) {
          if (!isOver && !trouble.firstChild) trouble.replaceChildren(failure(error));
        }
      }
      if (!isOver) timer = setTimeout(turn, pause);
    };
    turn();
    return () => { isOver = true; clearTimeout(timer); };
  }
  const ends = [repeatedly(numbers, numberTime), repeatedly(picture, pictureTime)];
  const clock = setInterval(age, numberTime);
  return { node, end: () => { clearInterval(clock); ends.forEach((end) => end()); } };
}

function spanWords(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 120) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

function makeLegend() {
  const scale = element("canvas", { width: "256", height: "12", "aria-hidden": "true" });
  paintScale(scale);
  const [near, middle, far] = [element("span", {}), element("span", {}), element("span", {})];
  const deciding = element("span", {}, "Decides the reading");
  const swatch = (look, text) => element("li", {}, element("span", { class: `swatch ${look}`, "aria-hidden": "true" }),
    typeof text === "string" ? element("span", {}, text) : text);
  const node = element("div", { class: "legend" }, element("p", { class: "legend-title" }, "Distance"),
    scale, element("p", { class: "ticks" }, near, middle, far),
    element("ul", {}, swatch("region", "The region that is read"), swatch("deciding", deciding),
      swatch("unusable", "Measured, but not usable"), swatch("hole", "Nothing measured")));
  return {
    node,
    share(percentile) { write(deciding, `Decides the reading: the nearest ${Number((percentile * 100).toFixed(1))} %`); },
    show({ range }) {
      write(near, `${range[0]} m`);
      write(middle, `${((range[0] + range[1]) / 2).toFixed(1)} m`);
      write(far, `${range[1]} m`);
    },
  };
}

function makeValues() {
  const nearest = element("p", { class: "huge" }, "–");
  const alert = element("p", { class: "alert-state" }, "–");
  const facts = {};
  const rows = [["ahead", "Ahead, as it would be said"], ["usable", "Usable part of the region"], ["rate", "Pictures a second"], ["place", "Place"]]
    .map(([key, name]) => {
      facts[key] = element("dd", {}, "–");
      return element("div", {}, element("dt", {}, name), facts[key]);
    });
  return {
    node: card("Nearest surface", nearest, alert, element("dl", { class: "facts" }, rows)),
    show(now) {
      write(nearest, now.nearest.words);
      write(alert, now.alert);
      alert.className = `alert-state ${now.alertLevel}`;
      write(facts.ahead, now.ahead ?? "Nothing");
      write(facts.usable, now.usable === null ? "–" : `${Math.round(now.usable * 100)} %`);
      write(facts.rate, now.rate === null ? "–" : now.rate === 0 ? "None" : String(now.rate));
      write(facts.place, now.place ?? "Not known");
    },
    /** Nothing is known any more. */
    lose() {
      write(nearest, "Not known");
      write(alert, "No alert can be shown: the service does not answer.");
      alert.className = "alert-state unknown";
      for (const fact of Object.values(facts)) write(fact, "Not known");
    },
  };
}

function altitudeWords({ altitude, barometer }) {
  if (altitude.now === null) return barometer === "off" ? "No barometer is used here." : "The barometer gives no reading.";
  const metres = Math.round(altitude.now * 10) / 10;
  const value = `${metres > 0 ? "+" : metres < 0 ? "−" : ""}${Math.abs(metres).toFixed(1)} m from the start`;
  const there = altitude.floors.filter((floor) => floor.visited).sort((a, b) =>
    Math.abs(a.metres - altitude.now) - Math.abs(b.metres - altitude.now))[0];
  return there && Math.abs(there.metres - altitude.now) < 1 ? `${value}, level with ${there.name}.` : `${value}.`;
}

const spaceOfSVG = "http://www.w3.org/2000/svg";

function drawn(name, attributes, text) {
  const made = document.createElementNS(spaceOfSVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The altitude of the last minutes, with a line for each floor. */
function drawCurve(target, altitude) {
  const values = altitude.values;
  const known = [...values.filter((value) => value !== null), ...altitude.floors.map((floor) => floor.metres)];
  if (known.length === 0) return target.replaceChildren();
  const [width, height, left, foot] = [480, 300, 70, 34];
  const low = Math.min(...known) - 0.8;
  const high = Math.max(Math.max(...known) + 0.8, low + 3);
  const seconds = Math.max(60, values.length);
  const x = (index) => left + ((index + seconds - values.length) / (seconds - 1)) * (width - left - 8);
  const y = (metres) => 8 + ((high - metres) / (high - low)) * (height - foot - 8);
  const shown = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": curveWords(altitude, seconds) });
  const step = [1, 2, 5, 10, 20, 50].find((size) => (high - low) / size <= 8) ?? 100;
  for (let tick = Math.ceil(low / step) * step; tick < high; tick += step) {
    shown.append(drawn("line", { class: "rule", x1: left, x2: width - 8, y1: y(tick), y2: y(tick) }),
      drawn("text", { class: "tick", x: left - 8, y: y(tick) + 5, "text-anchor": "end" }, `${String(Number(tick.toFixed(1))).replace("-", "−")} m`));
  }
  shown.append(drawn("text", { class: "tick", x: left, y: height - 8 }, `${Math.round(seconds / 60 * 10) / 10} min ago`),
    drawn("text", { class: "tick", x: width - 8, y: height - 8, "text-anchor": "end" }, "now"));
  for (const floor of altitude.floors) {
    shown.append(drawn("line", {
      class: floor.visited ? "floor-line" : "floor-line unvisited", x1: left, x2: width - 8, y1: y(floor.metres), y2: y(floor.metres),
    }), drawn("text", { class: "floor-name", x: left + 8, y: y(floor.metres) - 6 },
      floor.visited ? floor.name : `${floor.name} (by the map)`));
  }
  const path = altitudePath(values, x, y);
  shown.append(drawn("path", { class: "altitude", d: path }));
  if (altitude.now !== null) shown.append(drawn("circle", { class: "altitude-now", cx: x(values.length - 1), cy: y(altitude.now), r: 6 }));
  target.replaceChildren(shown);
}

/** Metres a second: what is faster is no ride, but air that a door or the weather pushed. */
const fastestRide = 2.5;

/** The line of the altitude: broken where nothing was read, and where the value jumps; what stands alone is a dot. */
export function altitudePath(values, x, y) {
  const follows = (index) => index > 0 && values[index] !== null && values[index - 1] !== null
    && values[index] !== undefined && Math.abs(values[index] - values[index - 1]) <= fastestRide;
  return values.map((value, index) => {
    if (value === null) return "";
    const point = `${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    if (follows(index)) return `L${point}`;
    return follows(index + 1) ? `M${point}` : `M${point}h0`;
  }).join("");
}

/** Said below the curve where it is broken by a jump. */
function jumpWords(values) {
  const jumps = values.some((value, index) => index > 0 && value !== null && values[index - 1] !== null
    && Math.abs(value - values[index - 1]) > fastestRide);
  return jumps ? " Where the line is broken the air pressure jumped, as when a door slams." : "";
}

function curveWords(altitude, seconds) {
  const floors = altitude.floors.map((floor) => `${floor.name} at ${floor.metres.toFixed(1)} m`).join(", ");
  return `Altitude of the last ${Math.round(seconds / 60)} minutes.${floors ? ` Floors: ${floors}.` : ""}`;
}
