// About the app: whose data it shows, how old it is, and what the app is made with.

/** @import { Context } from "../context.js" */
/** @import { Feed, Network } from "../types.js" */
import { ask } from "../ask.js";
import { age, calendarDay, wholeNumber } from "../format.js";
import { IMPRINT, PRIVACY } from "../look.js";
import { h, icon } from "../render.js";
import { statusLine } from "../status.js";
import { APP_PARTS, SERVER_PARTS } from "./made-with.js";

/** @typedef {{id: string, kind: string, state: "live"|"old"|"down", ageSeconds?: number}} Source */

/** A link to a feed's web address; plain text if the address is not one.
 * @param {string} text
 * @param {string|null|undefined} address */
function outward(text, address) {
  if (!address || !/^https?:\/\//.test(address)) return text;
  return h("a", { href: address, rel: "noreferrer", target: "_blank" }, text, icon("open-in-new"));
}

/** @param {[string, string, string][]} parts Name, licence, address. */
function partsList(parts) {
  return h("ul", { class: "plain" },
    ...parts.map(([name, licence, address]) => h("li", {}, outward(name, address), ` · ${licence}`)));
}

export class AboutScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.element = h("section", { class: "screen page prose" });
    this.status = statusLine(context);
    this.print = "";
    /** The states of the live sources; empty if the server has none or does not report them.
     * @private @type {Source[]} */
    this.sources = [];
  }

  show() {
    // The stream only shows whether live data arrives, so any area will do.
    const { view, network } = this.context;
    this.context.cover(view ?? network?.core ?? network?.bounds ?? null);
    this.print = "";
    this.translate();
    return this.askSources();
  }

  /** @private */
  async askSources() {
    const answer = await ask("/sources").catch(() => ({ sources: [] }));
    this.sources = answer.sources;
    this.print = "";
    this.translate();
  }

  hide() {}

  translate() {
    const { speaker, network, connection, clock } = this.context;
    if (network === null) return;
    this.status.update(null);
    const { now: _now, ...rest } = network;
    const minute = Math.floor(clock.now() / 60_000);
    const print = JSON.stringify([rest, speaker.language, connection, minute]);
    if (print === this.print || this.element.contains(document.activeElement)) {
      if (this.print !== "" && this.language === speaker.language) return;
    }
    this.print = print;
    this.language = speaker.language;
    this.element.replaceChildren(
      h("a", { class: "back", href: "/settings" }, icon("chevron-right"), speaker.say("nav.more")),
      h("header", { class: "page-head" }, h("h1", {}, speaker.say("about.title"))),
      h("p", { class: "lead" }, speaker.say("about.what")),
      ...this.operatorPart(),
      this.networkPart(network),
      this.livePart(network),
      this.feedsPart(network),
      this.storedPart(),
      h("section", {}, h("h2", {}, speaker.say("about.licences")),
        h("p", {}, speaker.say("about.licence")), partsList(APP_PARTS),
        h("details", { class: "made-with" },
          h("summary", {}, icon("chevron-right"), speaker.say("about.serverParts")), partsList(SERVER_PARTS))),
      h("p", { class: "for-operators" }, h("a", { href: "/operator" }, speaker.say("about.operators"))),
      h("p", { class: "for-operators" }, h("a", { href: "/study" }, speaker.say("about.researchers"))),
    );
  }

  /** @private Where the operator says who runs this server. */
  operatorPart() {
    const { speaker } = this.context;
    const links = [
      IMPRINT && outward(speaker.say("about.imprint"), IMPRINT),
      PRIVACY && outward(speaker.say("about.privacy"), PRIVACY),
    ].filter((link) => link !== null);
    return links.length === 0 ? [] : [h("ul", { class: "plain" }, ...links.map((link) => h("li", {}, link)))];
  }

  /** @private
   * @param {Network} network */
  networkPart(network) {
    const { speaker } = this.context;
    const { counts, serviceDays } = network;
    const number = (/** @type {number} */ value) => wholeNumber(value, speaker.locale);
    return h(
      "section",
      {},
      h("h2", {}, speaker.say("about.network")),
      h("p", { class: "strong" }, network.name),
      network.invented
        ? h("p", { class: "banner" }, icon("alert-circle-outline"),
          h("span", {}, speaker.say("about.inventedText", { network: network.name })))
        : null,
      h("p", {}, speaker.say("about.size", {
        stations: number(counts.stations),
        routes: number(counts.routes),
        trips: number(counts.trips),
      })),
      !serviceDays ? null : h("p", {}, speaker.say("about.serviceDays", {
        from: calendarDay(serviceDays.from, speaker.locale),
        to: calendarDay(serviceDays.to, speaker.locale),
      })),
    );
  }

  /** @private
   * @param {Network} network */
  livePart(network) {
    const { speaker, clock } = this.context;
    const { source, updatedAt } = network.live;
    const name = source === "simulated" || source === "none" ? speaker.say(`about.${source}`) : source;
    return h(
      "section",
      {},
      h("h2", {}, speaker.say("about.live")),
      this.status.element,
      h("p", {}, speaker.say("about.liveSource", { source: name })),
      !updatedAt ? null : h("p", {}, speaker.say("about.liveUpdated", {
        age: age(clock.now() - updatedAt, speaker.locale),
      })),
      this.sources.length === 0 ? null
        : h("ul", { class: "plain sources" }, ...this.sources.map((each) => this.source(each))),
    );
  }

  /** @private
   * @param {Source} source */
  source({ id, state, ageSeconds }) {
    const { speaker } = this.context;
    const isFine = state === "live";
    return h(
      "li",
      {},
      h("p", { class: "strong" }, id),
      h("p", { class: isFine ? "" : "warning" },
        isFine ? icon("check") : icon("alert-circle-outline"),
        ` ${speaker.say(`source.${state}`)}`,
        ageSeconds === undefined ? null
          : ` · ${speaker.say("about.liveUpdated", { age: age(ageSeconds * 1000, speaker.locale) })}`),
    );
  }

  /** @private
   * @param {Network} network */
  feedsPart(network) {
    const { speaker } = this.context;
    return h(
      "section",
      {},
      h("h2", {}, speaker.say("about.feeds")),
      h("ul", { class: "plain" }, ...network.feeds.map((feed) => this.feed(feed))),
      network.attributions.length === 0 ? null : h("p", {},
        `${speaker.say("about.attribution")} `,
        ...network.attributions.flatMap((each, index) => [
          index === 0 ? "" : ", ", each.url?.startsWith("https://www.openstreetmap.org/") ? "© " : "",
          outward(each.organization, each.url),
        ])),
    );
  }

  /** @private
   * @param {Feed} feed */
  feed(feed) {
    const { speaker, clock } = this.context;
    const day = (/** @type {string} */ text) => calendarDay(text, speaker.locale);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const ended = !!feed.to && feed.to < today;
    return h(
      "li",
      {},
      h("p", { class: "strong" }, outward(feed.publisher || feed.name, feed.publisherURL)),
      !feed.from || !feed.to ? null : h("p", { class: ended ? "warning" : "" },
        ended
          ? speaker.say("about.ended", { to: day(feed.to) })
          : speaker.say("about.valid", { from: day(feed.from), to: day(feed.to) })),
      feed.version ? h("p", {}, speaker.say("about.version", { version: feed.version })) : null,
    );
  }

  /** What is stored where, in verifiable words.
   * @private */
  storedPart() {
    const { speaker } = this.context;
    return h("section", {}, h("h2", {}, speaker.say("about.stored")),
      h("ul", { class: "bullets" },
        h("li", {}, speaker.say("about.storedHere")),
        h("li", {}, speaker.say("about.storedPlace")),
        h("li", {}, speaker.say("about.storedServer"))),
      h("p", {}, h("a", { href: "/settings" }, speaker.say("about.storedClear"))));
  }
}
