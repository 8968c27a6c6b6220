// What every screen is given.

/** @import { Part } from "./i18n.js" */
/** @import { Live } from "./live/live.js" */
/** @import { Notices } from "./notices.js" */
/** @import { Pocket } from "./pocket/pocket.js" */
/** @import { Box, Connection, Network, NoticeKind, Route } from "./types.js" */
import { askAll, askDated, elsewhere, listener } from "./ask.js";
import { ServerClock } from "./clock.js";
import { Speaker, loadCatalogue, loadParts, storeLanguage, storedLanguage, wishedLanguage } from "./i18n.js";
import { localeIn } from "./region.js";
import { Rider } from "./rider/rider.js";
import { Saved } from "./rider/saved.js";
import { SettingsSync } from "./rider/sync.js";
import { whileSeen } from "./seen.js";
import { Settings } from "./settings.js";
import { CHANGE_PREFIX, CONNECTIONS_KEY, HOME_KEY, POCKET_KEY, RIDER_KEY, TRIPS_KEY, browserStore } from "./store.js";

const NETWORK_EVERY_MILLISECONDS = 60_000;
/** Who has waited so long is told that what is seen was stored. */
const SLOW_MILLISECONDS = 2000;
/** How soon a server that was silent is asked again, the first time. */
const CATCH_UP_MILLISECONDS = 2000;
/** What all tabs have in common of the rider. */
const SHARED_KEYS = [RIDER_KEY, HOME_KEY, CONNECTIONS_KEY, TRIPS_KEY, CHANGE_PREFIX];

/** The app's state that outlives a screen. */
export class Context {
  /** @param {{navigate: (address: string,
   *   options?: {replace?: boolean, keepFocus?: boolean}) => void}} options */
  constructor(options) {
    this.navigate = options.navigate;
    this.clock = new ServerClock({ steady: () => performance.now(), wall: () => Date.now() });
    /** What installs the app, where the browser offers that. @type {{prompt: () => Promise<unknown>}|null} */
    this.install = null;
    /** The vehicles; null before a screen needed them. @type {Live|null} */
    this.live = null;
    const { language, locale } = wishedLanguage();
    this.speaker = new Speaker(language, locale);
    /** What the speaker knows to say beyond the frame. @private @type {Set<Part>} */
    this.parts = new Set();
    const store = browserStore();
    this.settings = new Settings(store);
    this.saved = new Saved({
      rider: new Rider(store),
      store,
      wall: () => Date.now(),
      serverNow: () => this.clock.now(),
    });
    this.sync = new SettingsSync({
      settings: this.settings,
      saved: this.saved,
      routes: () => this.routes,
      language: () => this.speaker.language,
      store,
    });
    /** The network that is kept on this device; null before its code was needed. @type {Pocket|null} */
    this.pocket = null;
    /** @private @type {Promise<Notices>|null} */
    this.notices = null;
    this.saved.onChange(() => this.tell("aside", this.saved.hasAside ? Date.now() : null));
    listener.tell = (isOwn) => this.tell("signIn", isOwn ? null : Date.now());
    addEventListener("storage", ({ key }) => this.stored(key ?? ""));
    /** @type {Network|null} */
    this.network = null;
    /** @type {Map<string, Route>} */
    this.routes = new Map();
    /** What the map last showed; null before it was opened. @type {Box|null} */
    this.view = null;
    /** @type {Connection} */
    this.connection = "connecting";
    this.heardAt = 0;
    /** Since when the network's answers are stored ones; null while the server answers. Unix milliseconds.
     * @type {number|null} */
    this.storedAt = null;
    /** Whether the server itself has ever told of the network. @private */
    this.isHeard = false;
    /** Whether the network became another one since the page was opened. @private */
    this.isOutdated = false;
    /** @private */
    this.isEditing = false;
    /** @private @type {Set<() => void>} */
    this.listeners = new Set();
    if ((store?.getItem(POCKET_KEY) ?? null) !== null) this.openPocket().catch(() => {});
  }

  /** Fetches what keeps the network on this device, and answers from it.
   * @returns {Promise<Pocket>} */
  async openPocket() {
    const opening = Promise.all([import("./pocket/pocket.js"), this.learn(["pocket"])])
      .then(([{ Pocket }]) => this.pocket ??= new Pocket(this));
    elsewhere.answers ??= opening;
    opening.catch(() => elsewhere.answers = null);
    return await opening;
  }

  /** Begins or ends to tell something about the app.
   * @param {NoticeKind} kind
   * @param {number|null} at Unix milliseconds of what is told, null to end */
  tell(kind, at) {
    if (this.notices === null && at === null) return;
    this.notices ??= import("./notices.js").then(async ({ Notices }) => {
      const notices = new Notices(this);
      await notices.open();
      return notices;
    });
    this.notices.then((notices) => notices.tell(kind, at), () => this.notices = null);
  }

  /** Takes over what another tab stored.
   * @private
   * @param {string} key "" where all of it was cleared */
  stored(key) {
    if (key === "" || SHARED_KEYS.some((each) => key.startsWith(each))) this.saved.reload();
    if (key === "" || key === "takt.settings") this.settings.reload();
    if (key === POCKET_KEY) this.openPocket().then((pocket) => pocket.keeper.changed(), () => {});
  }

  /** Tells when the network, the connection or the language changed.
   * @param {() => void} listener */
  onChange(listener) {
    this.listeners.add(listener);
  }

