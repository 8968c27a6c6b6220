// The status line: whether the shown data is live.

/** @import { Context } from "./context.js" */
import { clockTime } from "./format.js";
import { h, icon, setText } from "./render.js";

/** @typedef {"good"|"waiting"|"bad"} Tone */

/** Whether it is known where vehicles are: without fresh data none on the map does not mean that none runs.
 * @param {Context} context */
export function knowsVehicles({ network }) {
  return network === null || network.live.state === "live";
}

/** The text and tone of the line.
 * @param {Context} context
 * @returns {{text: string, tone: Tone}} */
export function statusOf(context) {
  const { speaker, connection, network } = context;
  if (connection === "offline") {
    if (context.heardAt === 0) return { text: speaker.say("connection.never"), tone: "bad" };
    // The device's time zone, since the network's clock may be simulated.
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const time = clockTime(context.heardAt, speaker.locale, zone);
    return { text: speaker.say("connection.offline", { time }), tone: "bad" };
  }
  if (connection === "connecting" || connection === "reconnecting") {
    return { text: speaker.say(`connection.${connection}`), tone: "waiting" };
  }
  if (network?.live.source === "none") {
    return { text: speaker.say("connection.none"), tone: "waiting" };
  }
  if (network?.live.state === "down") return { text: speaker.say("connection.down"), tone: "bad" };
  if (network?.live.state === "old") {
    return { text: speaker.say("connection.old"), tone: "waiting" };
  }
  return { text: speaker.say(`connection.${connection}`), tone: "good" };
}

/** @param {{inside: number, hidden: number}} vehicles
 * @param {import("./i18n.js").Speaker} speaker */
function countText({ inside, hidden }, speaker) {
  const all = speaker.count("vehicles", inside + hidden);
  return hidden ? speaker.say("map.some", { shown: speaker.numbers.format(inside), all }) : all;
}

/** Creates the line; `update` refreshes it. The number of vehicles changes all the time and is not announced.
 * @param {Context} context
 * @param {string} [href] where the number leads */
export function statusLine(context, href) {
  const text = h("span", { class: "status-text", role: "status" });
  const count = h("a", { class: "status-count", href });
  const sign = h("span", { class: "status-sign", "aria-hidden": "true" });
  const element = h("p", { class: "status" }, sign, text, count);
  return {
    element,
    /** @param {{inside: number, hidden: number}|null} vehicles the number shown in view, and the
     *   number hidden by the rider's settings */
    update(vehicles) {
      const { text: words, tone } = statusOf(context);
      setText(text, words);
      if (element.dataset.tone !== tone) {
        element.dataset.tone = tone;
        sign.replaceChildren(tone === "bad" ? icon("wifi-off") : "");
      }
      setText(count, vehicles && (context.heardAt && knowsVehicles(context) || vehicles.inside)
        ? countText(vehicles, context.speaker) : "");
    },
  };
}
