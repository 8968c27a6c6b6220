// A walk along streets in words: what it has on the way, and step by step what to do.

/** @import { Speaker } from "../i18n.js" */
/** @import { Walk, WalkStep } from "./wire.js" */
import { distance } from "../format.js";
import { h, icon, setText } from "../render.js";

/** Who reads while walking does not notice a shorter one. Metres. */
const TINY_METRES = 5;
/** A path that winds is one step where its parts are shorter. Metres. */
const SHORT_METRES = 25;
/** Below this a length that is rounded to tens says nothing. */
const STATED_METRES = 6;

/** Degrees to the right. @type {Record<WalkStep["turn"], number>} */
const ANGLES = {
  depart: 0, straight: 0, slight_left: -35, left: -90, sharp_left: -145, slight_right: 35, right: 90, sharp_right: 145, back: 180,
};

/** The turn of an angle, by the server's limits.
 * @param {number} degrees to the right
 * @returns {WalkStep["turn"]} */
function turnOf(degrees) {
  const angle = ((degrees + 180) % 360 + 360) % 360 - 180;
  const size = Math.abs(angle);
  if (size < 20) return "straight";
  if (size >= 165) return "back";
  const side = angle < 0 ? "left" : "right";
  return size < 50 ? `slight_${side}` : size < 125 ? side : `sharp_${side}`;
}

/** Whether a step is nothing but a way along the ground.
 * @param {WalkStep} step */
function isPlain({ way }) {
  return way === "street" || way === "footway" || way === "platform";
}

/** Two steps as one, along the way of the second.
 * @param {WalkStep} one
 * @param {WalkStep} next
 * @returns {WalkStep} */
function joined(one, next) {
  const turn = one.turn === "depart" ? "depart" : turnOf(ANGLES[one.turn] + ANGLES[next.turn]);
  return { ...next, turn, metres: one.metres + next.metres, latitude: one.latitude, longitude: one.longitude };
}

/** The steps that are worth a sentence: a pace or two belongs to what follows, and a path that winds is one path.
 * @param {readonly WalkStep[]} steps
 * @returns {WalkStep[]} */
export function statedSteps(steps) {
  /** @type {WalkStep[]} */
  const stated = [];
  /** @type {WalkStep|null} */
  let tiny = null;
  // Whether the last one is a path of which only short parts have come.
  let isWinding = false;
  for (const each of steps) {
    /** @type {WalkStep} */
    const step = tiny !== null && isPlain(each) ? joined(tiny, each) : each;
    tiny = null;
    if (isPlain(step) && step.metres < TINY_METRES) {
      tiny = step;
      continue;
    }
    const isShort = step.way === "footway" && step.name === undefined && step.metres < SHORT_METRES;
    const last = stated[stated.length - 1];
    if (isShort && isWinding && last.pushed === step.pushed) stated[stated.length - 1] = { ...last, metres: last.metres + step.metres };
    else stated.push(step);
    isWinding = isShort;
  }
  if (tiny !== null && stated.length === 0) stated.push(tiny);
  return stated;
}

/** A step in words, with a hint where a bicycle is pushed.
 * @param {WalkStep} step
 * @param {Speaker} speaker */
export function stepText(step, speaker) {
  const text = wayText(step, speaker);
  return step.pushed === true ? speaker.say("walk.push", { step: text }) : text;
}

/** A step in words, such as "Left into Stow Hill, 120 m".
 * @param {WalkStep} step
 * @param {Speaker} speaker */
