// Home: the saved connections with their next departures, refreshed while the screen is visible.

/** @import { Context } from "../context.js" */
/** @import { HomeStops } from "../rider/home-stops.js" */
/** @import { SavedAtHome } from "../rider/wire.js" */
/** @import { Alert } from "../search/wire.js" */
import { placePermission } from "../allowed.js";
import { alertList } from "../alerts.js";
import { askAll } from "../ask.js";
import { age, clockTime } from "../format.js";
import { h, icon, patch, setText } from "../render.js";
import { homeCard } from "../rider/home-card.js";
import { pullToRefresh } from "../rider/pull.js";
import { searchLink, welcome } from "../rider/welcome.js";
import { SLOW_MILLISECONDS, whileSeen } from "../seen.js";
import { OWN_PLACES_KEY, browserStore } from "../store.js";

const REFRESH_MILLISECONDS = 30_000;
/** Departures that came longer ago are those of a copy, also if no request has failed yet: the page was in the background. */
const FRESH_MILLISECONDS = 120_000;
/** The interval at which the remaining minutes are updated. */
const COUNT_MILLISECONDS = 10_000;

/** The alerts that select no line, stop or trip.
 * @param {(Alert & {routes?: string[], stops?: string[], trips?: string[]})[]} alerts
 * @returns {Alert[]} */
function wholeNetwork(alerts) {
  return alerts.filter(({ routes, stops, trips }) => !routes?.length && !stops?.length && !trips?.length);
}

