// Where questions are answered: by the engine on this device from the network that is kept here, or by the server; each
// in the other's place where that one cannot.

/** @import { EngineHost } from "./engine-host.js" */
/** @import { EngineAnswer, Kept } from "./wire.js" */
import { OutsideRegion, Refusal } from "../ask.js";
import { NIGHT_ENDS, shiftedDay } from "../lines/service-time.js";
import { localMinute } from "../search/query.js";
import { EngineAway } from "./engine-host.js";
import { hasDay } from "./record.js";
import { isAboutAll, reachesBeyond } from "./regions.js";

/** What the engine answers as the server does, after /api/v1. What all screens begin with is left to the server and its
 * stored copy while there is one. */
const QUESTIONS = /^\/(connections|stops|routes|routes\.geojson|trips|network)(\/|\?|$)/;
const FIRST_WORDS = /^\/network(\?|$)/;
/** In place of the server's places the stops among them. */
const PLACES = /^\/places\?(?=.*\bq=)/;
/** What the engine says of a stop that the kept file does not have. */
const UNKNOWN = ["not-found", "unknown-place"];
/** A rider whose network is here waits for a silent server only so long. */
const PATIENCE_MILLISECONDS = 4000;

/** @typedef {{path: string, signal?: AbortSignal, server: (patience?: number) => Promise<any>}} Question `path` after
 *   /api/v1; `server` asks the server, with its usual patience or another one */

/** @typedef {{host: EngineHost, kept: () => Kept|null, place: () => "phone"|"server", now: () => number,
 *   timeZone: () => string, isCurrent: () => boolean, isOutdated: () => boolean,
 *   answered: (answer: object, kept: Kept, liveAsOf?: number) => void}} AnswersWorld
 *   `place` is the rider's setting; `now` the server's clock; `isCurrent` whether the server has the kept timetable too, as
 *   far as that is known; `isOutdated` whether it answers with another timetable by now; `answered` is called with each answer
 *   of the engine, and with when its live data was if it has any */

export class Answers {
  /** @param {AnswersWorld} world */
  constructor(world) {
    /** @private */
    this.world = world;
  }

  /** Answers a question.
   * @param {Question} question
   * @returns {Promise<any>}
   * @throws as `request` does */
  async ask(question) {
    const { path, server } = question;
    const isKnown = QUESTIONS.test(path) || PLACES.test(path);
    if (!isKnown || !this.world.host.isUsable) return await server();
    return this.isForServer(path) ? await this.serverFirst(question) : await this.phoneFirst(question);
  }

  /** Answers a question on this device only.
   * @param {string} path after /api/v1
   * @returns {Promise<any>}
   * @throws {Refusal} where the engine has no answer
   * @throws {OutsideRegion} where the file is of a region that does not have it
   * @throws {EngineAway} where there is no engine */
  async here(path) {
    const answer = await this.engineAnswer(path);
    if (answer === null) throw new EngineAway(path);
    this.mustBeInside(path, answer);
    if (answer.status !== 200) throw new Refusal(path, answer.status, answer.body ?? {});
    return answer.body;
  }

  /** Whether the server is asked first: where the rider wants that, while its timetable is a newer one, and for days that the
   * kept file does not have.
   * @private
   * @param {string} path */
  isForServer(path) {
    const { place, kept, isOutdated } = this.world;
    const file = kept();
    return place() === "server" || isOutdated() || FIRST_WORDS.test(path) || file === null || !this.daysOf(path).some((day) => hasDay(file, day)) ||
      file.region !== undefined && isAboutAll(path);
  }

  /** @private
   * @param {string} path
   * @param {EngineAnswer} answer
   * @throws {OutsideRegion} where it is about what a kept region does not have */
  mustBeInside(path, { status, body }) {
    const region = this.world.kept()?.region;
    if (region === undefined || isAboutAll(path)) return;
    const isOutside = status === 200 ? reachesBeyond(path, body, region) : UNKNOWN.includes(new Refusal(path, status, body ?? {}).kind);
    if (isOutside) throw new OutsideRegion(path, region.name);
  }

