// Trips: rides for which the rider wants reminders in order to arrive by a time; scheduled and listed here until they
// are over.

/** @import { Context } from "../context.js" */
/** @import { TripAnswer } from "../rider/wire.js" */
import { Refusal } from "../ask.js";
import { delayChip } from "../badge.js";
import { delayOf } from "../delay.js";
import { age, duration, weekDay } from "../format.js";
import { drawUnderFinger, h, icon, setText } from "../render.js";
import { namedBadge } from "../rider/home-card.js";
import { savingProblem, schedulingProblem, tripProblem } from "../rider/saving-problem.js";
import { schedule, tripBody } from "../rider/saving.js";
import { Toast } from "../rider/toast.js";
import { usualDays, weekdayChoice } from "../rider/weekday-choice.js";
import { minuteOf, minuteText, minuteValue, weekdaysText } from "../rider/weekdays.js";
import { namedDay } from "../search/named-day.js";
import { NearbyStops } from "../search/nearby.js";
import { PlaceField } from "../search/place-field.js";
import { RecentPlaces } from "../search/places.js";
import { localMinute, searchAddress } from "../search/query.js";
import { SLOW_MILLISECONDS, whileSeen } from "../seen.js";
import { browserStore } from "../store.js";
import { aboutMark, certaintyOf, rhythmText, shownTime } from "../times.js";
import { PAUSE_MILLISECONDS, notAtOnce, whileDisabled } from "../working.js";
import { timeOf } from "../written-times.js";

const REFRESH_MILLISECONDS = 30_000;
/** Most riders ask for about an hour ahead. */
const AHEAD_MINUTES = 60;
const STEP_MINUTES = 5;

/** Sorts the next trip first, and impossible ones last.
 * @param {readonly TripAnswer[]} trips */
export function byTime(trips) {
  const time = (/** @type {TripAnswer} */ { trip, next }) => {
    // A weekly trip that does not run has only a time of day, by which it is sorted at the end.
    return `${next === undefined ? 1 : 0} ${next?.day ?? trip.day ?? "9"} ${minuteValue(trip.arriveBy)}`;
  };
  return [...trips].sort((a, b) => time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0);
}

