// The network on this device: what keeps it, what answers from it, and what screens say of both. Fetched where it is kept
// or where somebody may want that.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Engine } from "./engine-host.js" */
/** @import { Kept, Lack, Offer, Region } from "./wire.js" */
import { askServer, storedAnswers } from "../ask.js";
import { clockTime } from "../format.js";
import { NIGHT_ENDS } from "../lines/service-time.js";
import { sibling } from "../render.js";
import { localMinute } from "../search/query.js";
import { browserStore } from "../store.js";
import { Answers } from "./answers.js";
import { SavedDepartures } from "./departures.js";
import { Deviations } from "./deviations.js";
import { comingBytes } from "./difference.js";
import { EngineHost } from "./engine-host.js";
import { Keeper, browserWorld, canKeep } from "./keeper.js";
import { noteLack, offerOf, regionalOffers } from "./record.js";
import { offerOfRegion, suggestedRegion } from "./regions.js";
import { size, shortDay } from "./sizes.js";
import { isDue, mayFetch } from "./updates.js";

/** Older live data is shown with its age, as the server does. */
const LIVE_MILLISECONDS = 90_000;
const HOUR_MILLISECONDS = 3_600_000;

/** Of which file the rider does not want to be asked again. */
const LATER_KEY = "takt.pocketLater";

