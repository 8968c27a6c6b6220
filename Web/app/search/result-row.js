// A connection as a line of the results.

/** @import { MessageKey, Speaker } from "../i18n.js" */
/** @import { Way } from "./wire.js" */
import { delayChip, lineBadge } from "../badge.js";
import { delayOf } from "../delay.js";
import { duration } from "../format.js";
import { namedImage, namedMode } from "../named-mode.js";
import { h, icon } from "../render.js";
import { aboutMark, platformText, rhythmText, shownTime } from "../times.js";
import { walkIcon } from "./walk-steps.js";
import { changesText, isSamePlace, isTight, partsOf, ridesOf, shownSeconds } from "./way.js";
import { timeOf } from "../written-times.js";

/** Shorter ways on foot are not worth a mark in the line. */
const SHORT_WALK_SECONDS = 60;

/** @param {Way} way
 * @param {Speaker} speaker */
function strip(way, speaker) {
  /** @type {Node[]} */
  const marks = [];
  const isMissed = new Set((way.troubles ?? []).map(({ transfer }) => transfer));
  const foot = (/** @type {import("./wire.js").Walk|null} */ walk) => {
    if (walk === null || walk.seconds < SHORT_WALK_SECONDS || isSamePlace(walk)) return;
    const name = speaker.say((walk.riddenMetres ?? 0) > 0 ? "search.byBicycle" : "search.onFoot");
    marks.push(h("span", { class: "strip-walk" }, namedImage(walkIcon(walk), name), duration(walk.seconds, speaker.locale)));
  };
  for (const part of partsOf(way)) {
    if (part.kind === "walk") foot(part.walk);
    else if (part.kind === "transfer") {
      foot(part.walk);
      if (part.transfer.state === "broken") marks.push(icon("alert-circle-outline"));
    } else {
      const { ride } = part;
      const isVoid = ride.cancelled || ride.from.skipped || ride.to.skipped ||
        isMissed.has(part.index - 1);
      const badge = lineBadge({ ...ride.line });
      marks.push(h("span", { class: isVoid ? "strip-ride void" : "strip-ride" },
        namedMode(ride.line.mode, speaker), isVoid ? h("s", {}, badge) : badge));
    }
  }
  return h("span", { class: "strip" }, ...marks);
}

/** @param {Way} way
 * @param {string} address where its details are
 * @param {Speaker} speaker
 * @param {{isLatest?: boolean, isChosen?: boolean, walking?: MessageKey}} [options] whether it is the last that arrives
 *   in time, whether its details are shown, and what it is among the others by its walks */
export function resultRow(way, address, speaker, options = {}) {
  const [first] = ridesOf(way);
  const rough = ridesOf(way).find(({ approximate }) => approximate);
  const works = way.status === "works";
  const platform = first?.from.platform;
  const live = delayOf(first?.from.departure);
  return h(
    "li",
    {},
    h(
      "a",
      { class: `row result result-${way.status}${options.isLatest ? " result-latest" : ""}`, href: address, "data-connection": way.id,
        "aria-current": options.isChosen ? "true" : null },
      h(
        "span",
        { class: "result-times" },
        aboutMark(rough, speaker),
        timeOf(way.departure, speaker, { void: !works, before: shownTime(way.arrival) || undefined }),
        icon("arrow-right"),
        timeOf(way.arrival, speaker, { void: !works }),
        h("span", { class: "result-duration" }, duration(shownSeconds(way), speaker.locale)),
      ),
      strip(way, speaker),
      h(
        "span",
        { class: "result-facts" },
        works && live !== null ? delayChip(live, speaker, { words: false }) : null,
        platform === undefined ? null
          : h("span", {}, platformText(platform, first.line.mode, speaker)),
        h("span", {}, changesText(way, speaker)),
        rough?.headwaySeconds === undefined ? null : h("span", {}, rhythmText(rough, speaker)),
        rough?.estimated ? h("span", {}, speaker.say("board.estimated")) : null,
        options.isLatest
          ? h("span", { class: "remark good" }, speaker.say("way.latest")) : null,
        options.walking === undefined ? null : h("span", { class: "remark plain" }, speaker.say(options.walking)),
        way.status === "cancelled"
          ? h("span", { class: "remark bad" }, speaker.say("way.cancelled")) : null,
        way.status === "broken"
          ? h("span", { class: "remark bad" }, speaker.say("way.broken")) : null,
        isTight(way) ? h("span", { class: "remark warn" }, speaker.say("way.tight")) : null,
        (way.alerts ?? []).length > 0
          ? h("span", { class: "remark plain" }, speaker.say("way.notices")) : null,
      ),
      icon("chevron-right"),
    ),
  );
}
