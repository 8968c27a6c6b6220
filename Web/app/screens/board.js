// The departures and arrivals at a stop, refreshed while the screen is visible.

/** @import { Context } from "../context.js" */
/** @import { BoardKind } from "../router.js" */
/** @import { Board } from "../search/wire.js" */
import { alertList } from "../alerts.js";
import { boardSections, chipLabel, emptySentence, lineKey, linesOf } from "../board/sections.js";
import { OutsideRegion, Refusal, ask } from "../ask.js";
import { lineBadge } from "../badge.js";
import { clockTime, localTime } from "../format.js";
import { keepAnswer, keptAnswer } from "../kept-answers.js";
import { pageTitle } from "../look.js";
import { h, icon, patch, setText } from "../render.js";
import { boardAddress, mapAddress, printAddress } from "../router.js";
import { isKept, keptName, toggleKept } from "../rider/kept-stops.js";
import { localMinute, searchAddress } from "../search/query.js";
import { SLOW_MILLISECONDS, whileSeen } from "../seen.js";
import { BOARDS_KEY, browserStore } from "../store.js";
import { bestTime } from "../times.js";

const REFRESH_MILLISECONDS = 30_000;
const CALLS_PER_PAGE = 20;
/** The largest number of rows; the server returns up to 500. */
const MAXIMUM_CALLS = 200;
/** The number of calls of a chosen line, the server's maximum. */
const CALLS_OF_LINE = 20;
/** A board that is older than this is no longer called fresh while its successor is awaited. */
const FRESH_MILLISECONDS = 120_000;
/** The interval at which the remaining minutes are updated. */
const COUNT_MILLISECONDS = 10_000;

