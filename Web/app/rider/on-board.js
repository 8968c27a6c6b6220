// Tells riders in a vehicle where to get off.

/** @import { Context } from "../context.js" */
/** @import { Cell, LineTimetable, Trip } from "../lines/wire.js" */
import { localTime } from "../format.js";
import { callsOf, passedCount } from "../lines/trip-view.js";
import { h, icon, setText } from "../render.js";
import { shownTime } from "../times.js";
import { redraw } from "../typed.js";
import { savingProblem } from "./saving-problem.js";

/** @typedef {import("../search/wire.js").Event} Event */
/** @typedef {{id: string, name: string, arrival: Event, departure: Event}} RideStop */
/** @typedef {{id: string, trip: string, serviceDay: string, passed: RideStop[], left: RideStop[]}} CurrentRide */

const PATH = "/rider/rides";

export class OnBoard {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    /** @private @type {CurrentRide|null} */
    this.ride = null;
    /** The shown run. @private @type {{trip: string, day: string}} */
    this.run = { trip: "", day: "" };
    /** @private */
    this.print = "";
    /** The stop chosen to get off at; "" for the last one. @private */
    this.chosen = "";
    /** Whether a request is under way. @private */
    this.isChanging = false;
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.title = h("summary");
    this.parts = h("div", { class: "on-board-parts" });
    this.element = h("details", { class: "device-part on-board", hidden: true }, this.title, this.parts);
  }

  /** Asks whether the rider is on this run.
   * @param {{trip: string, day: string}} run */
  async refresh(run) {
    if (run.trip !== this.run.trip || run.day !== this.run.day) {
      this.ride = null;
      this.chosen = "";
      this.element.open = false;
      this.say("");
    }
    this.run = { trip: run.trip, day: run.day };
    const { rider } = this.context.saved;
    if (rider.token === null) return;
    try {
      const rides = /** @type {CurrentRide[]} */ (await rider.request("GET", PATH));
      this.ride = rides.find(({ trip, serviceDay }) => trip === run.trip && serviceDay === run.day) ?? null;
    } catch {
      // The known state stays.
    }
  }

  /** Draws the available actions for this run.
   * @param {LineTimetable} timetable
   * @param {Trip} trip
   * @param {number} now seconds of the service day */
  draw(timetable, trip, now) {
    const { speaker } = this.context;
    const calls = callsOf(trip);
    const passed = passedCount(trip, now);
    // The remaining stops to alight at; before the first stop nobody is on board.
    const ahead = calls.slice(Math.max(1, passed)).filter((cell) => cell.skipped !== true && cell.dropOff !== "none");
    const isOffered = !trip.cancelled && ahead.length > 0;
    this.element.hidden = this.ride === null && (!isOffered || this.context.network?.savesNothing === true);
    const print = JSON.stringify([speaker.language, this.ride, this.ride === null ? ahead.map(({ row }) => row) : []]);
    if (print === this.print) return;
    this.print = print;
    this.title.replaceChildren(icon("chevron-right"), speaker.say("ride.title"));
    if (this.ride !== null) this.element.open = true;
    // At each stop that is passed; the choice among the others stays, with the focus.
    redraw(this.parts, () => this.parts.replaceChildren(
      ...(this.ride === null ? this.offer(timetable, ahead) : this.way(this.ride)), this.problem));
  }

  /** @private
   * @param {string} problem "" for none */
  say(problem) {
    this.problem.hidden = problem === "";
    setText(this.problem, problem);
  }

  /** @private
   * @param {LineTimetable} timetable
   * @param {Cell[]} ahead */
  offer(timetable, ahead) {
    const { speaker } = this.context;
    const stops = ahead.map((cell) => ({ id: cell.stop ?? timetable.stops[cell.row].id, name: timetable.stops[cell.row].name }));
    const chosen = stops.find(({ id }) => id === this.chosen) ?? stops.at(-1);
    const select = h("select", { id: "get-off", onchange: () => this.chosen = select.value },
      ...stops.map((stop) => h("option", { value: stop.id, selected: stop === chosen }, stop.name)));
    const begin = () => this.change(async () => {
      this.ride = await this.context.saved.rider.request("POST", PATH, {
        trip: this.run.trip, day: this.run.day, to: select.value,
      });
    }, "leave-ride");
    return [
      h("p", { class: "hint" }, speaker.say("ride.lead")),
      h("label", { class: "strong", for: "get-off" }, speaker.say("ride.to")), select,
      h("button", { type: "button", class: "button", id: "begin-ride", onclick: begin }, icon("bell-outline"),
        speaker.say("ride.begin")),
    ];
  }

  /** @private
   * @param {CurrentRide} ride */
  way({ id, left }) {
    const { speaker } = this.context;
    const own = left.at(-1);
    const end = () => this.change(async () => {
      await this.context.saved.rider.request("DELETE", `${PATH}/${id}`);
      this.ride = null;
    }, "begin-ride");
    return [
      h("p", { class: "strong", role: "status" }, own === undefined ? speaker.say("ride.there")
        : speaker.say(left.length === 1 ? "ride.next" : "ride.left", {
          stop: own.name, time: localTime(shownTime(own.arrival), speaker.locale), n: left.length, next: left[0].name,
        })),
      h("p", { class: "hint" }, h("a", { href: "/settings/notifications" }, speaker.say("ride.messages"))),
      h("button", { type: "button", class: "button", id: "leave-ride", onclick: end }, icon("close"), speaker.say("ride.end")),
    ];
  }

  /** @private
   * @param {() => Promise<void>} change
   * @param {string} focus */
  async change(change, focus) {
    const { context } = this;
    // A double tap would begin two rides, each with its own message.
    if (this.isChanging) return;
    this.isChanging = true;
    try {
      if (await context.saved.rider.begin(context.speaker.language)) await context.sync.push().catch(() => {});
      await change();
      this.say("");
    } catch (error) {
      this.say(savingProblem(error, context));
    } finally {
      this.isChanging = false;
    }
    this.print = "";
    this.onChange();
    document.getElementById(focus)?.focus();
  }

  /** Called when the run has to be redrawn. */
  onChange() {}
}
