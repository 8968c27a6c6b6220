// Parses text/event-stream (HTML standard, section 9.2.6), as far as Takt uses it.

/** @typedef {{event: string, data: string, id: string}} ServerEvent */

/** The largest number of characters that wait for the end of an event. */
const BUFFER_LIMIT = 32 * 1024 * 1024;

/** Converts pieces of text to events. */
export class EventParser {
  constructor() {
    /** The id of the last complete event, after which a new connection resumes. */
    this.lastEventId = "";
    /** @private */
    this.buffer = "";
    /** @private */
    this.event = "";
    /** @private */
    this.id = "";
    /** @private @type {string[]} */
    this.data = [];
  }

  /** @param {string} text the next piece, split anywhere
   * @returns {ServerEvent[]} the events that it completes */
  push(text) {
    this.buffer += text;
    if (this.buffer.length > BUFFER_LIMIT) throw new Error("An event is too long.");
    /** @type {ServerEvent[]} */
    const events = [];
    let start = 0;
    for (;;) {
      const end = this.buffer.indexOf("\n", start);
      if (end < 0) break;
      const line = this.buffer.slice(start, end).replace(/\r$/, "");
      start = end + 1;
      const event = this.take(line);
      if (event !== null) events.push(event);
    }
    this.buffer = this.buffer.slice(start);
    return events;
  }

  /** @private
   * @param {string} line
   * @returns {ServerEvent|null} */
  take(line) {
    if (line === "") {
      const event = { event: this.event || "message", data: this.data.join("\n"), id: this.id };
      const complete = this.data.length > 0;
      this.lastEventId = this.id;
      this.event = "";
      this.data = [];
      return complete ? event : null;
    }
    const colon = line.indexOf(":");
    if (colon === 0) return null;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.event = value;
    else if (field === "data") this.data.push(value);
    else if (field === "id") this.id = value;
    return null;
  }
}
