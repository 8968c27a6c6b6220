// A vehicle's run with its past and future stops and their times.

/** @import { Context } from "../context.js" */
/** @import { LineTimetable, Trip, TripRun } from "../lines/wire.js" */
import { lineBadge, lineName } from "../badge.js";
import { Refusal, ask } from "../ask.js";
import { calendarDay, clockTime, duration } from "../format.js";
import { secondsOfServiceDay } from "../lines/service-time.js";
import { keepAnswer, keptAnswer } from "../kept-answers.js";
import { tripOf, tripStops } from "../lines/trip-view.js";
import { waysOn } from "../lines/ways-on.js";
import { pageTitle } from "../look.js";
import { h, icon, patch, setText } from "../render.js";
import { namedMode } from "../named-mode.js";
import { OnBoard } from "../rider/on-board.js";
import { linesAddress, mapAddress } from "../router.js";
import { SLOW_MILLISECONDS, whileSeen } from "../seen.js";
import { RUNS_KEY, browserStore } from "../store.js";

/** @typedef {{line: string, trip: string, day: string}} Run */

const REFRESH_MILLISECONDS = 30_000;
/** The interval at which passed stops are updated between two answers. */
const REDRAW_MILLISECONDS = 5000;

export class TripScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.active = false;
    /** @private @type {Run} */
    this.run = { line: "", trip: "", day: "" };
    /** @private @type {LineTimetable|null} */
    this.timetable = null;
    /** @private @type {Trip|null} */
    this.trip = null;
    /** The last answer. @private @type {TripRun|null} */
    this.answer = null;
    /** @private */
    this.madeAt = 0;
    /** @private @type {"waiting"|"fresh"|"old"|"unknown"|"failed"} */
    this.state = "waiting";
    /** @private @type {AbortController|null} */
    this.asking = null;
    this.back = h("a", { class: "back" });
    this.heading = h("h1");
    this.facts = h("p", { class: "hint" });
    this.actions = h("div", { class: "board-actions" });
    this.stateLine = h("p", { class: "hint", role: "status" });
    this.body = h("div");
    this.onBoard = new OnBoard(context);
    this.onBoard.onChange = () => this.draw();
    this.element = h("section", { class: "screen page trip-screen" }, this.back,
      h("header", { class: "page-head line-head" }, this.heading, this.facts), this.actions,
      this.stateLine, this.onBoard.element, this.body);
    context.fleet.onChange(() => this.active && this.drawActions());
  }

  /** @param {Run} run
   * @param {AbortSignal} seen */
  async show(run, seen) {
    this.active = true;
    whileSeen(REFRESH_MILLISECONDS, () => this.load(), seen);
    whileSeen(REDRAW_MILLISECONDS, () => this.draw(), seen);
    const isOther = JSON.stringify(run) !== JSON.stringify({ ...this.run });
    this.run = { line: run.line, trip: run.trip, day: run.day };
    if (isOther) {
      this.timetable = null;
      this.trip = null;
      this.state = "waiting";
      this.takeKept();
    }
    const { view, network } = this.context;
    this.context.cover(view ?? network?.core ?? network?.bounds ?? null);
    this.translate();
    await this.load();
  }

  hide() {
    this.active = false;
    this.asking?.abort();
  }

  /** @private */
  async load() {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const { trip, day } = this.run;
      const [run] = await Promise.all([
        ask(`/trips/${encodeURIComponent(trip)}?date=${day}`, asking.signal), this.onBoard.refresh(this.run)]);
      if (asking.signal.aborted) return;
      this.take(run);
      this.answer = run;
      this.state = "fresh";
      this.madeAt = this.context.clock.now();
      keepAnswer(browserStore(), RUNS_KEY, { id: `${trip} ${day}`, answer: run, at: this.madeAt });
    } catch (error) {
      if (asking.signal.aborted) return;
      if (error instanceof Refusal && error.status === 404) this.state = "unknown";
      else this.state = this.trip === null ? "failed" : "old";
    }
    this.draw();
  }

  /** @private
   * @param {TripRun} run */
  take(run) {
    ({ timetable: this.timetable, trip: this.trip } = tripOf(run));
  }

  /** Shows the stored run until the server answers.
   * @private */
  takeKept() {
    const kept = keptAnswer(browserStore(), RUNS_KEY, `${this.run.trip} ${this.run.day}`);
    if (kept === null) return;
    this.take(kept.answer);
    this.madeAt = kept.at;
    // After a while, the age of the stored run is shown.
    setTimeout(() => {
      if (this.state !== "waiting" || this.trip === null) return;
      this.state = "old";
      this.draw();
    }, SLOW_MILLISECONDS);
  }

  translate() {
    const { speaker, routes } = this.context;
    const route = routes.get(this.run.line);
    const isGone = route === undefined && routes.size > 0;
    this.back.href = linesAddress(isGone ? null : this.run.line);
    this.back.replaceChildren(icon("chevron-right"), isGone ? speaker.say("lines.title")
      : speaker.say("trip.line", { line: route ? lineName(route) : this.run.line }));
    this.actions.dataset.print = "";
    this.draw();
  }

  /** @private */
  draw() {
    this.drawState();
    this.drawActions();
    const { speaker, clock, timeZone, routes } = this.context;
    const { timetable, trip } = this;
    const route = routes.get(this.run.line);
    if (timetable === null || trip === null || this.state === "unknown") {
      setText(this.heading, this.state === "waiting" ? "…" : speaker.say("trip.title"));
      setText(this.facts, "");
      this.onBoard.element.hidden = true;
      return patch(this.body, []);
    }
    const to = speaker.say("card.towards", { headsign: trip.headsign });
    document.title = pageTitle(`${timetable.line} ${to}`);
    this.heading.replaceChildren(
      ...(route === undefined ? [] : [namedMode(route.mode, speaker), lineBadge({ ...route, name: timetable.line })]),
      h("span", {}, to));
    setText(this.facts, [
      calendarDay(timetable.serviceDay, speaker.locale),
      trip.added ? speaker.say("board.added") : "",
      trip.headwaySeconds === undefined ? ""
        : speaker.say("line.every", { duration: duration(trip.headwaySeconds, speaker.locale) }),
    ].filter((each) => each !== "").join(" · "));
    const now = secondsOfServiceDay(clock.now(), timetable.serviceDay, timetable.timeZone || timeZone);
    this.onBoard.draw(timetable, trip, now);
    const isUnfolded = this.body.querySelector("details")?.open ?? false;
    const list = tripStops(timetable, trip, {
      now, moment: clock.now(), mode: route?.mode ?? "other", colour: route?.colour ?? "", isUnfolded, speaker,
    });
    const cancelled = trip.cancelled
      ? [h("p", { class: "banner" }, icon("alert-circle-outline"), speaker.say("way.cancelled"))] : [];
    patch(this.body, [list, ...cancelled]);
  }

  /** @private */
  drawState() {
    const { speaker, timeZone } = this.context;
    const time = clockTime(this.madeAt, speaker.locale, timeZone);
    /** @type {Record<typeof this.state, () => string>} */
    const sentences = {
      waiting: () => speaker.say("loading"),
      fresh: () => this.context.pocket?.sentenceOf(this.answer) ?? speaker.say("board.refreshed", { time }),
      old: () => speaker.say("board.stopped", { time }),
      unknown: () => speaker.say("trip.unknown"),
      failed: () => speaker.say("failed"),
    };
    setText(this.stateLine, sentences[this.state]());
    this.stateLine.classList.toggle("warning", this.state === "old" || this.state === "failed");
  }

  /** The link to its vehicle on the map, while one is reported on this run; where else to go, if the run is not known.
   * @private */
  drawActions() {
    const { speaker, fleet, routes } = this.context;
    const { line, trip, day } = this.run;
    if (this.state === "unknown") {
      this.actions.dataset.print = "";
      return patch(this.actions, waysOn({ line, timetable: this.timetable, trip: this.trip }, { routes, speaker }));
    }
    let id = "";
    for (const { vehicle } of fleet.vehicles.values()) {
      if (vehicle.trip === trip && vehicle.serviceDay === day) id = vehicle.id;
    }
    const print = `${id} ${speaker.language}`;
    if (this.actions.dataset.print === print) return;
    this.actions.dataset.print = print;
    this.actions.replaceChildren(...(id === "" ? [] : [
      h("a", { class: "button", href: mapAddress({ vehicle: id }) }, icon("map-outline"),
        speaker.say("trip.onMap")),
    ]));
  }
}