  /** @private */
  changed() {
    for (const listener of this.listeners) listener();
  }

  get timeZone() {
    return this.network?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  }

  /** Takes the rider's choice, or without one the browser's. */
  async chooseLanguage() {
    const { language, locale: wished } = wishedLanguage();
    const known = this.parts.size;
    const catalogue = await loadCatalogue(language, this.parts);
    // The network, which decides about units and clocks, may have been told meanwhile.
    this.speaker = new Speaker(language, localeIn(wished, this.timeZone), catalogue, this.timeZone);
    // A screen may have brought words of its own meanwhile.
    if (this.parts.size > known) {
      const words = await loadParts(language, this.parts);
      this.speaker = this.speaker.learning(words);
    }
    document.documentElement.lang = language;
  }

  /** Learns what screens say beyond the frame, which the map does not wait for.
   * @param {readonly Part[]} parts */
  async learn(parts) {
    const missing = parts.filter((part) => !this.parts.has(part));
    if (missing.length === 0) return;
    const { language } = this.speaker;
    const words = await loadParts(language, missing);
    for (const part of missing) this.parts.add(part);
    // The rider may have chosen another language meanwhile.
    if (this.speaker.language === language) this.speaker = this.speaker.learning(words);
    else await this.chooseLanguage();
  }

  /** @param {string|null} language null is as in the browser */
  async setLanguage(language) {
    storeLanguage(language);
    await this.chooseLanguage();
    this.changed();
  }

  /** Loads the network and its routes, and then keeps asking how the live source is. */
  async open() {
    await Promise.all([this.learnRoutes(), this.refreshNetwork()]);
    this.changed();
  }

  /** @private */
  async learnRoutes() {
    const routes = await askAll("/routes", "routes");
    this.routes = new Map(routes.map((/** @type {Route} */ route) => [route.id, route]));
  }

  /** @param {{cache?: RequestCache}} [how] "no-cache" waits for the server's own word */
  async refreshNetwork(how) {
    const asked = performance.now();
    const { answer, storedAt } = await askDated("/network", how);
    const network = /** @type {Network} */ (answer);
    // A stored answer's clock stopped when it was stored.
    this.isHeard ||= storedAt === null;
    if (storedAt === null) this.clock.set(network.now, network.clockSpeed, (asked + performance.now()) / 2);
    else if (!this.pocket?.isOf(answer)) this.clock.reckon(network.now, network.clockSpeed, storedAt);
    const other = this.network !== null && this.network.revision !== network.revision;
    this.network = network;
    const locale = localeIn(wishedLanguage().locale, network.timeZone);
    const isElsewhere = locale !== this.speaker.locale || network.timeZone !== this.speaker.timeZone;
    if (isElsewhere) this.speaker = this.speaker.writing(locale, network.timeZone);
    this.changed();
    this.isOutdated ||= other;
    // What is being looked at or typed stays; a new timetable is offered, and comes with the next screen.
    if (other) this.tell("timetable", Date.now());
    const wasStored = this.storedAt !== null;
    this.storedAt = storedAt;
    if (storedAt === null) this.tell("stored", null);
    // On a slow network the server's word comes a moment later, which is not worth a word.
    else setTimeout(() => {
      // Where the kept network answers, each screen says so itself.
      if (this.storedAt !== null && !this.pocket?.isAnswering) this.tell("stored", this.storedAt);
    }, SLOW_MILLISECONDS);
    if (storedAt !== null && !wasStored) this.catchUp();
  }

  /** Asks the server until it answers, and takes then what was stored here only. @private */
  async catchUp() {
    const isFirst = !this.isHeard;
    for (let wait = CATCH_UP_MILLISECONDS; this.storedAt !== null; wait = Math.min(2 * wait, NETWORK_EVERY_MILLISECONDS)) {
      try {
        await this.refreshNetwork({ cache: "no-cache" });
        if (isFirst) await this.learnRoutes();
        this.changed();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
  }

  /** Whether the page had better begin anew with the next screen: there is another network, and nothing is being
   * entered. */
  get wantsRenewal() {
    return this.isOutdated && !this.isEditing;
  }

  /** Keeps the page as it is while something is being entered.
   * @param {boolean} isEditing */
  editing(isEditing) {
    this.isEditing = isEditing;
  }

  /** Asks for the live source's state now and then while the page is seen. */
  watchNetwork() {
    whileSeen(NETWORK_EVERY_MILLISECONDS, () => this.refreshNetwork().catch(() => {}));
  }

  /** Fetches what brings and holds vehicles. */
  async openLive() {
    const { Live } = await import("./live/live.js");
    this.live ??= new Live(this);
  }

  /** The vehicles, for screens that have them opened. */
  get fleet() {
    if (this.live === null) throw new Error("No screen with vehicles was opened.");
    return this.live.fleet;
  }

  /** Has the stream cover an area.
   * @param {Box|null} view null is the whole network */
  cover(view) {
    this.live?.cover(view);
  }

  /** Takes what the stream says of itself.
   * @param {Connection} state
   * @param {number} since Unix milliseconds */
  connected(state, since) {
    this.connection = state;
    this.heardAt = since;
    this.changed();
  }

  /** The rider's choice of language, null for the browser's. */
  get chosenLanguage() {
    return storedLanguage();
  }
}
