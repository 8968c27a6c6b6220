// One line: its timetable of a day and a direction, refreshed while the screen is visible.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { RouteDetail } from "../types.js" */
/** @import { LineTimetable } from "../lines/wire.js" */
import { lineBadge, lineName, modeIcon } from "../badge.js";
import { Refusal, ask } from "../ask.js";
import { calendarDay, weekDay } from "../format.js";
import { lineTitle } from "../lines/line-title.js";
import { paperTimetable } from "../lines/paper.js";
import { columnsAround, isNight, nextTrips, timetableTable } from "../lines/timetable.js";
import { NIGHT_ENDS, secondsOfServiceDay, shiftedDay } from "../lines/service-time.js";
import { pageTitle } from "../look.js";
import { h, icon, patch, setText } from "../render.js";
import { linesAddress, mapAddress } from "../router.js";
import { localMinute } from "../search/query.js";
import { whileSeen } from "../seen.js";

/** @typedef {{line: string, direction: number|null, day: string|null}} LinePlace */

const REFRESH_MILLISECONDS = 30_000;
/** The number of columns shown before the next trips. */
const COLUMNS_BEFORE = 1;
/** So many rows without times may stand above the first with some. */
const EMPTY_ROWS = 2;

export class LineScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.active = false;
    /** @private @type {LinePlace} */
    this.place = { line: "", direction: null, day: null };
    /** @private @type {RouteDetail|null} */
    this.detail = null;
    /** @private @type {LineTimetable|null} */
    this.timetable = null;
    /** @private @type {{from: number, to: number}|null} */
    this.columns = null;
    /** @private */
    this.sentence = "";
    /** The service day that is shown if none is chosen. @private */
    this.today = "";
    /** A day within the timetable, if the requested day is not.
     * @private @type {string|null} */
    this.otherDay = null;
    /** @private @type {AbortController|null} */
    this.asking = null;
    this.back = h("a", { class: "back", href: "/lines" });
    this.head = h("header", { class: "page-head line-head" });
    this.directions = h("div", { class: "segments", role: "group" });
    this.before = this.step("chevron-right", -1);
    this.before.classList.add("backwards");
    this.after = this.step("chevron-right", 1);
    this.date = h("input", { type: "date", class: "time-input", onchange: () => {
      if (this.date.value !== "") this.go({ day: this.date.value });
    } });
    this.days = h("div", { class: "days", role: "group" }, this.before, this.date, this.after);
    this.onMap = h("a", { class: "button", hidden: true });
    this.onPaper = h("button", { type: "button", class: "button on-paper", onclick: () => print() });
    this.state = h("p", { class: "hint", role: "status" });
    this.offer = h("button", { type: "button", class: "button", hidden: true,
      onclick: () => this.go({ day: this.otherDay }) });
    this.table = h("div", { class: "timetable-frame", role: "region", tabindex: 0 });
    this.earlier = h("button", { type: "button", class: "quiet", onclick: () => this.turn(-1) });
    this.later = h("button", { type: "button", class: "quiet", onclick: () => this.turn(1) });
    this.turns = h("div", { class: "turns" }, this.earlier, this.later);
    /** The timetable of the whole day, while the page is printed. @private */
    this.paper = h("div", { class: "paper" });
    this.element = h("section", { class: "screen page line-screen" }, this.back, this.head,
      h("div", { class: "tools" }, this.directions, this.days, this.onMap, this.onPaper), this.state, this.offer,
      this.table, this.turns, this.paper);
    addEventListener("beforeprint", () => this.drawPaper());
    addEventListener("afterprint", () => this.paper.replaceChildren());
  }

  /** @private */
  drawPaper() {
    const { speaker } = this.context;
    const { timetable } = this;
    if (!this.active || timetable === null) return;
    const towards = this.directions.querySelector("[aria-pressed=true]")?.textContent;
    const caption = [timetable.line, towards, speaker.say("line.valid", { day: weekDay(timetable.serviceDay, speaker.locale) })];
    this.paper.replaceChildren(...paperTimetable(timetable, caption.filter(Boolean).join(" · "), speaker));
  }

  /** @private
   * @param {string} image
   * @param {number} days */
  step(image, days) {
    return h("button", { type: "button", class: "round", onclick: () =>
      this.go({ day: shiftedDay(this.day, days) }) }, icon(image));
  }

  /** The shown day. @private */
  get day() {
    return this.place.day ?? (this.today || this.calendarDay());
  }

  /** The day by the calendar of the network. @private */
  calendarDay() {
    const { clock, timeZone } = this.context;
    return localMinute(clock.now(), timeZone).slice(0, 10);
  }

  /** Asks for the timetable of the chosen day; at night, while runs of the evening before are under way and those of the
   * new day are not, for that of the day before.
   * @private
   * @param {AbortSignal} signal
   * @returns {Promise<LineTimetable>} */
  async askTimetable(signal) {
    const { clock, timeZone } = this.context;
    const { line, direction } = this.place;
    const of = (/** @type {string} */ date) => {
      const query = new URLSearchParams({ date });
      if (direction !== null) query.set("direction", String(direction));
      return ask(`/routes/${encodeURIComponent(line)}/timetable?${query}`, signal);
    };
    if (this.place.day !== null) return of(this.place.day);
    this.today = this.calendarDay();
    if (Number(localMinute(clock.now(), timeZone).slice(11, 13)) >= NIGHT_ENDS) return of(this.today);
    const before = shiftedDay(this.today, -1);
    const [today, night] = await Promise.allSettled([of(this.today), of(before)]);
    if (night.status === "fulfilled" && isNight(night.value, today.status === "fulfilled" ? today.value : null, (each) =>
      secondsOfServiceDay(clock.now(), each.serviceDay, each.timeZone || timeZone))) {
      this.today = before;
      return night.value;
    }
    if (today.status === "rejected") throw today.reason;
    return today.value;
  }

  /** @param {LinePlace} place
   * @param {AbortSignal} seen */
  show(place, seen) {
    this.active = true;
    whileSeen(REFRESH_MILLISECONDS, () => this.load(), seen);
    return this.open(place);
  }

  /** @private
   * @param {LinePlace} place */
  async open(place) {
    if (place.line !== this.place.line) {
      this.detail = null;
      this.head.replaceChildren();
    }
    const isOther = JSON.stringify(place) !== JSON.stringify(this.place);
    this.place = place;
    if (isOther) {
      this.today = "";
      this.timetable = null;
      this.columns = null;
    }
    this.translate();
    await Promise.all([this.loadDetail(place.line), this.load()]);
  }

  hide() {
    this.active = false;
    this.asking?.abort();
  }

  /** Shows another day or direction of the same line, and updates the address.
   * @private
   * @param {Partial<LinePlace>} change */
  go(change) {
    const place = { ...this.place, ...change };
    this.context.navigate(linesAddress(place.line, place), { replace: true });
    this.open(place);
  }

  /** @private
   * @param {string} line */
  async loadDetail(line) {
    if (this.detail?.id === line) return;
    try {
      const detail = await ask(`/routes/${encodeURIComponent(line)}`);
      if (this.place.line !== line) return;
      this.detail = detail;
      this.drawHead();
      this.drawDirections();
    } catch {
      // Loading the timetable reports the error.
    }
  }

  /** @private */
  async load() {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.otherDay = null;
    try {
      const timetable = await this.askTimetable(asking.signal);
      if (asking.signal.aborted) return;
      const isFirst = this.timetable?.serviceDay !== timetable.serviceDay;
      if (isFirst) this.columns = null;
      this.timetable = timetable;
      this.sentence = "";
      this.draw();
      if (isFirst) this.scrollToNext();
    } catch (error) {
      if (asking.signal.aborted) return;
      // An old timetable is better than none.
      if (this.timetable === null || error instanceof Refusal) this.fail(error);
    }
  }

  /** @private
   * @param {unknown} error */
  fail(error) {
    const { speaker } = this.context;
    const kind = error instanceof Refusal ? error.kind : "";
    this.timetable = null;
    this.sentence = speaker.say(error instanceof Refusal ? "failed" : "notKnown");
    if (error instanceof Refusal && error.status === 404 && kind === "not-found") {
      this.sentence = speaker.say("line.unknown");
    }
    if (error instanceof Refusal && kind === "no-service") {
      this.sentence = speaker.say("line.noService");
      this.otherDay = error.problem.nextDay ?? null;
    }
    if (error instanceof Refusal && kind === "outside-timetable") {
      const { firstDay, lastDay } = error.problem;
      this.sentence = speaker.say("problem.outside", {
        from: calendarDay(firstDay ?? "", speaker.locale),
        to: calendarDay(lastDay ?? "", speaker.locale),
      });
      this.otherDay = this.day < firstDay ? firstDay : lastDay;
    }
    this.draw();
  }

  translate() {
    const { speaker, network } = this.context;
    this.back.replaceChildren(icon("chevron-right"), speaker.say("lines.title"));
    for (const [button, key] of /** @type {[HTMLElement, MessageKey][]} */ ([
      [this.before, "line.dayBefore"], [this.after, "line.dayAfter"],
    ])) {
      button.setAttribute("aria-label", speaker.say(key));
      button.title = speaker.say(key);
    }
    this.date.setAttribute("aria-label", speaker.say("line.day"));
    this.days.setAttribute("aria-label", speaker.say("line.day"));
    this.directions.setAttribute("aria-label", speaker.say("line.direction"));
    if (network?.serviceDays) {
      this.date.min = network.serviceDays.from;
      this.date.max = network.serviceDays.to;
    }
    setText(this.earlier, speaker.say("line.earlier"));
    setText(this.later, speaker.say("line.later"));
    setText(this.onPaper, speaker.say("board.print"));
    this.drawHead();
    this.drawDirections();
    this.draw();
  }

  /** @private */
  drawHead() {
    const { speaker, routes } = this.context;
    // Without the server it is known from the list of lines.
    const route = this.detail ?? routes.get(this.place.line);
    if (route === undefined) return;
    document.title = pageTitle(lineName(route));
    const print = `${route.id} ${speaker.language}`;
    if (this.head.dataset.print === print) return;
    this.head.dataset.print = print;
    this.head.replaceChildren(
      h("h1", {}, modeIcon(route.mode), lineBadge(route),
        h("span", {}, route.shortName && lineTitle(route))),
      h("p", { class: "hint" },
        speaker.say(/** @type {MessageKey} */ (`mode.${route.mode}`)),
        route.agency ? ` · ${speaker.say("lines.by", { agency: route.agency })}` : null),
    );
    this.onMap.href = mapAddress({ line: route.id });
    this.onMap.replaceChildren(icon("map-outline"), speaker.say("nav.map"));
    this.onMap.hidden = false;
  }

  /** @private */
  drawDirections() {
    const { speaker } = this.context;
    const directions = this.detail?.directions ?? [];
    const here = this.place.direction ?? this.timetable?.direction ?? directions[0]?.direction;
    this.directions.hidden = directions.length < 2;
    const names = directions.map(({ headsigns, stops }) =>
      headsigns[0] ?? stops.at(-1)?.name ?? speaker.say("lines.otherDirection"));
    patch(this.directions, directions.map(({ direction }, index) =>
      h("button", {
        type: "button",
        "aria-pressed": String(direction === here),
        "data-key": direction,
        onclick: () => this.go({ direction }),
      }, speaker.say("lines.direction", { headsign: names[index] }))));
  }

  /** @private The time in seconds of the shown service day. */
  now() {
    const { clock, timeZone } = this.context;
    return secondsOfServiceDay(clock.now(), this.day, this.timetable?.timeZone ?? timeZone);
  }

  /** @private */
  draw() {
    const { speaker } = this.context;
    const { timetable } = this;
    if (this.date.value !== this.day) this.date.value = this.day;
    const kept = this.context.pocket?.sentenceOf(timetable);
    setText(this.state, timetable === null ? (this.sentence || speaker.say("loading"))
      : kept ? `${kept}. ${speaker.say("line.legend")}` : speaker.say("line.legend"));
    this.offer.hidden = this.otherDay === null;
    if (this.otherDay !== null) setText(this.offer, weekDay(this.otherDay, speaker.locale));
    this.table.hidden = this.turns.hidden = this.onPaper.hidden = timetable === null;
    if (timetable === null) return;
    this.drawDirections();
    const now = this.now();
    this.columns ??= columnsAround(timetable, nextTrips(timetable, now));
    this.earlier.hidden = this.columns.from === 0;
    this.later.hidden = this.columns.to >= timetable.trips.length;
    const caption = speaker.say("line.caption", {
      line: timetable.line, day: calendarDay(timetable.serviceDay, speaker.locale),
    });
    this.table.setAttribute("aria-label", caption);
    const at = this.table.scrollLeft;
    const colour = this.context.routes.get(timetable.route)?.colour ?? "";
    const language = this.context.network?.languages[0];
    patch(this.table, [timetableTable(timetable, { now, ...this.columns, colour, caption, language }, speaker)]);
    this.table.scrollLeft = at;
  }

  /** Scrolls to the next trips, at the first stop and as far down as there is room.
   * @private */
  scrollToNext() {
    const column = (/** @type {string} */ name) => {
      const found = this.table.querySelector(`[data-${name}]`);
      return found instanceof HTMLElement ? found : null;
    };
    const [first, top] = [column("first"), column("top")];
    const corner = this.table.querySelector(".corner");
    if (first === null || !(corner instanceof HTMLElement)) return;
    const beside = (/** @type {HTMLElement} */ head) => head.offsetLeft - corner.offsetWidth;
    const room = this.table.clientWidth - corner.offsetWidth;
    const least = top === null ? 0 : beside(top) + top.offsetWidth - room;
    // Only whole columns, since half a time beside the names is unreadable.
    const heads = [...this.table.querySelectorAll("thead th:not(.corner)")]
      .filter((each) => each instanceof HTMLElement);
    const before = heads.indexOf(first) - COLUMNS_BEFORE;
    const found = heads.find((head, index) => index >= before && beside(head) >= least);
    const wanted = beside(found ?? first);
    // Without room behind the last column, one before would be cut.
    this.table.style.paddingInlineEnd = "";
    const lack = wanted - (this.table.scrollWidth - this.table.clientWidth);
    if (lack > 0) this.table.style.paddingInlineEnd = `${lack}px`;
    this.table.scrollLeft = wanted;
    this.table.scrollTop = 0;
    this.scrollToTimes();
  }

  /** Scrolls down to the first stop at which the columns in sight call, if they leave out many before it.
   * @private */
  scrollToTimes() {
    const { left, right } = this.table.getBoundingClientRect();
    const corner = this.table.querySelector(".corner");
    const [head, ...rows] = this.table.querySelectorAll("tr");
    if (corner === null || head === undefined) return;
    const isSeen = (/** @type {Element} */ cell) => {
      const box = cell.getBoundingClientRect();
      return box.left >= left + corner.clientWidth - 1 && box.right <= right + 1;
    };
    const first = rows.findIndex((row) => [...row.querySelectorAll("td")].some((cell) => cell.textContent !== "" && isSeen(cell)));
    // A row without times says that the line comes from further up.
    if (first > EMPTY_ROWS) this.table.scrollTop = Math.max(this.table.scrollTop, rows[first - 1].offsetTop - head.offsetHeight);
  }

  /** Shows other columns of a day that is too long to be shown at once.
   * @private
   * @param {-1|1} side */
  turn(side) {
    const { timetable, columns } = this;
    if (timetable === null || columns === null) return;
    const width = columns.to - columns.from;
    const from = Math.max(0, Math.min(columns.from + side * width, timetable.trips.length - width));
    this.columns = { from, to: from + width };
    this.draw();
    this.table.scrollLeft = side < 0 ? this.table.scrollWidth : 0;
    this.scrollToTimes();
  }
}
