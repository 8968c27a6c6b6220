// A stop for paper: the streets around it, what departs, and the stops nearby.

/** @import { Context } from "../context.js" */
/** @import { Board, BoardCall, StopHit } from "../search/wire.js" */
import { Refusal, ask } from "../ask.js";
import { lineBadge } from "../badge.js";
import { emptySentence } from "../board/sections.js";
import { distance, localTime, weekDay } from "../format.js";
import { pageTitle } from "../look.js";
import { townAround, withoutTown } from "../place-names.js";
import { h, icon, patch, setText } from "../render.js";
import { boardAddress } from "../router.js";
import { platformText } from "../times.js";

const DEPARTURES = 60;
const NEARBY_METRES = 600;
const NEARBY_STOPS = 8;

/** The scheduled departure: paper cannot show delays.
 * @param {BoardCall} call */
const timeOf = ({ scheduled, expected = "" }) => scheduled ?? expected;

export class SurroundingsScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    /** @private */
    this.stop = "";
    this.back = h("a", { class: "back" });
    this.heading = h("h1");
    this.print = h("button", { type: "button", class: "button primary", onclick: () => globalThis.print() });
    this.asOf = h("p", { class: "hint", role: "status" });
    this.figure = h("figure", { class: "sheet-map", hidden: true });
    this.body = h("div", { class: "sheet-body" });
    this.element = h("section", { class: "screen page surroundings" }, this.back,
      h("header", { class: "page-head" }, this.heading, this.print), this.asOf, this.figure, this.body);
  }

  /** @param {{stop: string}} place
   * @param {AbortSignal} seen */
  async show({ stop }, seen) {
    if (stop !== this.stop) {
      this.figure.hidden = true;
      this.figure.replaceChildren();
      this.body.replaceChildren();
    }
    this.stop = stop;
    this.translate();
    setText(this.asOf, this.context.speaker.say("loading"));
    try {
      const id = encodeURIComponent(stop);
      const [place, board] = await Promise.all([
        ask(`/stops/${id}`, seen), /** @type {Promise<Board>} */ (ask(`/stops/${id}/departures?limit=${DEPARTURES}`, seen)),
      ]);
      const near = await ask(`/stops/nearby?at=${place.latitude},${place.longitude}&radius=${NEARBY_METRES}&limit=${NEARBY_STOPS + 1}`, seen)
        .catch(() => ({ stops: [] }));
      if (seen.aborted) return;
      this.draw(board, near.stops.filter((/** @type {StopHit} */ { id }) => id !== place.id).slice(0, NEARBY_STOPS));
      if (this.figure.hidden) await this.drawMap(place);
    } catch (error) {
      if (seen.aborted) return;
      const isUnknown = error instanceof Refusal && error.status === 404;
      setText(this.asOf, this.context.speaker.say(isUnknown ? "board.unknown" : "failed"));
    }
  }

  hide() {}

  translate() {
    const { speaker } = this.context;
    this.back.href = boardAddress(this.stop);
    this.back.replaceChildren(icon("chevron-right"), speaker.say("board.departures"));
    setText(this.print, speaker.say("print.go"));
  }

  /** @private
   * @param {Board} board
   * @param {StopHit[]} near */
  draw(board, near) {
    const { speaker, clock } = this.context;
    setText(this.heading, board.stop.name);
    document.title = pageTitle(board.stop.name);
    const now = new Date(clock.now());
    const text = new Intl.DateTimeFormat("sv-SE", { timeZone: board.timeZone, dateStyle: "short", timeStyle: "short" }).format(now);
    const when = `${weekDay(text.slice(0, 10), speaker.locale)}, ${localTime(text.replace(" ", "T"), speaker.locale)}`;
    setText(this.asOf, speaker.say("print.asOf", { time: when }));
    const town = townAround(board.stop.name);
    // Paper shows the timetable: late runs are listed by their scheduled time.
    const runs = board.calls.filter(({ status }) => status === "runs")
      .toSorted((one, other) => Date.parse(timeOf(one)) - Date.parse(timeOf(other)));
    const days = [...new Set(runs.map((call) => timeOf(call).slice(0, 10)))];
    patch(this.body, [
      h("section", {}, h("h2", {}, speaker.say("board.departures")),
        runs.length > 0 ? null
          : h("p", { class: "hint" }, emptySentence(board, speaker, (text) => localTime(text, speaker.locale)) || speaker.say("board.none")),
        ...days.flatMap((day) => [
          day === text.slice(0, 10) ? null : h("h3", {}, weekDay(day, speaker.locale)),
          h("ol", { class: "sheet-calls" },
            ...runs.filter((call) => timeOf(call).startsWith(day)).map((call) => this.call(call, town))),
        ])),
      ...(near.length === 0 ? [] : [h("section", {}, h("h2", {}, speaker.say("here.stops")),
        h("ul", { class: "sheet-near" }, ...near.map(({ name, distanceMetres = 0 }) =>
          h("li", {}, h("span", {}, withoutTown(name, town)), h("span", { class: "hint" }, distance(distanceMetres, speaker.locale))))))]),
    ]);
  }

  /** @private
   * @param {BoardCall} call
   * @param {string|null} town */
  call(call, town) {
    const { speaker } = this.context;
    const { platform } = call.stop;
    return h("li", {}, h("span", { class: "strong" }, localTime(timeOf(call), speaker.locale)),
      lineBadge({ ...call, name: call.line }), h("span", { class: "sheet-to" }, withoutTown(call.headsign || call.destination.name, town)),
      platform === undefined ? null : h("span", { class: "hint" }, platformText(platform, call.mode, speaker)));
  }

  /** @private
   * @param {{name: string, latitude: number, longitude: number}} place */
  async drawMap(place) {
    const { stop } = this;
    const { surroundings } = await import("../map/still-map.js");
    const picture = await surroundings(this.context, place).catch(() => null);
    if (picture === null || stop !== this.stop) return;
    const image = h("img", { src: picture.address, alt: this.context.speaker.say("print.map", { stop: place.name }) });
    await image.decode().catch(() => {});
    this.figure.replaceChildren(image, ...(picture.credit === null ? [] : [h("figcaption", {}, ...picture.credit.childNodes)]));
    this.figure.hidden = false;
  }
}
