// The participant of a diary: a pseudonym and a token, stored only on this device.

/** @import { Store } from "../store.js" */
/** @import { Enrolment, Study } from "./wire.js" */
import { Refusal, bodyOf, request } from "../ask.js";

const KEY = "takt.diary";
const PATIENCE_MILLISECONDS = 20_000;

/** The time zone of the diary's days. */
export function ownZone() {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export class Participant {
  /** @param {Store|null} store
   * @param {typeof fetch} [send] */
  constructor(store, send = (...request) => fetch(...request)) {
    /** @private */
    this.store = store;
    /** @private */
    this.send = send;
    /** @type {Enrolment|null} */
    this.enrolment = this.read();
  }

  /** @private
   * @returns {Enrolment|null} */
  read() {
    try {
      const kept = JSON.parse(this.store?.getItem(KEY) ?? "null");
      return typeof kept?.token === "string" ? kept : null;
    } catch {
      return null;
    }
  }

  /** The diary that anyone may start here; null if there is none.
   * @param {string} language of the consent's text
   * @returns {Promise<Study|null>} */
  async offer(language) {
    try {
      return await this.request("GET", `/personal?language=${language}`);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    }
  }

  /** The study of an enrolment code.
   * @param {string} code
   * @returns {Promise<Study>} */
  async look(code) {
    return await this.request("POST", "/enrolment", { code });
  }

  /** Joins a study, and stores the answer, which is sent only once.
   * @param {Study} study
   * @param {string|null} code null for a diary of one's own */
  async join(study, code) {
    const consentVersion = study.consent.version;
    this.enrolment = code === null
      ? await this.request("POST", "/personal", { consentVersion })
      : await this.request("POST", "/participants", { code, consentVersion });
    try {
      this.store?.setItem(KEY, JSON.stringify(this.enrolment));
    } catch {
      // Without storage it lasts until the page is closed.
    }
  }

  /** Leaves the study: everything on the server is deleted. */
  async withdraw() {
    await this.request("DELETE", "/participant");
    this.forget();
  }

  /** Removes the participant from this device. */
  forget() {
    this.enrolment = null;
    this.store?.removeItem(KEY);
  }

  /** Sends a request as this participant; fails with a `Refusal`, or another error if there is no answer.
   * @param {string} method
   * @param {string} path after /api/v1/diary
   * @param {unknown} [body]
   * @returns {Promise<any>} null for an answer without a body */
  async request(method, path, body) {
    return await bodyOf(await this.ask(method, path, body));
  }

  /** Sends a correction, also from a page that is being left.
   * @param {Record<string, unknown>} correction
   * @returns {Promise<any>} */
  async correct(correction) {
    return await bodyOf(await this.ask("POST", "/corrections", correction,
      (address, options) => this.send(address, { ...options, keepalive: true })));
  }

  /** Downloads a file for this participant.
   * @param {string} path after /api/v1/diary
   * @returns {Promise<Blob>} */
  async file(path) {
    return await (await this.ask("GET", path)).blob();
  }

  /** @private
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {typeof fetch} [send]
   * @returns {Promise<Response>} */
  ask(method, path, body, send = this.send) {
    return request(`/api/v1/diary${path}`, {
      method, body, token: this.enrolment?.token, patience: PATIENCE_MILLISECONDS, send,
    });
  }
}

/** The link or QR code that configures OwnTracks.
 * @param {Enrolment} enrolment */
export function ownTracksLink({ ownTracks }) {
  const configuration = {
    _type: "configuration", mode: 3, url: ownTracks.url, auth: true, username: ownTracks.user,
    password: ownTracks.password, deviceId: "phone", cmd: true, remoteConfiguration: true,
  };
  return `owntracks:///config?inline=${btoa(JSON.stringify(configuration))}`;
}
