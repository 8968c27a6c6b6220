// The line badge, the mode's icon and the delay mark, shared by map, lists and card.

/** @import { Mode, Route } from "./types.js" */
/** @import { Speaker } from "./i18n.js" */
import { delayClass, delayKind, delayMark, delayMinutes } from "./delay.js";
import { h, icon } from "./render.js";

/** @type {Record<Mode, string>} */
const modeIcons = {
  tram: "tram",
  subway: "subway-variant",
  rail: "train",
  bus: "bus",
  trolleybus: "bus-side",
  ferry: "ferry",
  cableTram: "tram",
  aerialLift: "gondola",
  funicular: "stairs-up",
  monorail: "train",
  coach: "bus",
  taxi: "taxi",
  air: "airplane",
  other: "routes",
};

/** @param {Mode} mode */
export function modeIcon(mode) {
  return icon(modeIcons[mode] ?? "routes");
}

/** @param {string} colour "#RRGGBB"
 * @returns {[number, number, number]} */
function channels(colour) {
  const value = parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** The relative luminance by WCAG 2.
 * @param {string} colour "#RRGGBB" */
export function luminance(colour) {
  const [red, green, blue] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} a "#RRGGBB"
 * @param {string} b "#RRGGBB"
 * @returns {number} 1...21 */
export function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, two) => one - two);
  return (light + 0.05) / (dark + 0.05);
}

/** @type {Map<string, {fill: string, ink: string}>} */
const readable = new Map();

/** The feed's colours, with the fill darkened or lightened until the text is readable (WCAG AA).
 * @param {string} colour "#RRGGBB"; anything else is taken as grey
 * @param {string} textColour "#RRGGBB"; anything else is taken as white
 * @returns {{fill: string, ink: string}} */
export function readableColours(colour, textColour) {
  const key = colour + textColour;
  let found = readable.get(key);
  if (found === undefined) {
    const valid = /^#[0-9a-f]{6}$/i;
    found = adjusted(
      valid.test(colour) ? colour : "#5B6168",
      valid.test(textColour) ? textColour : "#FFFFFF",
    );
    readable.set(key, found);
  }
  return found;
}

/** @param {string} colour
 * @param {string} wished
 * @returns {{fill: string, ink: string}} */
function adjusted(colour, wished) {
  // Text with almost no contrast is not worth keeping.
  const other = contrast(colour, "#FFFFFF") >= contrast(colour, "#000000") ? "#FFFFFF" : "#000000";
  const ink = contrast(colour, wished) >= 2.5 ? wished : other;
  const goal = luminance(ink) > 0.4 ? 0 : 255;
  let fill = colour;
  for (let step = 1; step <= 20 && contrast(fill, ink) < 4.5; step += 1) {
    const share = step / 20;
    fill = "#" + channels(colour).map((channel) =>
      Math.round(channel + (goal - channel) * share).toString(16).padStart(2, "0")
    ).join("");
  }
  return contrast(fill, ink) >= 4.5 ? { fill, ink } : { fill: colour, ink: other };
}

/** The line's name for riders: the shortest that the feed has.
 * @param {Route} route */
export const lineName = (route) => route.shortName || route.longName || route.id;

/** The badge of a line in its colours.
 * @param {{name: string, colour: string, textColour: string}|Route} line */
export function lineBadge(line) {
  const { fill, ink } = readableColours(line.colour, line.textColour);
  const badge = h("span", { class: "badge" }, "name" in line ? line.name : lineName(line));
  badge.style.setProperty("--fill", fill);
  badge.style.setProperty("--ink", ink);
  return badge;
}

/** The delay in words.
 * @param {number|null} seconds
 * @param {Speaker} speaker */
export function delaySentence(seconds, speaker) {
  const kind = delayKind(seconds);
  if (seconds === null || kind === "unknown") return speaker.say("delay.unknown");
  if (kind === "onTime") return speaker.say("delay.onTime");
  const minutes = Math.abs(delayMinutes(seconds));
  return speaker.count(kind === "late" ? "minutesLate" : "minutesEarly", minutes);
}

/** The delay as a chip: a tick for on time, a pill with "+5" for late, never colour alone.
 * @param {number|null} seconds
 * @param {Speaker} speaker
 * @param {{words: boolean}} options whether the sentence is visible or only for screen readers */
export function delayChip(seconds, speaker, options) {
  const kind = delayKind(seconds);
  const mark = delayMark(seconds);
  const sentence = delaySentence(seconds, speaker);
  const chip = h("span", { class: `delay delay-${delayClass(seconds)}` });
  if (kind === "onTime") chip.append(icon("check"));
  if (mark !== "") chip.append(h("span", { class: "mark", "aria-hidden": "true" }, mark));
  if (kind === "unknown" && !options.words) {
    chip.append(h("span", { "aria-hidden": "true" }, "–"));
  }
  chip.append(h("span", { class: options.words ? "" : "unseen" }, sentence));
  return chip;
}
