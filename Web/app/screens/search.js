// Search: the form, the found connections, and the details of one.

/** @import { Context } from "../context.js" */
/** @import { SearchQuery } from "../search/query.js" */
/** @import { Alert, Page, Walk, Way } from "../search/wire.js" */
import { ask } from "../ask.js";
import { clockTime, distance, duration, weekDay } from "../format.js";
import { h, patch, setText } from "../render.js";
import { DetailsView } from "../search/details-view.js";
import { FoldedForm } from "../search/folded.js";
import { SearchForm } from "../search/form.js";
import { namedDay } from "../search/named-day.js";
import { Panes } from "../search/panes.js";
import { onlyWalking, problemOf } from "../search/problems.js";
import {
  asksTheSame, connectionsPath, isComplete, localMinute, parseQuery, searchAddress,
} from "../search/query.js";
import { resultRow } from "../search/result-row.js";
import { TradeOffs, remarksOf } from "../search/trade-offs.js";
import { walkFold } from "../search/walk-steps.js";
import { latestArriving, merged } from "../search/way.js";
import { whileSeen } from "../seen.js";
import { shownTime } from "../times.js";

const REFRESH_MILLISECONDS = 30_000;
/** The largest number of results. */
const MAXIMUM_SHOWN = 120;

export class SearchScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.active = false;
    /** The connection in the address. @private @type {string|null} */
    this.chosen = null;
    /** The query of the results. @private @type {SearchQuery|null} */
    this.asked = null;
    /** @private @type {Way[]} */
    this.ways = [];
    /** @private @type {Alert[]} */
    this.alerts = [];
    /** @private @type {Walk|null} */
    this.walk = null;
    /** The drawn walk. @private */
    this.foot = { print: "", element: h("div") };
    /** @private @type {{earlier: string|null, later: string|null}} */
    this.cursors = { earlier: null, later: null };
    /** The last answer. @private @type {Page|null} */
    this.page = null;
    /** The server's time of the last answer. @private */
    this.madeAt = 0;
    /** @private @type {import("../search/problems.js").SearchProblem|null} */
    this.problem = null;
    /** @private @type {"start"|"searching"|"found"|"failed"} */
    this.state = "start";
    /** @private @type {AbortController|null} */
    this.asking = null;
    this.heading = h("h1");
    /** Resolved when the names of the form's stops are known. @private */
    this.filled = Promise.resolve();
    this.form = new SearchForm(context, (query, how) => this.queried(query, how));
    this.details = new DetailsView(context);
    this.summary = h("p", { class: "hint", role: "status", id: "search-summary" });
    /** The time of the results, which is not announced every minute. @private */
    this.asOf = h("span", { class: "hint" });
    this.otherDay = h("button", { type: "button", class: "button other-day", hidden: true,
      onclick: () => this.problem?.day && this.form.setDay(this.problem.day) });
    this.earlier = h("button", { type: "button", class: "quiet", onclick: () => this.more("earlier") });
    this.later = h("button", { type: "button", class: "button wide", onclick: () => this.more("later") });
    this.list = h("div", { class: "groups results" });
    /** Offers of longer and shorter walks. @private */
    this.tradeOffs = new TradeOffs(context, (walk) => this.form.setWalk(walk));
    this.resultsHeading = h("h2", { class: "unseen" });
    this.results = h("section", { class: "results-part" }, this.resultsHeading,
      h("div", { class: "results-head" }, h("div", { class: "results-sum" }, this.summary, this.asOf), this.earlier), this.otherDay,
      this.tradeOffs.element, this.list, this.later);
    this.searching = h("div", { class: "searching" });
    this.folded = new FoldedForm(this.form, this.searching);
    this.searching.append(h("header", { class: "page-head" }, this.heading), this.folded.button, this.form.element,
      this.results);
    this.panes = new Panes(context, this.searching, this.details);
    this.element = this.panes.element;
  }

  /** @param {{parameters: URLSearchParams}} place
   * @param {AbortSignal} seen */
  async show({ parameters }, seen) {
    const query = parseQuery(parameters);
    this.active = true;
    whileSeen(REFRESH_MILLISECONDS, () => this.refreshFound(), seen);
    this.chosen = query.connection;
    if (query.connection === null) this.panes.close();
    this.translate();
    const located = this.form.nearby.refresh();
    if (!asksTheSame(this.form.query, query)) this.filled = this.form.fill(query);
    if (query.connection !== null) {
      this.panes.open(query, this.ways.find(({ id }) => id === query.connection) ?? null, this.alerts);
      // Its ends may be places whose names are learnt with the form's.
      this.filled.then(() => this.panes.isOpen && this.details.translate());
    }
    if (query.from === "") located.then(() => seen.aborted || this.form.beginHere());
    if (!isComplete(query)) return this.clear();
    const isKnown = this.asked !== null && asksTheSame(this.asked, query);
    if (!isKnown || this.state === "failed") await this.search(query);
  }

  hide() {
    this.active = false;
    this.details.hide();
  }

  /** Called when the rider changed the form or pressed its button.
   * @private
   * @param {SearchQuery} query
   * @param {{asked: boolean}} how */
  queried(query, how) {
    if (!isComplete(query)) {
      this.context.navigate(searchAddress(query), { replace: true });
      this.clear();
      if (how.asked) this.form.focusMissing();
      return;
    }
    const isSame = this.asked !== null && asksTheSame(this.asked, query);
    if (!isSame) this.context.navigate(searchAddress(query), { keepFocus: true });
    else if (how.asked) this.search(query);
  }

  /** @private */
  clear() {
    this.asking?.abort();
    this.asked = null;
    this.ways = [];
    this.walk = null;
    this.tradeOffs.clear();
    this.cursors = { earlier: null, later: null };
    this.problem = null;
    this.state = "start";
    this.folded.unfold();
    this.draw();
  }

  /** @private
   * @param {SearchQuery} query */
  async search(query) {
    const isOther = this.asked === null || !asksTheSame(this.asked, query);
    this.asked = query;
    this.problem = null;
    this.state = "searching";
    if (isOther) {
      this.ways = [];
      this.walk = null;
      this.tradeOffs.clear();
    }
    this.cursors = { earlier: null, later: null };
    this.draw();
    await this.load(query, null, isOther ? "new" : "again");
  }

  /** @private
   * @param {"earlier"|"later"} side */
  async more(side) {
    const { asked } = this;
    const cursor = this.cursors[side];
    if (asked === null || cursor === null) return;
    const scroller = this.element.parentElement;
    const before = scroller?.scrollHeight ?? 0;
    const count = this.ways.length;
    this.results.setAttribute("aria-busy", "true");
    await this.load(asked, cursor, side);
    if (side === "earlier" && scroller) scroller.scrollTop += scroller.scrollHeight - before;
    if (this.ways.length === count && this.state === "found") {
      setText(this.summary, this.context.speaker.say(
        side === "earlier" ? "search.noEarlier" : "search.noLater"));
    }
    if (this.ways.length === count) this.summary.scrollIntoView({ block: "nearest" });
  }

  /** @private
   * @param {SearchQuery} query
   * @param {string|null} cursor
   * @param {"new"|"again"|"refresh"|"earlier"|"later"} purpose */
  async load(query, cursor, purpose) {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const page = /** @type {Page} */ (await ask(this.path(query, cursor), asking.signal));
      if (asking.signal.aborted) return;
      this.take(page, purpose);
    } catch (error) {
      if (asking.signal.aborted) return;
      // If a refresh fails, the results stay; their time shows their age.
      if (purpose === "refresh") return;
      // The sentence includes the names of places.
      await this.filled;
      if (asking.signal.aborted) return;
      this.fail(error, query);
    }
    this.draw();
    if (this.state === "failed") this.folded.unfold();
    else if (purpose === "new" && this.ways.length > 0) this.filled.then(() => this.foldIfFound());
    if (purpose === "new" || purpose === "again") this.showLatest();
    if (purpose === "new" && this.state === "found") this.tradeOffs.look(query, this.ways, asking.signal);
  }

  /** The question to the API, at the rider's pace.
   * @private
   * @param {SearchQuery} query
   * @param {string|null} [cursor] */
  path(query, cursor = null) {
    return connectionsPath(query, cursor, this.context.settings.values.pace);
  }

  /** Whether the form is on the screen and still has what was asked: somebody may be typing something else.
   * @private */
  isWanted() {
    return this.active && this.panes.showsResults && this.asked !== null && asksTheSame(this.form.query, this.asked);
  }

  /** @private */
  foldIfFound() {
    if (this.state === "found" && this.isWanted()) this.folded.fold();
    this.folded.draw(this.context.speaker);
  }

  /** Scrolls to the last connection in time after a search by arrival, at the end of the first page; not while the
   * rider still uses the form.
   * @private */
  showLatest() {
    const { activeElement } = document;
    const isEditing = activeElement !== this.form.submit && this.form.element.contains(activeElement);
    if (this.asked?.arriveBy !== true || isEditing || !this.active || !this.panes.showsResults) return;
    const last = this.list.querySelector(".result-latest") ?? this.list.lastElementChild;
    (this.later.hidden ? last : this.later)?.scrollIntoView({ block: "nearest" });
  }

  /** @private
   * @param {Page} page
   * @param {"new"|"again"|"refresh"|"earlier"|"later"} purpose */
  take(page, purpose) {
    // A list that has grown for hours starts again.
    const isFull = purpose === "refresh" && this.ways.length >= MAXIMUM_SHOWN;
    const isFresh = purpose === "new" || purpose === "again" || isFull;
    this.ways = merged(isFresh ? [] : this.ways, page.connections);
    const texts = page.alertTexts ?? [];
    const known = new Set(texts.map(({ id }) => id));
    this.alerts = isFresh ? texts : [...texts, ...this.alerts.filter(({ id }) => !known.has(id))];
    if (isFresh) this.walk = page.walk ?? null;
    if (isFresh || purpose === "earlier") this.cursors.earlier = page.earlier ?? null;
    if (isFresh || purpose === "later") this.cursors.later = page.later ?? null;
    this.page = page;
    this.madeAt = this.context.clock.now();
    this.state = "found";
    this.problem = null;
    for (const field of this.form.fields) field.sayProblem("");
  }

  /** @private
   * @param {unknown} error
   * @param {SearchQuery} query */
  fail(error, query) {
    const problem = problemOf(error, query, this.form.fields, this.context);
    this.problem = problem;
    this.state = "failed";
    if (problem.field === null) return;
    problem.field.sayProblem(problem.sentence);
    if (problem.candidates.length > 0 && this.isWanted()) {
      problem.field.offer(problem.candidates);
    }
  }

  /** @private */
  refreshFound() {
    if (this.panes.isOpen) this.details.refresh();
    if (!this.panes.showsResults || this.asked === null || this.results.hasAttribute("aria-busy")) return;
    if (this.state === "found") this.load(this.asked, null, "refresh");
    else if (this.problem?.isPassing && this.isWanted()) this.load(this.asked, null, "new");
  }

  translate() {
    const { speaker } = this.context;
    setText(this.heading, speaker.say("search.title"));
    setText(this.resultsHeading, speaker.say("search.results"));
    setText(this.earlier, speaker.say("search.earlier"));
    setText(this.later, speaker.say("search.later"));
    this.form.translate();
    this.folded.draw(speaker);
    this.details.translate();
    this.draw();
  }

  /** @private */
  draw() {
    const { speaker, timeZone } = this.context;
    if (this.state !== "searching" || this.panes.isOpen) {
      this.panes.divide(this.state === "searching" || this.state === "found" && this.ways.length > 0);
    }
    this.results.toggleAttribute("aria-busy", this.state === "searching");
    const isFull = this.ways.length >= MAXIMUM_SHOWN;
    this.earlier.hidden = this.cursors.earlier === null || isFull;
    this.later.hidden = this.cursors.later === null || isFull;
    const time = clockTime(this.madeAt, speaker.locale, timeZone);
    /** @type {Record<typeof this.state, () => string>} */
    const sentences = {
      start: () => speaker.say("search.start"),
      searching: () => speaker.say("search.searching"),
      found: () => this.ways.length === 0 && this.walk !== null
        ? onlyWalking(this.asked ?? this.form.query, this.context)
        : speaker.count("found", this.ways.length),
      failed: () => this.problem?.sentence ?? "",
    };
    setText(this.summary, sentences[this.state]());
    const asOf = this.context.pocket?.sentenceOf(this.page) ?? speaker.say("search.asOf", { time });
    setText(this.asOf, this.state === "found" && this.ways.length > 0 ? `· ${asOf}` : "");
    const day = this.state === "failed" ? this.problem?.day ?? null : null;
    this.otherDay.hidden = day === null;
    if (day !== null) {
      setText(this.otherDay, speaker.say("problem.otherDay", {
        day: weekDay(day, speaker.locale),
      }));
    }
    this.form.markTime(this.state === "failed" && this.problem?.isTime ? this.summary.id : null);
    // An invalid field shows the problem itself.
    const isInField = this.problem !== null && this.problem.field !== null;
    this.summary.className = this.state !== "failed" ? "hint" : isInField ? "unseen" : "problem";
    patch(this.list, this.sections());
  }

  /** The walk, which stays as it is, expanded or not, until there is another.
   * @private
   * @param {Walk} walk
   * @param {SearchQuery} asked */
  onFoot(walk, asked) {
    const { speaker, network } = this.context;
    const print = JSON.stringify([walk.metres, walk.seconds, speaker.language, speaker.locale, searchAddress(asked)]);
    if (this.foot.print === print) return this.foot.element;
    const head = [h("span", { class: "strong" }, speaker.say((walk.riddenMetres ?? 0) > 0 ? "search.byBicycle" : "search.onFoot")),
      h("span", {}, duration(walk.seconds, speaker.locale)), h("span", {}, distance(walk.metres, speaker.locale))];
    // The steps are many and rarely wanted, so they are loaded when expanded.
    const load = async () => /** @type {Page} */ (await ask(`${this.path(asked)}&results=1&path=true`)).walk;
    const hasSteps = network?.streets !== undefined && walk.estimated !== true;
    const fold = walkFold(walk, head, { speaker, key: "on-foot", load: hasSteps ? load : undefined });
    this.foot = { print, element: h("div", { class: "on-foot" }, fold) };
    return this.foot.element;
  }

  /** @private
   * @returns {HTMLElement[]} the walk and the connections by day */
  sections() {
    const { speaker, clock, timeZone } = this.context;
    const { asked, walk } = this;
    if (asked === null) return [];
    /** @type {HTMLElement[]} */
    const sections = [];
    if (walk !== null) {
      sections.push(this.onFoot(walk, asked));
    }
    const today = localMinute(clock.now(), timeZone).slice(0, 10);
    /** @type {Map<string, Way[]>} */
    const days = new Map();
    // A connection that cannot be taken is never above one that can.
    const voided = this.ways.filter(({ status }) => status !== "works");
    for (const way of this.ways) {
      if (way.status !== "works") continue;
      const day = shownTime(way.departure).slice(0, 10);
      const known = days.get(day);
      if (known === undefined) days.set(day, [way]);
      else known.push(way);
    }
    const latest = asked.arriveBy ? latestArriving(this.ways, asked.at ?? "") : null;
    const remarks = remarksOf(this.ways, asked);
    const section = (/** @type {string|null} */ title, /** @type {Way[]} */ ways) =>
      h("section", { class: "group" },
        title === null ? null : h("h3", { class: "day" }, title),
        h("ul", {}, ...ways.map((way) =>
          resultRow(way, searchAddress({ ...asked, connection: way.id }), speaker, {
            isLatest: way === latest,
            isChosen: way.id === this.chosen,
            walking: remarks.get(way.id),
          }))));
    for (const [day, ways] of days) {
      const isPlain = day === today && days.size === 1;
      sections.push(section(isPlain ? null : namedDay(day, today, speaker.locale), ways));
    }
    if (voided.length > 0) sections.push(section(speaker.say("search.voided"), voided));
    return sections;
  }
}
