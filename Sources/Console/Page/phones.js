// Phones: which are paired, and yes or no to one that asks.
import { card, control, element, list, tell } from "./parts.js";
import { call } from "./service.js";

/** How often it is asked how pairing stands, in milliseconds. */
const askTime = 2000;

/** The card with the phones; `hear` gets what the service tells, `end` is called when it is no longer shown. */
export function makePhones(frame) {
  const body = element("div", {}, element("p", {}, "Asking the service."));
  let shown = "";

  async function load() {
    let status;
    try {
      status = await call("pair.status");
    } catch (error) {
      status = { trouble: error.message };
    }
    const { request, openSeconds, closedSeconds, devices, trouble } = status;
    const looks = JSON.stringify([request?.device, request?.digits, openSeconds > 0, closedSeconds > 0, devices, trouble]);
    if (looks === shown) return;  // a button that has the focus stays what it is
    shown = looks;
    body.replaceChildren(...content(status));
  }

  async function act(method, parameters = {}) {
    try {
      const answer = await call(method, parameters);
      tell(answer.text);
    } catch (error) {
      tell(error.message, { urgently: true });
    }
    load();
  }

  function content(status) {
    if (status.trouble) return [element("p", {}, status.trouble)];
    return [...asking(status), ...paired(status.devices)];
  }

  function asking({ request, openSeconds, closedSeconds }) {
    if (request) {
      const digits = [...request.digits].join(" ");
      return [
        element("p", { class: "big" }, `${request.name} wants to pair, and shows ${digits}.`),
        element("div", { class: "row" },
          control("button", {
            label: "Allow", look: "first", hint: `Only if the phone in your hand shows ${digits}.`,
            act: () => act("pair.allow", { digits: request.digits }),
          }),
          control("button", {
            label: "Refuse", hint: "The phone is told no. Three refusals close pairing for 5 minutes.",
            act: () => act("pair.refuse", { digits: request.digits }),
          })),
      ];
    }
    if (openSeconds > 0) return [element("p", {}, "Pairing is open. Choose the robot on the phone.")];
    if (closedSeconds > 0) {
      return [element("p", {}, "Pairing is closed after three requests that were refused or withdrawn. It can be opened again in a few minutes.")];
    }
    return [control("button", {
      label: "Open pairing", hint: "For 2 minutes a phone nearby may ask to be paired.", act: () => act("pair.open"),
    })];
  }

  function paired(devices) {
    if (devices.length === 0) return [element("p", {}, "No phone is paired.")];
    return [list("ul", devices.map((device) =>
      `${device.name}: ${device.here ? "here" : device.connected ? "connected" : "not connected"}`))];
  }

  const timer = setInterval(load, askTime);
  frame.hear((type, value) => { if (type === "effect" && value.kind === "pairingRequest") load(); });
  load();
  return { node: card("Phones", body), end: () => clearInterval(timer) };
}