export class BoardScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    /** @private */
    this.stop = "";
    /** @private @type {BoardKind} */
    this.kind = "departures";
    /** @private @type {Board|null} */
    this.board = null;
    /** @private */
    this.limit = CALLS_PER_PAGE;
    /** The start of the board after the rider asked for earlier calls; null for now.
     * @private @type {string|null} */
    this.since = null;
    /** The server's time when the board was made. @private */
    this.madeAt = 0;
    /** @private @type {"waiting"|"fresh"|"old"|"unknown"|"failed"|"away"|"outside"} */
    this.state = "waiting";
    /** The key of the only line to show; null for all. @private @type {string|null} */
    this.line = null;
    /** The lines for the filter, with one call each.
     * @private @type {Map<string, import("../search/wire.js").BoardCall>} */
    this.lines = new Map();
    /** Whether the server has listed all lines of the stop. @private */
    this.knowsLines = false;
    /** The next calls of the chosen line. @private @type {import("../search/wire.js").BoardCall[]} */
    this.lineCalls = [];
    this.active = false;
    /** @private @type {AbortController|null} */
    this.asking = null;
    this.heading = h("h1");
    this.departures = this.kindButton("departures");
    this.arrivals = this.kindButton("arrivals");
    this.kinds = h("div", { class: "segments", role: "group" }, this.departures, this.arrivals);
    this.actions = h("div", { class: "board-actions" });
    /** Leads from a platform to all of its place. @private */
    this.whole = h("a", { hidden: true });
    this.keep = h("button", { type: "button", class: "round keep", hidden: true, onclick: () => {
      toggleKept({ id: this.stop, name: this.board?.stop.name ?? "" });
      this.drawKept();
    } }, icon("bookmark-outline"));
    this.filter = h("div", { class: "line-filter", role: "group", hidden: true });
    this.stateLine = h("p", { class: "hint" });
    this.announcer = h("p", { class: "unseen", role: "status" });
    this.alerts = h("div");
    this.rows = h("div", { class: "groups" });
    this.earlier = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.goBack() });
    this.said = h("p", { class: "hint", role: "status" });
    this.more = h("button", { type: "button", class: "button wide", hidden: true, onclick: () => {
      this.limit = Math.min(MAXIMUM_CALLS, this.limit + CALLS_PER_PAGE);
      this.refresh();
    } });
    this.element = h("section", { class: "screen page board" },
      h("header", { class: "page-head" }, this.heading, this.keep), this.actions, this.kinds, this.filter,
      this.announcer, this.alerts, h("div", { class: "board-state" }, this.stateLine, this.earlier), this.said,
      this.rows, this.more);
    addEventListener("online", () => this.active && this.refresh());
  }

  /** @private
   * @param {BoardKind} kind */
  kindButton(kind) {
    return h("button", { type: "button", onclick: () => {
      // To a rider the other kind is the same page: going back leaves the stop.
      this.context.navigate(boardAddress(this.stop, kind), { replace: true });
      this.open({ stop: this.stop, kind });
    } });
  }

  /** @param {{stop: string, kind: BoardKind}} place
   * @param {AbortSignal} seen */
  show(place, seen) {
    this.active = true;
    whileSeen(COUNT_MILLISECONDS, () => this.drawRows(), seen);
    whileSeen(REFRESH_MILLISECONDS, () => this.refresh(), seen);
    return this.open(place);
  }

  /** @private
   * @param {{stop: string, kind: BoardKind}} place */
  open(place) {
    if (place.stop !== this.stop || place.kind !== this.kind) {
      if (place.stop !== this.stop) {
        setText(this.heading, "…");
        this.line = null;
        this.lines.clear();
        this.drawFilter();
      }
      this.lineCalls = [];
      this.knowsLines = false;
      this.stop = place.stop;
      this.kind = place.kind;
      this.board = null;
      this.state = "waiting";
      this.limit = CALLS_PER_PAGE;
      this.since = null;
      setText(this.said, "");
      this.takeKept();
    }
    this.translate();
    return this.refresh();
  }

  hide() {
    this.active = false;
    this.asking?.abort();
  }

  /** @private */
  async refresh() {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const slow = setTimeout(() => this.age(), SLOW_MILLISECONDS);
    try {
      const board = /** @type {Board} */ (await ask(this.path(), asking.signal));
      if (asking.signal.aborted) return;
      this.board = board;
      this.madeAt = this.context.clock.now();
      this.state = "fresh";
      await this.learnLines(asking.signal);
      if (asking.signal.aborted) return;
      // A board with earlier calls is longer than what is needed under way.
      if (this.since === null && this.limit === CALLS_PER_PAGE && this.line === null) {
        keepAnswer(browserStore(), BOARDS_KEY, { id: `${this.stop} ${this.kind}`, answer: board, at: this.madeAt });
      }
    } catch (error) {
      if (asking.signal.aborted) return;
      if (error instanceof Refusal && error.status === 404) this.state = "unknown";
      else if (this.board !== null) this.state = "old";
      else if (error instanceof OutsideRegion) this.state = "outside";
      else this.state = error instanceof Refusal ? "failed" : "away";
    } finally {
      clearTimeout(slow);
    }
    this.draw();
  }

  /** Says that a board is old which was there before the page was in the background, though no request has failed yet.
   * @private */
  age() {
    const { clock } = this.context;
    if (this.state !== "fresh" || clock.now() - this.madeAt < FRESH_MILLISECONDS * clock.speed) return;
    this.state = "old";
    this.draw();
  }

  /** Loads all lines of the stop, and the next calls of the chosen one.
   * @private
   * @param {AbortSignal} signal */
  async learnLines(signal) {
    this.draw();
    if (this.line === null && this.knowsLines) return;
    try {
      const each = this.line === null ? 1 : CALLS_OF_LINE;
      const { lines } = await ask(`/stops/${encodeURIComponent(this.stop)}/lines?kind=${this.kind}&each=${each}`, signal);
      /** @type {import("../search/wire.js").BoardCall[]} */
      const calls = lines.flatMap((/** @type {{calls: object[]}} */ group) => group.calls);
      for (const call of calls) this.lines.set(lineKey(call), call);
      this.knowsLines = true;
      this.lineCalls = calls.filter((call) => lineKey(call) === this.line);
    } catch {
      // The board itself has arrived, so its own lines can be chosen.
    }
  }

  /** Shows the stored board until the server answers, as far as its calls are still to come.
   * @private */
  takeKept() {
    const kept = keptAnswer(browserStore(), BOARDS_KEY, `${this.stop} ${this.kind}`);
    const now = this.context.clock.now();
    /** @type {Board|undefined} */
    const board = kept?.answer;
    if (kept === null || !board?.calls?.some((call) => Date.parse(bestTime(call)) > now)) return;
    this.board = board;
    this.madeAt = kept.at;
    setTimeout(() => {
      if (this.state !== "waiting" || this.board !== board) return;
      this.state = "old";
      this.draw();
    }, SLOW_MILLISECONDS);
  }

  /** @private
   * @returns {string} the request for the same number of future calls, however many have passed */
  path() {
    const base = `/stops/${encodeURIComponent(this.stop)}/${this.kind}`;
    if (this.since === null) return `${base}?limit=${this.limit}`;
    const now = this.context.clock.now();
    const passed = (this.board?.calls ?? []).filter((call) => Date.parse(bestTime(call)) < now);
    const limit = passed.length + this.limit;
    // A board that was open for long starts again.
    if (limit > MAXIMUM_CALLS) {
      this.since = null;
      return this.path();
    }
    return `${base}?limit=${limit}&at=${encodeURIComponent(this.since)}`;
  }

  /** Adds a page of earlier calls above the others, which keep their position.
   * @private */
  async goBack() {
    const { board } = this;
    if (board === null) return;
    const path = `/stops/${encodeURIComponent(this.stop)}/${this.kind}?limit=${CALLS_PER_PAGE}`;
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const page = /** @type {Board} */ (
        await ask(`${path}&before=${encodeURIComponent(board.earlier)}`, asking.signal));
      if (asking.signal.aborted) return;
      const first = page.calls.map(bestTime).find((time) => time !== "");
      setText(this.said, first === undefined ? this.context.speaker.say("search.noEarlier") : "");
      if (first === undefined) return;
      this.since = first;
      const scroller = this.element.parentElement;
      const before = scroller?.scrollHeight ?? 0;
      this.board = { ...board, earlier: page.earlier, calls: [...page.calls, ...board.calls] };
      this.context.pocket?.likewise(board, this.board);
      this.draw();
      if (scroller) scroller.scrollTop += scroller.scrollHeight - before;
    } catch {
      if (asking.signal.aborted) return;
      this.state = "old";
      this.draw();
    }
  }

  translate() {
    const { speaker } = this.context;
    setText(this.departures, speaker.say("board.departures"));
    setText(this.arrivals, speaker.say("board.arrivals"));
    setText(this.more, speaker.say("board.more"));
    setText(this.earlier, speaker.say("board.earlier"));
    this.kinds.setAttribute("aria-label", speaker.say("board.kind"));
    const link = (/** @type {string} */ href, /** @type {string} */ text) => h("a", { href }, text);
    const actions = [
      link(searchAddress({ from: this.stop }), speaker.say("board.from")),
      link(searchAddress({ to: this.stop }), speaker.say("board.to")),
      link(mapAddress({ stop: this.stop }), speaker.say("lines.onMap")),
      link(printAddress(this.stop), speaker.say("board.print")),
    ];
    // Existing buttons keep the focus.
    const print = actions.map((each) => each.outerHTML).join();
    if (this.actions.dataset.print !== print) {
      this.actions.dataset.print = print;
      this.actions.replaceChildren(this.whole, ...actions);
    }
    this.draw();
  }

  /** @private */
  draw() {
    const { speaker } = this.context;
    const { board } = this;
    this.departures.setAttribute("aria-pressed", String(this.kind === "departures"));
    this.arrivals.setAttribute("aria-pressed", String(this.kind === "arrivals"));
    this.drawState();
    this.actions.hidden = this.kinds.hidden = this.state === "unknown";
    this.drawKept();
    this.more.hidden = board === null || this.line !== null || board.calls.length < this.limit || this.limit >= MAXIMUM_CALLS;
    this.earlier.hidden = board === null || board.empty?.reason === "never-served" ||
      board.calls.length + CALLS_PER_PAGE > MAXIMUM_CALLS;
    if (board === null || this.state === "unknown") {
      if (this.state === "unknown") setText(this.heading, keptName(this.stop) ?? this.stop);
      else if (this.state !== "waiting") setText(this.heading, speaker.say(`board.${this.kind}`));
      this.alerts.replaceChildren();
      this.rows.replaceChildren();
      return;
    }
    setText(this.heading, board.stop.name);
    document.title = pageTitle(board.stop.name);
    this.whole.hidden = board.station === undefined;
    if (board.station) this.whole.href = boardAddress(board.station.id, this.kind);
    setText(this.whole, speaker.say("board.whole"));
    const alerts = alertList(board.alertTexts, speaker);
    this.alerts.replaceChildren(...(alerts === null ? [] : [alerts]));
    for (const call of board.calls) this.lines.set(lineKey(call), call);
    this.drawFilter();
    this.drawRows();
  }

  /** Shows whether home keeps this stop.
   * @private */
  drawKept() {
    // One that is gone can be removed.
    this.keep.hidden = (this.board === null || this.state === "unknown") && !isKept(this.stop);
    const label = this.context.speaker.say("board.keep");
    this.keep.setAttribute("aria-label", label);
    this.keep.title = label;
    this.keep.setAttribute("aria-pressed", String(isKept(this.stop)));
  }

  /** Draws the lines to choose from; existing ones keep the focus.
   * @private */
  drawFilter() {
    const { speaker } = this.context;
    const lines = linesOf([...this.lines.values()], speaker.locale);
    this.filter.hidden = lines.length < 2;
    this.filter.setAttribute("aria-label", speaker.say("board.lines"));
    const print = JSON.stringify([lines.map(({ line, colour }) => [line, colour]), speaker.language]);
    if (this.filter.dataset.print !== print) {
      this.filter.dataset.print = print;
      const button = (/** @type {string|null} */ line, /** @type {Node|string} */ content, /** @type {string|null} */ label = null) =>
        h("button", { type: "button", "data-line": line ?? "", "aria-label": label, onclick: () => this.choose(line) }, content);
      this.filter.replaceChildren(button(null, speaker.say("board.allLines")),
        ...lines.map((call) => button(lineKey(call), lineBadge({ ...call, name: call.line }), chipLabel(call, lines, speaker))));
    }
    for (const each of this.filter.querySelectorAll("button")) {
      each.setAttribute("aria-pressed", String(each.dataset.line === (this.line ?? "")));
    }
  }

  /** @private
   * @param {string|null} line */
  choose(line) {
    this.line = line;
    this.draw();
    this.refresh();
  }

  /** The calls of the chosen line on the board and after it.
   * @private
   * @param {Board} board */
  callsOfLine(board) {
    const name = (/** @type {import("../search/wire.js").BoardCall} */ call) =>
      `${call.trip} ${call.serviceDay} ${call.scheduled ?? call.expected} ${call.stop.id}`;
    const shown = board.calls.filter((call) => lineKey(call) === this.line);
    const isShown = new Set(shown.map(name));
    return [...shown, ...this.lineCalls.filter((call) => lineKey(call) === this.line && !isShown.has(name(call)))];
  }

  /** @private */
  drawRows() {
    const { board } = this;
    if (board === null || this.state === "unknown") return;
    const { speaker, clock } = this.context;
    const today = localMinute(clock.now(), board.timeZone).slice(0, 10);
    const calls = this.line === null ? board.calls : this.callsOfLine(board);
    const empty = emptySentence(board, speaker, (text) => localTime(text, speaker.locale));
    patch(this.rows, empty === ""
      ? boardSections({ ...board, calls }, { today, now: clock.now() }, speaker)
      : [h("p", { class: "empty" }, empty)]);
  }

  /** @private */
  drawState() {
    const { speaker } = this.context;
    const zone = this.board?.timeZone ?? this.context.timeZone;
    const time = clockTime(this.madeAt, speaker.locale, zone);
    /** @type {Record<typeof this.state, () => string>} */
    const sentences = {
      waiting: () => speaker.say("loading"),
      fresh: () => this.context.pocket?.sentenceOf(this.board) ?? speaker.say("search.asOf", { time }),
      old: () => speaker.say("board.stopped", { time }),
      unknown: () => speaker.say("board.unknown"),
      failed: () => speaker.say("failed"),
      away: () => speaker.say("notKnown"),
      outside: () => speaker.say("pocket.outside", { region: this.context.pocket?.kept?.region?.name ?? "" }),
    };
    const sentence = sentences[this.state]();
    setText(this.stateLine, sentence);
    // A refresh is not announced every half minute.
    setText(this.announcer, this.state === "fresh" || this.state === "waiting" ? "" : sentence);
    this.stateLine.classList.toggle("warning", ["old", "failed", "away", "outside"].includes(this.state));
  }
}