export class Pocket {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    const store = browserStore();
    this.keeper = new Keeper(browserWorld(store, () => context.clock.now()));
    /** Which part of the network the rider has chosen on this page, null for the whole; undefined without a choice.
     * @private @type {Region|null|undefined} */
    this.chosen = undefined;
    /** Of which file this page's engine could make nothing, and why. @private @type {{digest: string, lack: Lack}|null} */
    this.lacking = null;
    this.host = new EngineHost({
      connect: () => startEngine(() => context.clock.now()),
      kept: () => this.kept,
      read: (kept) => this.keeper.read(kept),
      lacks: (kept, lack) => {
        // Another release of the app may read what this one does not.
        if (lack === "lost" || lack === "damaged") noteLack(store, kept.digest, lack);
        else this.lacking = { digest: kept.digest, lack };
        this.keeper.changed();
      },
    });
    /** Since when the answers are, by the engine's time of asking; Unix milliseconds. @private @type {WeakMap<object, number>} */
    this.answered = new WeakMap();
    /** When the live data of answers was, for those that have any. @private @type {WeakMap<object, number>} */
    this.live = new WeakMap();
    /** The same of the last answer. @private @type {number|undefined} */
    this.lastLive = undefined;
    /** @private */
    this.answers = new Answers({
      host: this.host,
      kept: () => this.kept,
      place: () => context.settings.values.answers,
      now: () => context.clock.now(),
      timeZone: () => context.timeZone,
      isCurrent: () => this.offer === null || this.offer.digest === this.kept?.digest,
      isOutdated: () => this.isOutdated,
      answered: (answer, kept, liveAsOf) => {
        this.answered.set(answer, context.clock.now());
        if (liveAsOf !== undefined) this.live.set(answer, liveAsOf);
        this.lastLive = liveAsOf;
        storedAnswers.set(answer, kept.at);
      },
    });
    /** The engine that knows what differs from the timetable. @private @type {Engine|null} */
    this.engine = null;
    /** @private */
    this.deviations = new Deviations({
      send: (address, how) => fetch(address, how),
      apply: (frame) => this.engine === null ? Promise.reject(new Error("no engine")) : this.engine.apply(frame),
      // What was answered until now may have been the timetable's. Screens ask again as when they become visible.
      begun: () => document.dispatchEvent(new Event("visibilitychange")),
      wait: pause,
    });
    this.host.onOpen = (engine) => {
      this.engine = engine;
      this.deviations.reset();
      this.follow();
    };
    document.addEventListener("visibilitychange", () => this.follow());
    /** What home shows of saved connections. */
    this.departures = new SavedDepartures((path) => this.kept?.region === undefined ? this.answers.here(path)
      : this.ask({ path, server: (patience) => askServer(path, { patience }) }));
    context.saved.phone = {
      isFirst: () => this.isAnswering && !this.isOutdated,
      canAnswer: () => this.host.isUsable,
      home: (connections, place) => this.departures.home(connections, {
        place, nearbyKilometres: context.sync.known?.nearbyKilometres,
      }),
    };
    /** What was tried by itself on this page. @private @type {Set<string>} */
    this.tried = new Set();
    context.onChange(() => this.consider());
    this.keeper.onChange(() => this.consider());
    addEventListener("online", () => {
      if (this.keeper.work?.kind === "ended" && this.keeper.work.ending === "cut") this.keep();
    });
    this.consider();
  }

  /** Answers in the server's place; see `Answers`.
   * @param {import("./answers.js").Question} question */
  ask(question) {
    return this.answers.ask(question);
  }

  /** What the server offers to keep, the whole network first; empty where it has no file for phones or this browser cannot
   * keep one.
   * @returns {Offer[]} */
  get offers() {
    const whole = canKeep() ? offerOf(this.context.network) : null;
    return whole === null ? [] : [whole, ...regionalOffers(this.context.network)];
  }

  /** What this device is offered of that: what the rider chose, what is on its way or kept, or what has all of the rider's
   * saved connections; the whole otherwise. Null where nothing is offered.
   * @returns {Offer|null} */
  get offer() {
    const { offers } = this;
    const wanted = this.chosen === undefined ? offers.find(({ digest }) => digest === this.keeper.wanted) : undefined;
    const region = this.chosen !== undefined ? this.chosen : this.kept !== null ? this.kept.region
      : suggestedRegion(offers, this.context.saved.connections.flatMap(({ from, to }) => [from, to]));
    return wanted ?? (region ? offerOfRegion(offers, region) : null) ?? offers[0] ?? null;
  }

  /** Chooses a part of the network; where another one is kept, it comes in its place.
   * @param {Region|null} region null for the whole */
  choose(region) {
    this.chosen = region;
    if (this.kept !== null) this.keep();
    else this.keeper.changed();
  }

  /** What is kept, with why it cannot be used if it cannot; null if nothing is.
   * @returns {Kept|null} */
  get kept() {
    const { kept } = this.keeper;
    return kept !== null && this.lacking?.digest === kept.digest ? { ...kept, lack: this.lacking.lack } : kept;
  }

  /** Whether questions are answered here. */
  get isAnswering() {
    return this.context.settings.values.answers === "phone" && this.host.isUsable;
  }

  /** Whether a server that answers has another timetable than the kept one: its times hold.
   * @private */
  get isOutdated() {
    const { network, storedAt } = this.context;
    const { revision } = this.kept ?? {};
    return revision !== undefined && storedAt === null && network !== null && network.revision !== revision;
  }

  /** Keeps the network, or a newer one in its place.
   * @returns {Promise<boolean>} whether it is kept now */
  async keep() {
    const { offer } = this;
    if (offer === null || !await this.keeper.keep(offer)) return false;
    // What the map draws is stored by the service worker when it is asked for.
    const drawn = ["/api/v1/routes.geojson?sideBySide=true", ...(this.context.network?.landscape ? ["/api/v1/landscape.geojson"] : [])];
    await Promise.all(drawn.map((path) => fetch(path).catch(() => {})));
    return true;
  }

  /** Follows what differs from the timetable while somebody looks and this device answers.
   * @private */
  follow() {
    if (this.engine !== null && this.isAnswering && document.visibilityState === "visible") this.deviations.start();
    else this.deviations.stop();
  }

  /** Removes the network from this device, and ends its engine. */
  async remove() {
    this.host.close();
    this.engine = null;
    await this.keeper.remove();
  }

  /** What a screen says of an answer that came from this device: of which day its timetable is if nothing in it is live, or
   * when its live data was if that is not new; null for an answer with new data, and for one of the server.
   * @param {object|null} answer
   * @returns {string|null} */
  sentenceOf(answer) {
    return answer !== null && this.isOf(answer) ? this.sentence(this.live.get(answer) ?? null) : null;
  }

  /** Whether an answer came from this device.
   * @param {object} answer */
  isOf(answer) {
    return this.answered.has(answer);
  }

  /** Gives a part of an answer the sentence of that answer.
   * @template {object} Part
   * @param {object} answer
   * @param {Part} part
   * @returns {Part} */
  likewise(answer, part) {
    const at = this.answered.get(answer);
    if (at !== undefined) this.answered.set(part, at);
    const liveAsOf = this.live.get(answer);
    if (liveAsOf !== undefined) this.live.set(part, liveAsOf);
    return part;
  }

  /** What a screen says after the last day of the kept timetable and its night; null until then, and if nothing is kept. */
  overSentence() {
    const { kept, context: { speaker, timeZone, clock } } = this;
    const today = localMinute(clock.now(), timeZone).slice(0, 10);
    const lately = localMinute(clock.now() - NIGHT_ENDS * HOUR_MILLISECONDS, timeZone).slice(0, 10);
    if (kept === null || lately <= kept.lastDay) return null;
    return speaker.say("pocket.over", { day: shortDay(kept.lastDay, today, speaker.locale) });
  }

  /** The same of whatever this device answered last.
   * @param {number|null} [liveAsOf] when its live data was, null without any */
  sentence(liveAsOf = this.lastLive ?? null) {
    const { kept } = this;
    const { speaker, timeZone, clock } = this.context;
    if (kept === null) return null;
    if (liveAsOf !== null) {
      if (clock.now() - liveAsOf <= LIVE_MILLISECONDS) return null;
      return speaker.say("pocket.live", { time: clockTime(liveAsOf, speaker.locale, timeZone) });
    }
    const today = localMinute(clock.now(), timeZone).slice(0, 10);
    const day = (/** @type {string} */ date) => shortDay(date, today, speaker.locale);
    const over = this.overSentence();
    if (over !== null) return over;
    if (today < kept.firstDay) return speaker.say("pocket.ahead", { day: day(kept.firstDay) });
    const since = day(localMinute(kept.at, timeZone).slice(0, 10));
    return kept.region === undefined ? speaker.say("pocket.timetable", { day: since })
      : speaker.say("pocket.timetableAround", { day: since, region: kept.region.name });
  }

  /** Why the kept network cannot be used; "" where it can, or nothing is kept. */
  lackSentence() {
    const { kept, context: { speaker } } = this;
    return kept?.lack === undefined ? "" : speaker.say(`lacking.${kept.lack}`, { size: size(kept.bytes, speaker.locale) });
  }

  /** Takes a newer file where that costs nothing, and asks where it might; a file that cannot be used likewise.
   * @private */
  consider() {
    this.follow();
    const { kept, keeper: { work, wanted } } = this;
    // What the device itself stored of the server's word offers nothing.
    const offer = this.context.storedAt === null ? this.offer : null;
    // A download that was under way when a page was left goes on with the next one.
    if (offer !== null && wanted === offer.digest && work === null && !this.tried.has(offer.digest)) {
      this.tried.add(offer.digest);
      this.keep();
    }
    if (offer === null || kept === null || work?.kind === "loading") return this.context.notify("pocket", null);
    if (offer.digest === kept.digest && kept.lack === undefined) return this.context.notify("pocket", null);
    const now = new Date();
    if (mayFetch(now, /** @type {any} */ (navigator).connection) && !this.tried.has(offer.digest)) {
      this.tried.add(offer.digest);
      this.keep();
      return;
    }
    const today = localMinute(this.context.clock.now(), this.context.timeZone).slice(0, 10);
    // What this release cannot read is of no use once more.
    const isSame = offer.digest === kept.digest && (kept.lack === "format" || kept.lack === "failed");
    const isAsked = !isSame && browserStore()?.getItem(LATER_KEY) !== offer.digest && isDue(kept, { today, now: this.context.clock.now() });
    this.context.notify("pocket", isAsked ? Date.now() : null);
  }

  /** What the app's bar says, and what its button does.
   * @returns {{text: string, action: string, act: () => void, later: () => void}} */
  notice() {
    const { speaker } = this.context;
    const { kept } = this;
    const lack = kept?.lack;
    const text = speaker.say(/** @type {MessageKey} */ (lack === undefined ? "pocket.newer" : `lacking.${lack}`),
      { size: size(comingBytes(this.offer, kept), speaker.locale) });
    return {
      text, action: speaker.say(lack === undefined ? "pocket.update" : "pocket.again"),
      act: () => this.keep(),
      later: () => browserStore()?.setItem(LATER_KEY, this.offer?.digest ?? ""),
    };
  }
}

/** @param {number} milliseconds
 * @param {AbortSignal} signal ends it
 * @returns {Promise<void>} */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}

/** Begins an engine of this release in a worker of its own.
 * @param {() => number} now the server's clock
 * @returns {Promise<Engine>} */
async function startEngine(now) {
  const { EngineClient } = await import("../../engine/client.js");
  const wasm = await fetch(sibling("../../engine/takt-engine.wasm", import.meta.url));
  if (!wasm.ok) throw new Error(`The engine is missing: ${wasm.status}`);
  const worker = new Worker(sibling("../../engine/worker.js", import.meta.url), { type: "module" });
  const client = new EngineClient(worker);
  const bytes = await wasm.arrayBuffer();
  return {
    get: (path) => client.get(path, now()),
    openNetwork: (network) => client.openNetwork(bytes, network),
    apply: (frame) => client.apply(frame),
    close: () => client.close(),
  };
}
