// The card of a stop at home, with its next departures.

/** @import { Speaker } from "../i18n.js" */
/** @import { Shown, StopAnswer } from "./home-stops.js" */
import { callRow, isPast } from "../board/rows.js";
import { calendarDay, distance } from "../format.js";
import { townAround } from "../place-names.js";
import { h, icon } from "../render.js";
import { boardAddress } from "../router.js";
import { localMinute } from "../search/query.js";
import { inShownOrder } from "../times.js";

const SHOWN_CALLS = 3;

/** @param {StopAnswer|undefined} board
 * @param {number} now
 * @param {Speaker} speaker */
export function whyEmpty(board, now, speaker) {
  if (board === undefined) return speaker.say("loading");
  if (board === null) return speaker.say("notKnown");
  if (board === "gone") return speaker.say("stops.gone");
  const last = board.empty?.lastDay ?? "9";
  if (localMinute(now, board.timeZone).slice(0, 10) <= last) return speaker.say("stops.none");
  return speaker.say("home.ended", { day: calendarDay(last, speaker.locale) });
}

/** @param {Shown} stop
 * @param {StopAnswer|undefined} board undefined before the first answer
 * @param {number} now the server's time
 * @param {Speaker} speaker */
export function stopCard({ id, name, distanceMetres }, board, now, speaker) {
  const calls = inShownOrder(board === "gone" ? [] : board?.calls ?? []).filter((call) => !isPast(call, now)).slice(0, SHOWN_CALLS);
  const town = townAround(name);
  const today = board == null || board === "gone" ? undefined : localMinute(now, board.timeZone).slice(0, 10);
  return h("article", { class: "home-card stop-card" },
    h("a", { class: "stop-head", href: boardAddress(id), "data-key": `stop ${id}` },
      h("h3", {}, name),
      distanceMetres === undefined ? null
        : h("span", { class: "hint" }, icon("walk"), distance(distanceMetres, speaker.locale)),
      icon("chevron-right")),
    calls.length === 0
      ? h("p", { class: "home-none" }, whyEmpty(board, now, speaker))
      : h("ul", { class: "calls" },
        ...calls.map((call) => callRow(call, { speaker, now, town, isArrival: false, today }))));
}