export class TripsScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.active = false;
    /** @private */
    this.isWeekly = false;
    /** @private @type {number[]} */
    this.weekdays = usualDays(1, null);
    this.heading = h("h1");
    this.lead = h("p", { class: "hint" });
    const recent = new RecentPlaces(browserStore());
    this.nearby = new NearbyStops();
    this.from = new PlaceField(context, { label: "search.from", recent, nearby: this.nearby, onChosen: () => this.sayProblem("") });
    this.to = new PlaceField(context, { label: "search.to", recent, nearby: this.nearby, onChosen: () => this.sayProblem("") });
    this.time = h("input", { type: "time", class: "time-input", id: "trip-time", required: true });
    this.timeLabel = h("label", { class: "strong", for: "trip-time" });
    this.day = h("input", { type: "date", class: "time-input", id: "trip-day" });
    this.once = h("button", { type: "button", onclick: () => this.repeat(false) });
    this.weekly = h("button", { type: "button", onclick: () => this.repeat(true) });
    this.repeats = h("div", { class: "segments", role: "group" }, this.once, this.weekly);
    this.week = h("div");
    this.problem = h("div", { class: "problem", role: "alert", hidden: true });
    this.submit = h("button", { type: "submit", class: "button primary" });
    this.form = h("form", { class: "search-form trip-form", novalidate: true },
      h("div", { class: "places" }, this.from.element, h("div", { class: "vias" }), this.to.element),
      h("div", { class: "form-line" }, this.timeLabel, this.time),
      h("div", { class: "form-line" }, this.repeats, this.day), this.week, this.problem,
      h("div", { class: "form-line" }, this.submit));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.schedule();
    });
    this.listHeading = h("h2");
    this.state = h("p", { class: "banner", role: "status", hidden: true });
    /** Whether a trip was just cancelled: the next one takes its place under the finger. @private */
    this.isCancelling = false;
    /** Whether the answer is late. @private */
    this.isSlow = false;
    /** Whether the server did not answer when it was asked last. @private */
    this.isSilent = false;
    this.list = h("div", { class: "trip-list" });
    this.planned = h("section", { class: "group" }, this.listHeading, this.state, this.list);
    this.toast = new Toast();
    this.element = h("section", { class: "screen page trips-screen" },
      h("header", { class: "page-head" }, this.heading, this.lead), this.form,
      this.planned, this.toast.element);
    context.saved.onChange(() => this.active && this.draw());
  }

  /** @param {object} _place
   * @param {AbortSignal} seen */
  async show(_place, seen) {
    this.active = true;
    whileSeen(REFRESH_MILLISECONDS, () => this.refresh(), seen);
    // A form that was left on another day is of no use.
    if (this.time.value === "" || this.day.value < this.today()) this.suggestTime();
    this.translate();
    this.nearby.refresh();
    await this.refresh();
  }

  hide() {
    this.active = false;
  }

  /** @private */
  async refresh() {
    const slow = setTimeout(() => {
      this.isSlow = true;
      this.drawState();
    }, SLOW_MILLISECONDS);
    await this.context.saved.learnTrips().catch(() => {});
    clearTimeout(slow);
    this.isSlow = this.isSilent = !this.context.saved.areTripsFresh;
    this.draw();
  }

  /** @private */
  suggestTime() {
    const { clock, timeZone } = this.context;
    const later = clock.now() + AHEAD_MINUTES * 60_000;
    const local = localMinute(later, timeZone);
    const minute = minuteOf(local.slice(11)) ?? 0;
    const rounded = Math.min(1435, Math.ceil(minute / STEP_MINUTES) * STEP_MINUTES);
    this.time.value = minuteValue(rounded);
    this.day.value = local.slice(0, 10);
    this.day.min = this.today();
  }

  /** @private */
  today() {
    const { clock, timeZone } = this.context;
    return localMinute(clock.now(), timeZone).slice(0, 10);
  }

  /** @private
   * @param {boolean} isWeekly */
  repeat(isWeekly) {
    this.isWeekly = isWeekly;
    this.translate();
  }

  translate() {
    const { speaker } = this.context;
    setText(this.heading, speaker.say("trips.title"));
    const savesNothing = this.context.network?.savesNothing === true;
    setText(this.lead, speaker.say(savesNothing ? "saved.nowhere" : "trips.lead"));
    this.form.hidden = this.planned.hidden = savesNothing;
    setText(this.timeLabel, speaker.say("trips.arriveBy"));
    setText(this.once, speaker.say("trips.once"));
    setText(this.weekly, speaker.say("trips.weekly"));
    setText(this.submit, speaker.say("trips.go"));
    setText(this.listHeading, speaker.say("trips.list"));
    this.repeats.setAttribute("aria-label", speaker.say("trips.repeat"));
    this.day.setAttribute("aria-label", speaker.say("line.day"));
    this.once.setAttribute("aria-pressed", String(!this.isWeekly));
    this.weekly.setAttribute("aria-pressed", String(this.isWeekly));
    this.day.hidden = this.isWeekly;
    this.drawWeek();
    this.from.translate();
    this.to.translate();
    this.draw();
  }

  /** @private */
  drawWeek() {
    const { speaker } = this.context;
    const print = this.isWeekly ? speaker.language : "";
    if (this.week.dataset.print === print) return;
    this.week.dataset.print = print;
    this.week.replaceChildren(...(this.isWeekly
      ? [weekdayChoice(speaker, this.time, this.weekdays, (days) => this.weekdays = days)] : []));
  }

  /** @private
   * @param {string} text
   * @param {Node|null} [more] what to do about it */
  sayProblem(text, more = null) {
    this.problem.replaceChildren(...(text === "" ? [] : [h("p", {}, text)]), ...(more === null ? [] : [more]));
    this.problem.hidden = text === "";
  }

  /** @private */
  async schedule() {
    const { context } = this;
    const { speaker, saved } = context;
    for (const field of [this.from, this.to]) {
      if (field.value !== "") continue;
      field.input.focus();
      return this.sayProblem(speaker.say("search.start"));
    }
    const minute = minuteOf(this.time.value);
    if (minute === null) return this.sayProblem(speaker.say("saved.noTime"));
    if (this.isWeekly && this.weekdays.length === 0) return this.sayProblem(speaker.say("days.none"));
    this.sayProblem("");
    const { value: from } = this.from;
    const { value: to } = this.to;
    const when = this.isWeekly ? { weekdays: this.weekdays } : { day: this.day.value };
    await whileDisabled(this.submit, async () => {
      const { isNew } = await schedule(saved, { from, to, arriveBy: minuteValue(minute), ...when }, speaker.language);
      if (isNew) await context.sync.push().catch(() => {});
      this.toast.say(speaker.say(saved.rider.isFleeting ? "saved.fleeting" : "trips.scheduled"));
      // The next trip may be in the form already.
      if (this.from.value === from) this.from.set({ value: "", name: "", modes: [] });
      if (this.to.value === to) this.to.set({ value: "", name: "", modes: [] });
    }).catch((error) => this.refuse(error, from, to));
  }

  /** @private
   * @param {unknown} error
   * @param {string} from
   * @param {string} to */
  refuse(error, from, to) {
    const { context } = this;
    const { speaker } = context;
    if (!(error instanceof Refusal) || error.status === 404 || error.status === 409) {
      return this.sayProblem(savingProblem(error, context));
    }
    if (error.kind === "bad-parameter") return this.sayProblem(speaker.say("trip.unknown-stop"));
    // The search with the same request finds connections with transfers, which can be planned from there.
    const day = this.isWeekly ? this.today() : this.day.value;
    const search = error.kind === "no-line"
      ? h("a", { href: searchAddress({ from, to, at: `${day}T${this.time.value.slice(0, 5)}`, arriveBy: true }) },
        speaker.say("welcome.find")) : null;
    this.sayProblem(tripProblem({ ...error.problem, kind: error.kind }, context), search);
  }

  /** Whether the list is a stored copy; delays are unknown then.
   * @private */
  get isStored() {
    return this.isSlow && !this.context.saved.areTripsFresh;
  }

  /** Shows the age of a stored list.
   * @private */
  drawState() {
    const { saved, speaker } = this.context;
    const isStored = this.isStored && saved.tripsAt > 0 && saved.trips.length > 0;
    this.state.hidden = !isStored;
    const sentence = isStored ? speaker.say(this.isSilent ? "home.storedAt" : "home.refreshing", { age: age(Date.now() - saved.tripsAt, speaker.locale) }) : "";
    if (this.state.textContent === sentence) return;
    this.state.replaceChildren(...(isStored ? [icon(this.isSilent ? "wifi-off" : "refresh"), h("span", {}, sentence)] : []));
  }

  /** @private */
  draw() {
    if (!this.active) return;
    this.drawState();
    drawUnderFinger(this.list, () => this.drawList());
  }

  /** @private */
  drawList() {
    const { saved, speaker } = this.context;
    if (saved.trips.length === 0) {
      return this.list.replaceChildren(h("p", { class: "trip-none" }, icon("calendar-clock-outline"),
        h("span", {}, speaker.say(saved.knowsTrips ? "trips.none" : this.isSilent ? "notKnown" : "loading"))));
    }
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.trip : undefined;
    this.list.replaceChildren(...byTime(saved.trips).map((each) => this.card(each)));
    if (this.isCancelling) this.list.querySelectorAll("button").forEach(notAtOnce);
    const again = focused === undefined ? null : this.list.querySelector(`[data-trip="${CSS.escape(focused)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** @private
   * @param {TripAnswer} answer */
  card(answer) {
    const { trip, next, problem } = answer;
    const { context } = this;
    const { speaker, saved } = context;
    const title = speaker.say("way.title", { from: trip.from.name, to: trip.to.name });
    const cancel = () => {
      this.isCancelling = true;
      setTimeout(() => this.isCancelling = false, PAUSE_MILLISECONDS);
      if (saved.cancelTrip(trip.id)) this.toast.say(speaker.say("trips.cancelled"), this.undoing(trip));
      else this.toast.say(speaker.say("waiting.full"));
      this.heading.tabIndex = -1;
      this.heading.focus();
    };
    const days = trip.day === undefined ? weekdaysText(trip.weekdays, speaker) : weekDay(trip.day, speaker.locale);
    const today = localMinute(context.clock.now(), context.timeZone).slice(0, 10);
    const seconds = delayOf(next?.departure);
    const rides = next?.way?.rides ?? (next === undefined ? [] : [next]);
    const hasPassed = (/** @type {import("../search/wire.js").Event|undefined} */ event) =>
      event !== undefined && Date.parse(shownTime(event)) < context.clock.now();
    const hasLeft = hasPassed(next?.departure);
    // A stored run may be one of last week.
    const isUnderWay = hasLeft && !hasPassed(next?.arrival);
    const leaving = shownTime(next?.departure).slice(0, 10) || next?.day || today;
    const { walkBeforeSeconds = 0, rides: [first] = [] } = trip.route ?? {};
    return h("article", { class: "trip-card" },
      h("header", {}, h("h3", {}, title),
        h("button", { type: "button", class: "round", "data-trip": trip.id, onclick: cancel,
          "aria-label": speaker.say("trips.cancel", { trip: title }), title: speaker.say("trips.cancel", { trip: title }) },
        icon("delete-outline"))),
      h("p", { class: "trip-wish" }, icon("clock-outline"), h("span", {}, speaker.say("trips.wish", {
        time: minuteText(trip.arriveBy, speaker.locale), days,
      }))),
      problem === undefined ? null
        : h("p", { class: "banner" }, icon("alert-circle-outline"), problem.kind === "unknown-stop"
          ? speaker.say("trip.stopGone") : tripProblem(problem, context, trip.route !== undefined)),
      next === undefined ? null
        : h("div", { class: "trip-next" },
          h("p", { class: "trip-line" }, ...rides.map(({ line }) => namedBadge(context, line, undefined)),
            // With several rides, the headsign of the first is misleading.
            next.headsign === undefined || rides.length > 1 ? null
              : h("span", {}, speaker.say("card.towards", { headsign: next.headsign })),
            // A run of the evening before leaves on another day than that of the arrival.
            trip.day === leaving ? null : h("span", { class: "hint" }, namedDay(leaving, today, speaker.locale))),
          isUnderWay ? h("p", { class: "trip-state" }, icon("routes"), speaker.say("trips.underWay")) : null,
          walkBeforeSeconds === 0 || first === undefined || hasLeft ? null
            : h("p", { class: "hint" }, speaker.say("home.walk", {
              duration: duration(walkBeforeSeconds, speaker.locale), stop: first.from.name })),
          h("dl", {},
            h("div", {}, h("dt", {}, speaker.say("trips.getOn")), h("dd", {}, aboutMark(next, speaker), timeOf(next.departure, speaker),
              next.headwaySeconds === undefined ? null : h("span", { class: "hint" }, rhythmText(next, speaker)),
              this.isStored ? null : certaintyOf(next.departure, speaker, { leaves: true }),
              seconds === null || this.isStored ? null : delayChip(seconds, speaker, { words: false }))),
            h("div", {}, h("dt", {}, speaker.say("trips.there")), h("dd", {}, aboutMark(next, speaker), timeOf(next.arrival, speaker)))),
          rides.length < 2 ? null : this.changes(answer)));
  }

  /** The button that schedules a cancelled trip again.
   * @private
   * @param {TripAnswer["trip"]} trip */
  undoing(trip) {
    const { context } = this;
    const { saved, speaker } = context;
    const again = async () => {
      await saved.queue.flush();
      await schedule(saved, tripBody(trip), speaker.language);
      this.toast.say(speaker.say("trips.scheduled"));
    };
    const button = h("button", { type: "button", class: "quiet", onclick: () =>
      whileDisabled(button, again).catch((error) => this.toast.say(schedulingProblem(error, context, trip.route !== undefined))) },
    speaker.say("trips.undo"));
    return button;
  }

  /** Where to board each vehicle after the first one.
   * @private
   * @param {TripAnswer} answer */
  changes({ trip, next }) {
    const { context } = this;
    const { speaker } = context;
    const rides = next?.way?.rides ?? [];
    return h("ul", { class: "trip-changes" }, ...rides.slice(1).map((ride, at) => {
      const name = trip.route?.rides[at + 1]?.from.name;
      return h("li", {}, namedBadge(context, ride.line, undefined), timeOf(ride.departure, speaker, { void: ride.cancelled }),
        name === undefined ? null : h("span", {}, name),
        ride.cancelled ? h("span", { class: "remark bad" }, speaker.say("way.cancelled")) : null);
    }));
  }
}
