// One connection at its own address: shown at once where it is known, then with all its stops, and
// brought up to date while it is seen.

/** @import { Context } from "../context.js" */
/** @import { SearchQuery } from "./query.js" */
/** @import { DrawnLeg } from "./way-features.js" */
/** @import { Alert, FoundWay, Way } from "./wire.js" */
import { ask } from "../ask.js";
import { clockTime } from "../format.js";
import { keepAnswer, keptAnswer } from "../kept-answers.js";
import { APP_NAME, pageTitle } from "../look.js";
import { saveSheet } from "../rider/save-sheet.js";
import { savedAs } from "../rider/saving.js";
import { storedWay } from "../rider/stored-way.js";
import { h, icon, patch, setText } from "../render.js";
import { SLOW_MILLISECONDS } from "../seen.js";
import { browserStore } from "../store.js";
import { bestTime } from "../times.js";
import { calendarFile } from "./calendar.js";
import { endsOf, walkKey, wayDetails, wayTitle } from "./details.js";
import { problemOf } from "./problems.js";
import { coordinateValue, isKnownHere } from "./places.js";
import { connectionPath, isComplete, searchAddress } from "./query.js";
import { resultRow } from "./result-row.js";
import { shortNamed } from "./short-names.js";

/** For a while after it arrived, riders may still be on board. */
const OVER_MILLISECONDS = 600_000;
/** The connections that were looked at last, for when there is no network. */
const WAYS_KEY = "takt.ways";

/** The search that a connection belongs to: the one that found it or, as messages name the connection alone, one between its
 * ends at its time.
 * @param {SearchQuery} query
 * @param {Way|null} way
 * @returns {SearchQuery} */
function searchOf(query, way) {
  if (way === null || isComplete(query)) return { ...query, connection: null };
  const [from, to] = endsOf(way).map((end) => end.id ?? coordinateValue({ latitude: end.latitude ?? 0, longitude: end.longitude ?? 0 }));
  return { ...query, from, to, at: (way.departure.scheduled ?? bestTime(way.departure)).slice(0, 16), connection: null };
}