function wayText(step, speaker) {
  const { turn, way, name, metres } = step;
  const level = step.level?.toLocaleString(speaker.locale);
  if (way === "crossing") return name === undefined ? speaker.say("walk.cross") : speaker.say("walk.crossNamed", { name });
  if (way === "lift") return level === undefined ? speaker.say("walk.lift") : speaker.say("walk.liftTo", { level });
  if (way === "escalator") return level === undefined ? speaker.say("walk.escalator") : speaker.say("walk.escalatorTo", { level });
  const text = way === "stairs" ? (level !== undefined ? speaker.say("walk.stairsTo", { level })
      : name === undefined ? speaker.say("walk.stairs") : speaker.say("walk.stairsNamed", { name }))
    : name !== undefined ? speaker.say(`into.${turn}`, { name })
    : way === "platform" ? speaker.say("walk.platform")
    : speaker.say(way === "footway" ? `path.${turn}` : `step.${turn}`);
  if (metres < STATED_METRES) return text;
  // A number and its unit stay on one line.
  const length = distance(metres, speaker.locale).replaceAll(" ", "\u00a0");
  return speaker.say("walk.step", { step: text, distance: length });
}

/** @param {WalkStep} step */
function stepIcon({ turn, way }) {
  if (way === "stairs" || way === "escalator") return icon("stairs-up");
  if (way === "lift") return icon("elevator");
  if (way === "crossing") return icon("walk");
  const arrow = icon("arrow-up");
  arrow.style.rotate = `${ANGLES[turn]}deg`;
  return arrow;
}

/** What should be known of a walk before it is begun: stairs, lifts, and that its length is a guess.
 * @param {Walk} walk
 * @param {Speaker} speaker
 * @returns {string[]} */
export function walkRemarks({ stairsMetres = 0, lifts = 0, estimated }, speaker) {
  return [
    ...(stairsMetres > 0
      ? [speaker.say("walk.withStairs", { distance: distance(stairsMetres, speaker.locale) })] : []),
    ...(lifts > 0 ? [speaker.say(lifts > 1 ? "walk.withLifts" : "walk.withLift", { n: lifts })] : []),
    ...(estimated === true ? [speaker.say("walk.estimated")] : []),
  ];
}

/** @param {readonly WalkStep[]} steps
 * @param {Speaker} speaker */
function stepLines(steps, speaker) {
  return statedSteps(steps).map((step) =>
    h("li", { "data-at": `${step.longitude},${step.latitude}` }, stepIcon(step), h("span", {}, stepText(step, speaker))));
}

/** Who walks or rides. @param {Walk} walk */
export function walkIcon({ riddenMetres = 0 }) {
  return icon(riddenMetres > 0 ? "bike" : "walk");
}

/** A walk in a line, which unfolds to its steps where there are any.
 * @param {Walk} walk
 * @param {(Node|string)[]} head the content of the line
 * @param {{speaker: Speaker, key: string, load?: () => Promise<Walk|undefined>}} how `load` brings the walk with its steps
 *   once somebody wants them */
export function walkFold(walk, head, { speaker, key, load }) {
  const { steps } = walk;
  const remarks = walkRemarks(walk, speaker).map((text) => h("span", { class: "walk-remark" }, `· ${text}`));
  const line = h("span", { class: "walk-text" }, ...[...head, ...remarks].flatMap((each, at) => at === 0 ? [each] : [" ", each]));
  if (load === undefined && (steps === undefined || steps.length === 0)) {
    return h("p", { class: "way-foot" }, walkIcon(walk), line);
  }
  const list = h("ol", { class: "walk-steps" }, ...stepLines(steps ?? [], speaker));
  const fold = h("details", { class: "walk-fold", "data-key": key },
    h("summary", { class: "way-foot" }, walkIcon(walk), line, icon("chevron-right")), list);
  if (load !== undefined) fold.addEventListener("toggle", () => fold.open && list.children.length === 0 && fill(list, load, speaker));
  return fold;
}

/** @param {HTMLElement} list
 * @param {() => Promise<Walk|undefined>} load
 * @param {Speaker} speaker */
async function fill(list, load, speaker) {
  const said = h("p", { class: "hint", role: "status" }, speaker.say("loading"));
  list.parentElement?.querySelector(".hint")?.remove();
  list.before(said);
  try {
    const walk = await load();
    list.replaceChildren(...stepLines(walk?.steps ?? [], speaker));
    if (list.children.length > 0) said.remove();
    else setText(said, speaker.say("walk.unknown"));
  } catch {
    setText(said, speaker.say("failed"));
  }
}

