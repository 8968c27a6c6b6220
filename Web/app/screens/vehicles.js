// The list of vehicles: the map in words, for riders who cannot or need not see it.

/** @import { Context } from "../context.js" */
/** @import { Vehicle } from "../types.js" */
import { delayChip, lineBadge, modeIcon } from "../badge.js";
import { freshness } from "../delay.js";
import { clockTime, lineOrder } from "../format.js";
import { h, icon, patch, setText } from "../render.js";
import { mapAddress } from "../router.js";
import { whileSeen } from "../seen.js";
import { knowsVehicles, statusLine } from "../status.js";
import { folded, wordsOf } from "../words.js";

const REDRAW_MILLISECONDS = 2000;
const ANNOUNCE_MILLISECONDS = 30_000;
const ROWS_PER_PAGE = 300;

/** Groups vehicles by line, in the order of the lines.
 * @param {Vehicle[]} vehicles
 * @param {string} locale
 * @returns {[string, Vehicle[]][]} the line's name ("" for none) and its vehicles */
export function groupByLine(vehicles, locale) {
  /** @type {Map<string, Vehicle[]>} */
  const groups = new Map();
  for (const vehicle of vehicles) {
    const key = `${vehicle.line ?? ""}\n${vehicle.route ?? ""}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [vehicle]);
    else group.push(vehicle);
  }
  const order = lineOrder(locale);
  return [...groups]
    .map(([key, group]) => /** @type {[string, Vehicle[]]} */ ([
      key.split("\n")[0],
      group.sort((a, b) =>
        order(a.headsign ?? "", b.headsign ?? "") || order(a.label ?? a.id, b.label ?? b.id)
      ),
    ]))
    .sort(([a], [b]) => Number(a === "") - Number(b === "") || order(a, b));
}

/** A name that is written from right to left, with marks that keep the time behind it.
 * @param {string} name */
export function isolated(name) {
  return /[\u0590-\u08ff]/.test(name) ? `\u2068${name}\u2069` : name;
}

/** The vehicles whose line, destination, next stop or number contains every word of the text.
 * @param {Vehicle[]} vehicles
 * @param {string} text */
export function matching(vehicles, text) {
  const words = wordsOf(text);
  if (words.length === 0) return vehicles;
  return vehicles.filter((vehicle) => {
    const { line, headsign, label, nextStop } = vehicle;
    const hay = folded([line, headsign, label, nextStop?.name].filter(Boolean).join(" "));
    return words.every((word) => hay.includes(word));
  });
}

export class VehiclesScreen {
  /** @param {Context} context
   * @param {{insteadOfMap: boolean}} options */
  constructor(context, options) {
    this.context = context;
    this.options = options;
    this.everything = false;
    this.limit = ROWS_PER_PAGE;
    this.heading = h("h1");
    this.status = statusLine(context);
    this.input = h("input", { type: "search", autocomplete: "off", spellcheck: "false" });
    this.input.addEventListener("input", () => {
      this.limit = ROWS_PER_PAGE;
      this.draw();
      const query = this.input.value.trim();
      if (this.options.insteadOfMap) return;
      const address = query === "" ? "/list" : `/list?find=${encodeURIComponent(query)}`;
      this.context.navigate(address, { replace: true });
    });
    this.inView = this.areaButton(false);
    this.whole = this.areaButton(true);
    this.areas = h("div", { class: "segments", role: "group" }, this.inView, this.whole);
    this.instead = h("p", { class: "hint", hidden: !options.insteadOfMap });
    this.rows = h("div", { class: "groups" });
    this.announcer = h("p", { class: "unseen", "aria-live": "polite" });
    this.more = h("button", { type: "button", class: "button", hidden: true, onclick: () => {
      this.limit += ROWS_PER_PAGE;
      this.draw();
    } });
    this.element = h(
      "section",
      { class: "screen page" },
      h("header", { class: "page-head" }, this.heading, this.status.element),
      this.instead,
      h("div", { class: "tools" },
        h("label", { class: "search" }, icon("magnify"), this.input), this.areas),
      this.announcer,
      this.rows,
      this.more,
    );
    this.active = false;
    this.announcedAt = 0;
    /** @private @type {Map<string, {print: string, element: HTMLElement}>} */
    this.kept = new Map();
    context.fleet.onChange(() => this.later());
  }

  /** @private
   * @param {boolean} everything */
  areaButton(everything) {
    return h("button", { type: "button", onclick: () => {
      this.everything = everything;
      this.cover();
      this.draw();
    } });
  }

  /** @param {{filter?: string}} place
   * @param {AbortSignal} seen */
  show(place, seen) {
    this.active = true;
    whileSeen(5 * REDRAW_MILLISECONDS, () => this.draw(), seen);
    const filter = place.filter ?? "";
    if (this.input.value.trim() !== filter) this.input.value = filter;
    this.cover();
    this.translate();
  }

  hide() {
    this.active = false;
  }

  translate() {
    const { speaker } = this.context;
    setText(this.heading, speaker.say("list.title"));
    setText(this.instead, speaker.say("map.noWebGL"));
    setText(this.inView, speaker.say("list.inView"));
    setText(this.whole, speaker.say("list.everything"));
    setText(this.more, speaker.say("list.more"));
    this.areas.setAttribute("aria-label", speaker.say("list.area"));
    this.input.placeholder = speaker.say("list.filter");
    this.input.setAttribute("aria-label", speaker.say("list.filter"));
    this.draw();
  }

  /** The area of the list; null is the whole network. */
  get area() {
    return this.everything ? null : this.context.view;
  }

  /** @private */
  cover() {
    this.context.cover(this.area);
    this.areas.hidden = this.context.view === null;
    this.inView.setAttribute("aria-pressed", String(this.area !== null));
    this.whole.setAttribute("aria-pressed", String(this.area === null));
  }

  /** @private Draws soon, but not more often than a reader can follow. */
  later() {
    if (!this.active || this.waiting !== undefined) return;
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      if (this.active) this.draw();
    }, this.kept.size === 0 ? 0 : REDRAW_MILLISECONDS);
  }

  /** @private */
  draw() {
    if (!this.active) return;
    const { fleet, clock, speaker } = this.context;
    const text = this.input.value.trim();
    const within = fleet.within(this.area, clock.now());
    const vehicles = matching(within, text);
    this.status.update({ inside: vehicles.length, hidden: 0 });
    // Without an answer nobody knows how many there are.
    const isKnown = this.context.heardAt > 0 && (vehicles.length > 0 || knowsVehicles(this.context));
    if (isKnown) this.announce(vehicles.length);
    const groups = groupByLine(vehicles, speaker.locale);
    /** @type {HTMLElement[]} */
    const sections = [];
    let left = this.limit;
    for (const [line, group] of groups) {
      if (left <= 0) break;
      sections.push(this.group(line, group.slice(0, left), group.length));
      left -= group.length;
    }
    this.more.hidden = vehicles.length <= this.limit;
    if (vehicles.length === 0) {
      const key = this.context.connection === "connecting" ? "loading" : this.context.heardAt === 0 ? "notKnown" : !isKnown ? "list.unknown" : text === "" ? "list.empty" : "list.noMatch";
      sections.push(h("p", { class: "empty" }, speaker.say(key, { text })));
    }
    const same = sections.length === this.rows.children.length &&
      sections.every((section, index) => this.rows.children[index] === section);
    if (!same) patch(this.rows, sections);
    const keys = new Set(groups.map(([line, group]) => `${line}|${group[0].route}`));
    for (const key of this.kept.keys()) if (!keys.has(key)) this.kept.delete(key);
  }

  /** @private
   * @param {string} line
   * @param {Vehicle[]} vehicles those shown
   * @param {number} count all of the line */
  group(line, vehicles, count) {
    const { speaker, clock, timeZone } = this.context;
    const now = clock.now();
    const first = vehicles[0];
    const print = JSON.stringify([speaker.language, count, vehicles.map((each) => [
      each.id, each.headsign, each.label, each.delaySeconds, each.nextStop, freshness(each, now),
    ])]);
    const key = `${line}|${first.route}`;
    const kept = this.kept.get(key);
    if (kept?.print === print) return kept.element;
    const rows = vehicles.map((vehicle) => this.row(vehicle, now, timeZone));
    const name = line === "" ? speaker.say("list.noLine") : line;
    const element = h(
      "section",
      { class: "group" },
      h("h2", {}, modeIcon(first.mode),
        line === "" ? name : lineBadge({ ...first, name }),
        h("span", { class: "group-count" }, speaker.count("vehicles", count))),
      h("ul", {}, ...rows),
    );
    this.kept.set(key, { print, element });
    return element;
  }

  /** @private
   * @param {Vehicle} vehicle
   * @param {number} now
   * @param {string} timeZone */
  row(vehicle, now, timeZone) {
    const { speaker } = this.context;
    const fresh = freshness(vehicle, now);
    const next = vehicle.nextStop;
    const time = next === null ? "" : clockTime(next.expected, speaker.locale, timeZone);
    const title = vehicle.headsign === null
      ? vehicle.label ?? vehicle.id
      : speaker.say("card.towards", { headsign: vehicle.headsign });
    return h(
      "li",
      {},
      h(
        "a",
        {
          class: `row row-${fresh}`,
          href: mapAddress({ vehicle: vehicle.id }),
          "data-vehicle": vehicle.id,
        },
        h(
          "span",
          { class: "row-text" },
          h("span", { class: "row-title" }, title),
          next === null ? null : h("span", { class: "row-next" },
            speaker.say("list.next", { stop: isolated(next.name), time })),
          fresh === "live" ? null : h("span", { class: "row-state" },
            speaker.say(fresh === "old" ? "state.old" : "state.stale")),
        ),
        delayChip(vehicle.delaySeconds, speaker, { words: false }),
        icon("chevron-right"),
      ),
    );
  }

  /** @private Announces the number now and then, not at every change; the first vehicles at once.
   * @param {number} count */
  announce(count) {
    const moment = performance.now();
    if (this.announcedAt > 0 && moment - this.announcedAt < ANNOUNCE_MILLISECONDS) return;
    this.announcedAt = count === 0 ? 0 : moment;
    setText(this.announcer, this.context.speaker.count("vehicles", count));
  }
}
