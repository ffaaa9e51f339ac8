// All talk with the service. Every address is below that of the page, whose path holds the token.

const base = new URL(".", document.baseURI);
const token = base.pathname.split("/").filter(Boolean)[0] ?? "";
let lastCall = 0;

/** Something that the service said no to: what, and what to do. */
export class Refusal extends Error {
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

const unreachable = "The service does not answer. If it was started anew, run companion console again.";

async function request(path, options = {}) {
  try {
    return await fetch(new URL(path, base), { cache: "no-store", ...options });
  } catch {
    throw new Refusal(unreachable, "unreachable");
  }
}

async function answered(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (!type.startsWith("application/json")) throw new Refusal((await response.text()).trim(), `http${response.status}`);
  const value = await response.json();
  if (value.error) throw new Refusal(value.error.message, value.error.data?.code ?? "error");
  return value;
}

/** Looks at something that the service shows. */
export async function look(path, query = {}) {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  const text = parameters.toString();
  return answered(await request(text ? `look/${path}?${text}` : `look/${path}`));
}

/** A depth picture; null where there is no newer one. */
export async function depthPicture() {
  const response = await request("look/depth");
  return response.status === 200 ? response.arrayBuffer() : null;
}

function post(path, body, type) {
  return request(path, { method: "POST", body, headers: { "Content-Type": type, "X-Companion-Console": token } });
}

/** Calls a method of the control socket; gives its result. */
export async function call(method, params = {}) {
  lastCall += 1;
  const body = JSON.stringify({ jsonrpc: "2.0", id: lastCall, method, params });
  return (await answered(await post("call", body, "application/json"))).result;
}

/** Sends a map file to be checked, or to be taken in. */
export async function sendMap(path, file) {
  const value = await answered(await post(path, await file.arrayBuffer(), "application/octet-stream"));
  return value.result ?? value;
}

/** Listens to what the service tells, and goes on trying where it does not answer. */
export class Listening {
  constructor({ hears, changes }) {
    this.hears = hears;
    this.changes = changes;
    this.isScreenReader = false;
    this.begin();
  }

  begin() {
    this.source?.close();
    clearTimeout(this.timer);
    this.source = new EventSource(new URL(this.isScreenReader ? "events?reader=1" : "events", base));
    this.source.addEventListener("hello", (event) => {
      this.changes(true);
      this.hears("hello", JSON.parse(event.data));
    });
    for (const type of ["effect", "log"]) {
      this.source.addEventListener(type, (event) => this.hears(type, JSON.parse(event.data)));
    }
    this.source.addEventListener("error", () => {
      this.changes(false);
      this.source.close();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.begin(), 2000);
    });
  }

  /** Whether instructions are left to a screen reader here. */
  leaveToScreenReader(yes) {
    this.isScreenReader = yes;
    this.begin();
  }
}