export class HomeScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.active = false;
    /** @private @type {{latitude: number, longitude: number}|null} */
    this.place = null;
    /** The browser's permission for locations. @private @type {PermissionState} */
    this.permission = "denied";
    /** @private */
    this.isAsking = false;
    /** Whether the answer is late. @private */
    this.isSlow = false;
    /** Whether the server did not answer when it was asked last. @private */
    this.isSilent = false;
    this.heading = h("h1");
    const round = (/** @type {string} */ image, /** @type {() => void} */ action) =>
      h("button", { type: "button", class: "round", onclick: action }, icon(image));
    this.locate = round("crosshairs-gps", () => this.findPlace());
    this.again = round("refresh", () => this.refresh());
    this.helper = round("help-circle-outline", () => context.navigate("/help"));
    this.state = h("p", { class: "home-state" });
    this.waiting = h("p", { class: "hint", role: "status" });
    /** The alerts about the whole network. @private @type {Alert[]} */
    this.notices = [];
    this.board = h("div", { class: "home-notices" });
    this.find = h("div", { class: "home-find" });
    this.ways = h("div", { class: "home-ways" });
    this.body = h("div", { class: "home-body" });
    this.stopsPlace = h("div");
    this.welcome = h("div");
    /** The departures at stops; null before their code is loaded. @private @type {HomeStops|null} */
    this.stops = null;
    this.links = h("div", { class: "home-links" });
    this.element = h("section", { class: "screen page home" });
    this.element.append(
      pullToRefresh(this.element, () => this.refresh()),
      h("header", { class: "home-head" }, this.heading,
        h("div", { class: "head-actions" }, this.locate, this.again, this.helper)),
      this.find, this.ways, this.board, this.state, this.waiting, this.body, this.stopsPlace, this.welcome, this.links);
    addEventListener("online", () => this.active && this.refresh());
    context.saved.onChange(() => this.active && this.draw());
  }

  /** @param {object} _place
   * @param {AbortSignal} seen */
  async show(_place, seen) {
    this.active = true;
    this.translate();
    whileSeen(REFRESH_MILLISECONDS, () => this.refresh(), seen);
    whileSeen(COUNT_MILLISECONDS, () => this.draw(), seen);
    await this.refresh();
  }

  hide() {
    this.active = false;
  }

  /** Loads the next departures, and the position if that is allowed. */
  async refresh() {
    if (this.isAsking) return;
    this.isAsking = true;
    this.again.classList.add("turning");
    this.draw();
    const slow = setTimeout(() => {
      this.isSlow = true;
      this.draw();
    }, SLOW_MILLISECONDS);
    await Promise.all([this.context.saved.refresh(this.place), this.askNotices(), this.refreshStops()]);
    clearTimeout(slow);
    this.isAsking = this.isSlow = false;
    this.isSilent = !this.context.saved.isFresh;
    this.again.classList.remove("turning");
    this.draw();
    if (this.place === null) await this.findPlaceIfAllowed();
  }

  /** @private */
  async refreshStops() {
    try {
      if (this.stops === null) {
        const { HomeStops } = await import("../rider/home-stops.js");
        this.stops ??= new HomeStops(this.context, { onLocate: () => this.findPlace() });
        this.stopsPlace.replaceChildren(this.stops.element);
      }
      await this.stops.refresh(this.place);
    } catch {
      // The next refresh loads the code again.
    }
  }

  /** Loads the alerts about the whole network; others are shown with what they affect.
   * @private */
  async askNotices() {
    try {
      this.notices = wholeNetwork(await askAll("/alerts", "alerts"));
    } catch {
      // The previous alerts may still be valid.
    }
    this.drawNotices();
  }

  /** @private */
  drawNotices() {
    const print = JSON.stringify([this.notices, this.context.speaker.language]);
    if (this.board.dataset.print === print) return;
    this.board.dataset.print = print;
    this.board.replaceChildren(alertList(this.notices, this.context.speaker) ?? "");
  }

  /** Requests no permission unless the rider taps.
   * @private */
  async findPlaceIfAllowed() {
    this.permission = await placePermission();
    if (this.permission === "granted") await this.findPlace();
    else this.draw();
  }

  /** @private */
  async findPlace() {
    try {
      const { findLocation } = await import("../map/location.js");
      const { latitude, longitude } = await findLocation();
      this.place = { latitude, longitude };
      this.permission = "granted";
    } catch (problem) {
      this.permission = "denied";
      const key = typeof problem === "string" ? problem : "map.locationFailed";
      setText(this.waiting, this.context.speaker.say(/** @type {any} */ (key)));
      return this.draw();
    }
    await Promise.all([this.context.saved.refresh(this.place), this.refreshStops()]);
    this.draw();
  }

  translate() {
    const { speaker } = this.context;
    setText(this.heading, speaker.say("nav.home"));
    for (const [button, key] of /** @type {const} */ ([
      [this.locate, "home.locate"], [this.again, "home.refresh"], [this.helper, "help.title"],
    ])) {
      const text = speaker.say(key);
      button.setAttribute("aria-label", text);
      button.title = text;
    }
    this.find.replaceChildren(searchLink(speaker));
    this.welcome.replaceChildren(welcome(speaker, this.context.network?.savesNothing));
    this.drawWays().catch(() => {});
    this.drawNotices();
    this.draw();
  }

  /** Draws the ways to home and work of riders who have named one of them.
   * @private */
  async drawWays() {
    const has = browserStore()?.getItem(OWN_PLACES_KEY) != null;
    patch(this.ways, has ? await (await import("../rider/own-ways.js")).ownWays(this.context) : []);
  }

  /** @private */
  drawLinks() {
    const { saved, speaker } = this.context;
    patch(this.links, [
      h("a", { class: "button", href: "/trips" }, icon("calendar-clock-outline"), speaker.say("trips.title")),
      h("button", { class: "button", hidden: saved.connections.length < 2, onclick: () => this.order() },
        icon("swap-vertical"), speaker.say("home.order")),
    ]);
  }

  /** @private */
  order() {
    const { context } = this;
    import("../rider/order-sheet.js").then(({ openOrder }) => openOrder(context))
      .catch(() => setText(this.waiting, context.speaker.say("failed")));
  }

  /** @private */
  draw() {
    if (!this.active) return;
    const { context } = this;
    const { saved, speaker } = context;
    this.element.classList.toggle("is-empty", saved.isEmpty);
    this.locate.hidden = saved.isEmpty || this.permission !== "prompt";
    this.again.hidden = this.links.hidden = saved.isEmpty;
    this.welcome.hidden = !saved.isEmpty;
    this.drawLinks();
    this.stops?.draw({ now: context.clock.now(), canLocate: this.permission === "prompt" });
    this.drawState();
    if (saved.queue.size > 0) setText(this.waiting, speaker.count("waiting", saved.queue.size));
    else if (!saved.knowsConnections && !this.isExpected && saved.isEmpty) setText(this.waiting, speaker.say(this.isSilent ? "notKnown" : "loading"));
    else if (this.permission !== "denied") setText(this.waiting, "");
    patch(this.body, saved.isEmpty ? [] : this.groups());
  }

  /** Whether the server's answer is expected in a moment. @private */
  get isExpected() {
    return this.isAsking && !this.isSlow;
  }

  /** Whether the departures are those of now, or will be in a moment. @private */
  get isLive() {
    const { isFresh, home } = this.context.saved;
    return this.isExpected || isFresh && Date.now() - home.at < FRESH_MILLISECONDS;
  }

  /** Shows whether the content is from the server, and from when.
   * @private */
  drawState() {
    const { saved, speaker, timeZone } = this.context;
    const { at, serverAt } = saved.home;
    const isStored = !this.isLive && at > 0;
    this.state.hidden = saved.isEmpty || at === 0;
    this.state.className = isStored ? "home-state banner" : "home-state";
    const sentence = isStored
      ? speaker.say(this.isSilent ? "home.storedAt" : "home.refreshing", { age: age(Date.now() - at, speaker.locale) })
      : saved.isByPhone && this.context.pocket?.sentence() ||
        speaker.say("board.refreshed", { time: clockTime(serverAt, speaker.locale, timeZone) });
    // A refresh is not announced every half minute.
    this.state.setAttribute("aria-live", isStored ? "polite" : "off");
    if (this.state.textContent === sentence) return;
    this.state.replaceChildren(...(isStored ? [icon(this.isSilent ? "wifi-off" : "refresh")] : []), h("span", {}, sentence));
  }

  /** @private
   * @returns {HTMLElement[]} */
  groups() {
    const { context } = this;
    const { saved, speaker } = context;
    const { answer, at, serverAt } = saved.home;
    const { isLive } = this;
    // Without the server, its clock is extrapolated from the last answer.
    this.body.classList.toggle("is-stored", !isLive);
    const now = isLive ? context.clock.now() : serverAt + Date.now() - at;
    const known = [...answer.nearby, ...answer.other];
    const isKnown = new Set(known.map(({ id }) => id));
    // Connections saved since home was last loaded are shown without departures.
    const others = saved.connections.filter(({ id }) => !isKnown.has(id)).map((each) => ({
      ...each,
      routes: each.routes.map((route) => ({ id: route.id, reminders: route.reminders, stored: true,
        lines: route.rides.map(({ line }) => line), modes: route.rides.map(({ mode }) => mode),
        departures: [], isUnasked: true })),
    }));
    const card = (/** @type {SavedAtHome} */ each) =>
      homeCard(each, { context, now, isLive, isSilent: this.isSilent, connection: saved.find(each.id) });
    const group = (/** @type {string} */ title, /** @type {SavedAtHome[]} */ list) =>
      h("section", { class: "home-group" },
        h("h2", { class: title === "" ? "unseen" : null }, title === "" ? speaker.say("saved.title") : title),
        ...list.map(card));
    const rest = [...answer.other, ...others];
    if (answer.nearby.length === 0) return [group("", rest)];
    return [group(speaker.say("home.nearby"), answer.nearby),
      ...(rest.length === 0 ? [] : [group(speaker.say("home.other"), rest)])];
  }
}