export class DetailsView {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    /** @type {SearchQuery|null} */
    this.query = null;
    /** @private @type {Way|null} */
    this.way = null;
    /** @private @type {FoundWay|null} */
    this.found = null;
    /** @private @type {Alert[]} */
    this.alerts = [];
    /** @private */
    this.problem = "";
    /** When it was so, by the server's clock; 0 before that. @private */
    this.madeAt = 0;
    /** Whether it came from the server, is a stored copy, or the server did not answer since.
     * @private @type {"refreshed"|"stored"|"stopped"} */
    this.state = "refreshed";
    /** @private @type {AbortController|null} */
    this.asking = null;
    this.back = h("a", { class: "back" });
    this.heading = h("h1", { tabindex: -1 });
    /** Beside the results, in place of the way back to them. @private */
    this.close = h("a", { class: "round", "data-pane": "close" }, icon("close"));
    this.body = h("div", { class: "way-body", onclick: (/** @type {Event} */ event) => this.lookAtWalk(event.target) });
    this.mapLink = h("a", { class: "button", id: "way-map-link", "data-pane": "map" });
    this.mapPart = h("div", { class: "way-map-part" });
    /** Made when somebody asks for it. @private @type {import("../map/way-map.js").WayMap|null} */
    this.map = null;
    this.share = h("button", { type: "button", class: "button", onclick: () => this.shareAddress() });
    this.keep = h("button", { type: "button", class: "button", onclick: () => this.saveCalendar() });
    this.save = h("button", { type: "button", class: "button", onclick: () => this.saveConnection() });
    this.shared = h("p", { class: "hint", role: "status" });
    this.address = h("input", { type: "text", readonly: true, class: "share-address", hidden: true });
    /** Offers to keep the network, after something was saved. @private */
    this.offer = h("div", { class: "keep-offer" });
    /** Ends what the offer listens to. @private */
    this.offered = new AbortController();
    context.saved.onChange(() => this.drawSave());
    // What riders do with a connection comes before its stops, however many there are.
    this.element = h("div", { class: "details-view", hidden: true }, this.back,
      h("header", { class: "page-head" }, this.heading, this.close),
      h("div", { class: "share" }, this.save, this.share, this.mapLink, this.shared, this.address), this.offer,
      h("div", { class: "way-parts" }, this.mapPart, this.body), this.keep);
  }

  /** @param {SearchQuery} query with a connection
   * @param {Way|null} known from the results, if it is among them
   * @param {Alert[]} alerts */
  show(query, known, alerts) {
    const isSame = this.query?.connection === query.connection && this.way !== null;
    this.query = query;
    if (!isSame) {
      this.way = known;
      this.found = null;
      this.alerts = alerts;
      this.problem = "";
      this.madeAt = 0;
      setText(this.shared, "");
      this.address.hidden = true;
      if (known === null) this.takeKept();
    }
    this.element.hidden = false;
    this.translate();
    return this.refresh();
  }

  hide() {
    this.asking?.abort();
    this.offered.abort();
    this.offer.replaceChildren();
    this.element.hidden = true;
  }

  /** Asks for the connection's present state. */
  async refresh() {
    const { query } = this;
    if (query === null || this.element.hidden) return;
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    try {
      const found = /** @type {FoundWay} */ (await ask(this.path(query), asking.signal));
      if (asking.signal.aborted) return;
      this.found = found;
      this.way = found.connection ?? this.way;
      this.alerts = found.alertTexts ?? [];
      this.problem = found.connection === undefined ? this.context.speaker.say("problem.gone") : "";
      this.madeAt = this.context.clock.now();
      this.state = "refreshed";
      this.keepFound(found);
    } catch (error) {
      if (asking.signal.aborted) return;
      this.state = "stopped";
      this.problem = problemOf(error, query, [], this.context).sentence;
    }
    this.draw();
  }

  /** @private
   * @param {SearchQuery} query */
  path(query) {
    const { network, settings } = this.context;
    return connectionPath(query, network?.streets !== undefined, settings.values.pace);
  }

  /** Keeps the answer for use without a network, except of ways that show where the rider was.
   * @private
   * @param {FoundWay} found */
  keepFound(found) {
    const way = found.connection;
    if (way === undefined || !endsOf(way).every((end) => end.id !== undefined || isKnownHere(end))) return;
    keepAnswer(browserStore(), WAYS_KEY, { id: this.query?.connection ?? "", answer: found, at: this.madeAt });
  }

  /** Shows the last answer until the server answers. @private */
  takeKept() {
    const kept = keptAnswer(browserStore(), WAYS_KEY, this.query?.connection ?? "");
    if (kept === null) return;
    const found = /** @type {FoundWay} */ (kept.answer);
    this.way = found.connection ?? null;
    this.alerts = found.alertTexts ?? [];
    this.madeAt = kept.at;
    this.state = "stored";
    const { way } = this;
    setTimeout(() => {
      if (this.state !== "stored" || this.way !== way) return;
      this.state = "stopped";
      this.draw();
    }, SLOW_MILLISECONDS);
  }

  translate() {
    const { speaker } = this.context;
    const { query } = this;
    if (query === null) return;
    this.close.setAttribute("aria-label", speaker.say("close"));
    this.close.title = speaker.say("close");
    this.back.replaceChildren(icon("chevron-right"), speaker.say("way.back"));
    this.share.replaceChildren(icon("share-variant"), speaker.say("way.share"));
    this.keep.replaceChildren(icon("calendar-plus"), speaker.say("way.calendar"));
    this.address.setAttribute("aria-label", speaker.say("way.copy"));
    this.mapLink.href = searchAddress({ ...query, map: !query.map });
    this.mapLink.replaceChildren(icon("map-outline"), speaker.say(query.map ? "way.hideMap" : "way.showMap"));
    this.draw();
  }

  /** @private */
  draw() {
    const { speaker, timeZone } = this.context;
    const { way, found, query } = this;
    const stored = way === null && this.problem !== "" && query?.connection
      ? storedWay(this.context, query.connection) : null;
    const title = way !== null ? wayTitle(way, speaker)
      : stored?.title ?? (this.problem === "" ? "…" : speaker.say("search.results"));
    setText(this.heading, title);
    if (query !== null) this.back.href = this.close.href = searchAddress(searchOf(query, way));
    if (way !== null && !this.element.hidden) document.title = pageTitle(title);
    this.drawMap(way === null ? stored?.legs ?? [] : shortNamed(way).legs, title);
    this.share.hidden = this.keep.hidden = way === null;
    this.drawSave();
    const isShifted = found?.rides.some(({ match, shiftSeconds }) =>
      match === "sameLine" && shiftSeconds !== 0) ?? false;
    const next = found?.next ?? [];
    const isOpen = this.body.querySelectorAll("details[open]");
    const opened = new Set([...isOpen].map((each) => /** @type {HTMLElement} */ (each).dataset.key));
    patch(this.body, [
      ...(this.problem === "" ? [] : [h("p", { class: "banner", role: "alert" },
        icon("alert-circle-outline"), this.problem)]),
      ...this.overPart(),
      ...(isShifted ? [h("p", { class: "banner" }, icon("alert-circle-outline"),
        speaker.say("way.otherRun"))] : []),
      ...(way === null
        ? (this.problem === "" ? [h("p", { class: "empty" }, speaker.say("loading"))]
          : stored === null ? [] : [stored.element])
        : wayDetails(way, this.alerts, speaker, this.context.clock.now())),
      ...(this.madeAt === 0 ? [] : [h("p", { class: "hint" }, this.state === "refreshed" && this.context.pocket?.sentenceOf(found) ||
        speaker.say(`board.${this.state}`, { time: clockTime(this.madeAt, speaker.locale, timeZone) }))]),
      ...(next.length === 0 || query === null ? [] : [h("section", { class: "group instead" },
        h("h2", {}, speaker.say("way.instead")),
        h("ul", {}, ...next.map((each) =>
          resultRow(each, searchAddress({ ...query, connection: each.id }), speaker))))]),
    ]);
    // What was unfolded stays so through a refresh.
    for (const each of this.body.querySelectorAll("details")) {
      each.open = opened.has(each.dataset.key);
    }
  }

  /** Says of a connection that has arrived that it is over, as in an old message, and offers the next ones.
   * @private */
  overPart() {
    const { way, query } = this;
    const { speaker, clock } = this.context;
    if (way === null || query === null || !(Date.parse(bestTime(way.arrival)) < clock.now() - OVER_MILLISECONDS)) return [];
    const address = searchAddress({ ...searchOf(query, way), at: null, arriveBy: false });
    return [h("p", { class: "banner" }, icon("history"), h("span", {}, `${speaker.say("way.over")} `,
      h("a", { href: address }, speaker.say("way.findNext"))))];
  }

  /** Says whether the connection is saved; either way, a tap leads to what can be done.
   * @private */
  drawSave() {
    const { saved, speaker, network } = this.context;
    this.save.hidden = this.way === null || network?.savesNothing === true;
    const isSaved = this.way !== null && savedAs(this.way, saved.connections) !== null;
    const key = isSaved ? "save.known" : "saved.save";
    if (this.save.dataset.print === key + speaker.language) return;
    this.save.dataset.print = key + speaker.language;
    this.save.replaceChildren(icon(isSaved ? "check" : "bookmark-outline"), speaker.say(key));
  }

  /** Shows a walk on the map from near while its steps are read, and where a step begins that is tapped.
   * @private
   * @param {EventTarget|null} target what was clicked */
  lookAtWalk(target) {
    /** @type {HTMLElement|null} */
    const step = target instanceof Element ? target.closest(".walk-steps [data-at]") : null;
    if (step !== null && !this.mapPart.hidden) this.map?.lookAt((step.dataset.at ?? "").split(",").map(Number));
    const summary = target instanceof Element ? target.closest(".walk-fold > summary") : null;
    const fold = /** @type {HTMLDetailsElement|null} */ (summary?.parentElement ?? null);
    if (fold === null || this.map === null || this.mapPart.hidden) return;
    const at = this.way?.legs.findIndex((leg) => leg.kind === "walk" && walkKey(leg) === fold.dataset.key) ?? -1;
    // It unfolds once the click was heard.
    this.map.look(fold.open ? null : String(at));
  }

  /** @private
   * @param {readonly DrawnLeg[]} legs
   * @param {string} title */
  async drawMap(legs, title) {
    const { speaker } = this.context;
    const isWanted = () => this.query?.map === true;
    this.mapLink.hidden = legs.length === 0;
    this.mapPart.hidden = legs.length === 0 || !isWanted();
    if (this.mapPart.hidden) return;
    try {
      const [{ WayMap }, { wayFeatures }, { tokenColour }] = await Promise.all([
        import("../map/way-map.js"), import("./way-features.js"), import("../tokens.js")]);
      if (!isWanted()) return;
      this.map ??= new WayMap(this.context);
      if (!this.map.holder.isConnected) this.mapPart.replaceChildren(this.map.holder);
      const isDrawn = await this.map.show(wayFeatures(legs, tokenColour("ink-soft")), speaker.say("way.map", { way: title }));
      if (!isDrawn) this.mapPart.replaceChildren(h("p", { class: "hint", role: "status" }, speaker.say("map.noWebGL")));
    } catch {
      this.mapPart.replaceChildren(h("p", { class: "hint", role: "status" }, speaker.say("failed")));
    }
  }

  /** @private */
  async saveConnection() {
    const { way, query, context } = this;
    const { speaker, sync } = context;
    const done = way === null || query === null ? null : await saveSheet(way, context, query);
    if (done !== null) {
      const isPlanned = done === "planned";
      const key = context.saved.rider.isFleeting ? "saved.fleeting" : isPlanned ? "trips.scheduled"
        : done === "waiting" ? "saved.waiting" : "saved.saved";
      this.shared.replaceChildren(`${speaker.say(key)} `,
        h("a", { href: isPlanned ? "/trips" : "/home" }, speaker.say(isPlanned ? "trips.title" : "saved.toHome")),
        ...(done === "plain" || done === "waiting" || sync.known?.notifies === true ? [] : [" · ",
          h("a", { href: "/settings/notifications" }, speaker.say("save.notifications"))]));
    }
    this.save.focus();
    if (done !== null) await this.offerNetwork();
  }

  /** Offers to keep the network to a rider who saves something and has not kept it.
   * @private */
  async offerNetwork() {
    const { context } = this;
    if (context.network?.phone === undefined || context.pocket?.keeper.kept) return;
    const [pocket, { keepPart }] = await Promise.all([context.openPocket(), import("../pocket/keep-part.js")]);
    if (pocket.offer === null || pocket.keeper.kept !== null) return;
    this.offered.abort();
    this.offered = new AbortController();
    this.offer.replaceChildren(keepPart(pocket, context, { signal: this.offered.signal, isOffer: true }));
  }

  /** @private */
  saveCalendar() {
    const { way, context } = this;
    if (way === null) return;
    const title = this.heading.textContent ?? APP_NAME;
    const about = { title, address: location.href, now: context.clock.now() };
    const file = new Blob([calendarFile(way, about, context.speaker)], { type: "text/calendar" });
    const address = URL.createObjectURL(file);
    const link = h("a", { href: address, download: "takt.ics", target: "_blank" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }

  /** @private by what the device has: its own sheet, else the clipboard, else by hand */
  async shareAddress() {
    const { speaker } = this.context;
    const url = location.href;
    const title = this.heading.textContent ?? APP_NAME;
    if (typeof navigator.share === "function") {
      // Whoever closes the sheet has changed their mind.
      return void await navigator.share({ title, url }).catch(() => {});
    }
    try {
      await navigator.clipboard.writeText(url);
      setText(this.shared, speaker.say("way.copied"));
    } catch {
      // Browsers give the clipboard only over HTTPS.
      setText(this.shared, speaker.say("way.copy"));
      this.address.value = url;
      this.address.hidden = false;
      this.address.select();
    }
  }
}
