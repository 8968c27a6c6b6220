// The shared state of all screens.

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
/** After this long, the rider sees that the content is a stored copy. */
const SLOW_MILLISECONDS = 2000;
/** The first pause before a silent server is asked again. */
const CATCH_UP_MILLISECONDS = 2000;
/** The keys of the rider's data that all tabs share. */
const SHARED_KEYS = [RIDER_KEY, HOME_KEY, CONNECTIONS_KEY, TRIPS_KEY, CHANGE_PREFIX];

/** The app's state that outlives a screen. */
export class Context {
  /** @param {{navigate: (address: string,
   *   options?: {replace?: boolean, keepFocus?: boolean}) => void}} options */
  constructor(options) {
    this.navigate = options.navigate;
    this.clock = new ServerClock({ steady: () => performance.now(), wall: () => Date.now() });
    /** Installs the app, where the browser supports that. @type {{prompt: () => Promise<unknown>}|null} */
    this.install = null;
    /** The live vehicles; null before a screen needed them. @type {Live|null} */
    this.live = null;
    const { language, locale } = wishedLanguage();
    this.speaker = new Speaker(language, locale);
    /** The message parts loaded beyond the frame's. @private @type {Set<Part>} */
    this.parts = new Set();
    const store = browserStore();
    this.settings = new Settings(store);
    this.saved = new Saved({
      rider: new Rider(store),
      store,
      wall: () => Date.now(),
      serverNow: () => this.clock.isKnown ? this.clock.now() : null,
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
    this.saved.onChange(() => this.notify("aside", this.saved.hasAside ? Date.now() : null));
    listener.answered = (isOwn) => this.notify("signIn", isOwn ? null : Date.now());
    addEventListener("storage", ({ key }) => this.stored(key ?? ""));
    /** @type {Network|null} */
    this.network = null;
    /** @type {Map<string, Route>} */
    this.routes = new Map();
    /** The area that the map last showed; null before it was opened. @type {Box|null} */
    this.view = null;
    /** @type {Connection} */
    this.connection = "connecting";
    this.heardAt = 0;
    /** Since when the network's answers are stored ones, Unix milliseconds; null while the server answers.
     * @type {number|null} */
    this.storedAt = null;
    /** Whether the server itself ever described the network. @private */
    this.isHeard = false;
    /** Whether the network was replaced since the page was opened. @private */
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

  /** Starts or ends a notice about the app.
   * @param {NoticeKind} kind
   * @param {number|null} at Unix milliseconds of the event, null to end */
  notify(kind, at) {
    if (this.notices === null && at === null) return;
    this.notices ??= import("./notices.js").then(async ({ Notices }) => {
      const notices = new Notices(this);
      await notices.open();
      return notices;
    });
    this.notices.then((notices) => notices.notify(kind, at), () => this.notices = null);
  }

  /** Reloads data that another tab stored.
   * @private
   * @param {string} key "" if everything was cleared */
  stored(key) {
    if (key === "" || SHARED_KEYS.some((each) => key.startsWith(each))) this.saved.reload();
    if (key === "" || key === "takt.settings") this.settings.reload();
    if (key === POCKET_KEY) this.openPocket().then((pocket) => pocket.keeper.changed(), () => {});
  }

  /** Calls the listener when the network, the connection or the language changed.
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

  /** Uses the rider's choice, or without one the browser's language. */
  async chooseLanguage() {
    const { language, locale: wished } = wishedLanguage();
    const known = this.parts.size;
    const catalogue = await loadCatalogue(language, this.parts);
    // The network, which determines units and clocks, may have arrived meanwhile.
    this.speaker = new Speaker(language, localeIn(wished, this.timeZone), catalogue, this.timeZone);
    // A screen may have loaded more messages meanwhile.
    if (this.parts.size > known) {
      const words = await loadParts(language, this.parts);
      this.speaker = this.speaker.learning(words);
    }
    document.documentElement.lang = language;
  }

  /** Loads messages beyond the frame's, for which the map does not wait.
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

  /** @param {string|null} language null for the browser's */
  async setLanguage(language) {
    storeLanguage(language);
    await this.chooseLanguage();
    this.changed();
  }

  /** Loads the network and its routes, then polls the state of the live source. */
  async open() {
    await Promise.all([this.learnRoutes(), this.refreshNetwork()]);
    this.changed();
  }

  /** @private */
  async learnRoutes() {
    const routes = await askAll("/routes", "routes");
    this.routes = new Map(routes.map((/** @type {Route} */ route) => [route.id, route]));
  }

  /** @param {{cache?: RequestCache}} [how] "no-cache" waits for the server */
  async refreshNetwork(how) {
    const asked = performance.now();
    const { answer, storedAt } = await askDated("/network", how);
    const network = /** @type {Network} */ (answer);
    // The clock in a stored answer stopped when it was stored.
    this.isHeard ||= storedAt === null;
    if (storedAt === null) this.clock.set(network.now, network.clockSpeed, (asked + performance.now()) / 2);
    else if (!this.pocket?.isOf(answer)) this.clock.reckon(network.now, network.clockSpeed, storedAt);
    this.saved.time();
    const other = this.network !== null && this.network.revision !== network.revision;
    this.network = network;
    const locale = localeIn(wishedLanguage().locale, network.timeZone);
    const isElsewhere = locale !== this.speaker.locale || network.timeZone !== this.speaker.timeZone;
    if (isElsewhere) this.speaker = this.speaker.writing(locale, network.timeZone);
    this.changed();
    this.isOutdated ||= other;
    // What the rider reads or types stays; a new timetable is announced, and used from the next screen on.
    if (other) this.notify("timetable", Date.now());
    const wasStored = this.storedAt !== null;
    this.storedAt = storedAt;
    if (storedAt === null) this.notify("stored", null);
    // On a slow network the server's answer comes a moment later, so no notice is needed.
    else setTimeout(() => {
      // Where the kept network answers, each screen says so itself.
      if (this.storedAt !== null && !this.pocket?.isAnswering) this.notify("stored", this.storedAt);
    }, SLOW_MILLISECONDS);
    if (storedAt !== null && !wasStored) this.catchUp();
  }

  /** Asks the server until it answers, then replaces what was only stored here. @private */
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

  /** Whether the page should reload with the next screen: the network was replaced, and nothing is being entered. */
  get wantsRenewal() {
    return this.isOutdated && !this.isEditing;
  }

  /** Prevents a reload while something is being entered.
   * @param {boolean} isEditing */
  editing(isEditing) {
    this.isEditing = isEditing;
  }

  /** Polls the live source's state while the page is visible. */
  watchNetwork() {
    whileSeen(NETWORK_EVERY_MILLISECONDS, () => this.refreshNetwork().catch(() => {}));
  }

  /** Loads the code that receives and stores vehicles. */
  async openLive() {
    const { Live } = await import("./live/live.js");
    this.live ??= new Live(this);
  }

  /** The vehicles, for screens that opened them. */
  get fleet() {
    if (this.live === null) throw new Error("No screen with vehicles was opened.");
    return this.live.fleet;
  }

  /** Makes the stream cover an area.
   * @param {Box|null} view null is the whole network */
  cover(view) {
    this.live?.cover(view);
  }

  /** Takes the state of the stream.
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
