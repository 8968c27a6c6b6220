// The sheet of the stop that was chosen on the map: what leaves next there, and its lines. Fetched with the first stop.

/** @import { Board } from "../search/wire.js" */
/** @import { MapScreen } from "../screens/map.js" */
/** @import { StopDetail } from "../types.js" */
import { ask } from "../ask.js";
import { lineBadge } from "../badge.js";
import { callRow, isPast } from "../board/rows.js";
import { townAround } from "../place-names.js";
import { h, icon, loadStyle, sibling } from "../render.js";
import { whyEmpty } from "../rider/stop-card.js";
import { boardAddress, linesAddress, searchAtStop } from "../router.js";
import { localMinute } from "../search/query.js";
import { whileSeen } from "../seen.js";
import { inShownOrder } from "../times.js";

const SHOWN_CALLS = 3;
/** More than are shown, since some leave before the next answer. */
const ASKED_CALLS = 6;
const REFRESH_MILLISECONDS = 30_000;
/** The interval at which the remaining minutes are updated. */
const COUNT_MILLISECONDS = 10_000;

/** Ends what keeps the sheet before this one up to date. */
let leaving = new AbortController();

/** Shows a stop and keeps its departures up to date while it is chosen and the map is seen.
 * @param {MapScreen} screen
 * @param {StopDetail} stop */
export async function showStopSheet(screen, stop) {
  const { context } = screen;
  leaving.abort();
  leaving = new AbortController();
  const { signal } = leaving;
  /** @type {Board|null|undefined} undefined before the first answer, null without one */
  let board;
  let isReady = false;
  const draw = () => {
    if (screen.stop !== stop.id) leaving.abort();
    else if (screen.active) drawSheet(screen, stop, isReady ? board : undefined);
  };
  const refresh = async () => {
    const path = `/stops/${encodeURIComponent(stop.id)}/departures?limit=${ASKED_CALLS}`;
    board = await ask(path, signal).catch(() => board ?? null);
    if (!signal.aborted) draw();
  };
  draw();
  if (stop.routes.length === 0) return;
  whileSeen(REFRESH_MILLISECONDS, refresh, signal);
  whileSeen(COUNT_MILLISECONDS, draw, signal);
  // The words and looks of departures are not the map's.
  const looks = Promise.all([context.learn(["home"]), loadStyle(sibling("../calls.css", import.meta.url))]);
  await Promise.all([refresh(), looks.then(() => isReady = true)]).catch(() => {});
  if (!signal.aborted) draw();
}

/** @param {MapScreen} screen
 * @param {StopDetail} stop
 * @param {Board|null|undefined} board */
function drawSheet({ context, card }, stop, board) {
  const { speaker, clock } = context;
  const now = clock.now();
  const town = townAround(stop.name);
  const today = board == null ? undefined : localMinute(now, board.timeZone).slice(0, 10);
  const calls = inShownOrder(board?.calls ?? []).filter((call) => !isPast(call, now)).slice(0, SHOWN_CALLS);
  const lines = stop.routes.map((route) => h("li", {},
    h("a", { href: linesAddress(route.id), class: "badge-link" }, lineBadge(route),
      h("span", { class: "unseen" }, route.shortName && route.longName))));
  const link = (/** @type {string} */ control, /** @type {string} */ href, /** @type {(Node|string)[]} */ ...content) =>
    h("a", { class: "button", href, "data-control": control }, ...content);
  card.fill(stop.name, [icon("bus-stop")], [
    lines.length === 0 ? h("p", { class: "card-note" }, speaker.say("stop.noLines"))
      // As high without departures as with them, so that what the card covers stays the same.
      : h("div", { class: "card-calls" }, calls.length === 0
        ? h("p", { class: "hint" }, whyEmpty(board, now, speaker))
        : h("ul", { class: "calls" }, ...calls.map((call) => callRow(call, { speaker, now, town, isArrival: false, today })))),
    h("div", { class: "card-actions" },
      link("board", boardAddress(stop.id), icon("format-list-bulleted"), speaker.say("board.departures")),
      link("from", searchAtStop("from", stop.id), speaker.say("board.from")),
      link("to", searchAtStop("to", stop.id), speaker.say("board.to"))),
    lines.length === 0 ? null : h("ul", { class: "badge-list", "aria-label": speaker.say("stop.lines") }, ...lines),
  ]);
}