  /** The day that is asked about, today where none is named; in the early hours also the day before, whose runs are still
   * under way. The file has what runs then: one day more than it is said to have.
   * @private
   * @param {string} path */
  daysOf(path) {
    const query = new URLSearchParams(path.split("?")[1] ?? "");
    const named = query.get("date") ?? query.get("at") ?? "";
    const asked = /^\d{4}-\d{2}-\d{2}/.test(named) ? named : localMinute(this.world.now(), this.world.timeZone());
    const day = asked.slice(0, 10);
    return Number(asked.slice(11, 13) || NIGHT_ENDS) < NIGHT_ENDS ? [day, shiftedDay(day, -1)] : [day];
  }

  /** @private
   * @param {Question} question */
  async phoneFirst(question) {
    const { path, signal, server } = question;
    const answer = await this.engineAnswer(path);
    signal?.throwIfAborted();
    if (answer === null) return await server();
    try {
      this.mustBeInside(path, answer);
    } catch (outside) {
      return await this.elsewhere(server, outside);
    }
    if (answer.status === 200) return answer.body;
    const refusal = new Refusal(path, answer.status, answer.body ?? {});
    // What the kept timetable does not know may be in the server's, where that is another one or has more.
    const isAll = this.world.isCurrent() && this.world.kept()?.region === undefined;
    if (answer.status < 500 && (answer.status !== 404 || isAll)) throw refusal;
    return await this.elsewhere(server, refusal);
  }

  /** @private
   * @param {Question["server"]} server
   * @param {unknown} problem where no server answers */
  async elsewhere(server, problem) {
    try {
      return await server();
    } catch (error) {
      throw error instanceof Refusal ? error : problem;
    }
  }

  /** @private
   * @param {Question} question */
  async serverFirst(question) {
    const { path, signal, server } = question;
    try {
      return await server(PATIENCE_MILLISECONDS);
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) throw error;
      signal?.throwIfAborted();
      try {
        return await this.here(path);
      } catch (problem) {
        throw problem instanceof EngineAway ? error : problem;
      } finally {
        signal?.throwIfAborted();
      }
    }
  }

  /** What the engine answers; null where it cannot.
   * @private
   * @param {string} path
   * @returns {Promise<EngineAnswer|null>} */
  async engineAnswer(path) {
    const isPlaces = PLACES.test(path);
    const asked = isPlaces ? path.replace("/places?", "/stops/search?") : path;
    const kept = this.world.kept();
    try {
      const answer = await this.world.host.get(`/api/v1${asked}`);
      if (answer.status === 501) return null;
      if (kept !== null) withinKept(answer.body, kept);
      if (answer.status !== 200 || kept === null) return answer;
      const body = isPlaces ? { places: answer.body.stops.map(placeOf) } : answer.body;
      this.world.answered(body, kept, answer.liveAsOf);
      return { status: 200, body };
    } catch (error) {
      if (error instanceof EngineAway) return null;
      throw error;
    }
  }
}

/** Limits the timetable's days in an answer to those that are offered. The file has one more at each end, for runs past
 * midnight.
 * @param {any} body
 * @param {Kept} kept */
function withinKept(body, kept) {
  const days = body?.empty ?? body;
  if (days?.firstDay < kept.firstDay) days.firstDay = kept.firstDay;
  if (days?.lastDay > kept.lastDay) days.lastDay = kept.lastDay;
}

/** A stop as the search for places finds it.
 * @param {import("../search/wire.js").StopHit} hit
 * @returns {import("../search/wire.js").FoundPlace} */
function placeOf({ id, name, latitude = 0, longitude = 0, matched, distanceMetres }) {
  return { kind: "stop", id, name, latitude, longitude, match: "name",
    ...(matched === undefined ? {} : { matched }), ...(distanceMetres === undefined ? {} : { distanceMetres }) };
}
