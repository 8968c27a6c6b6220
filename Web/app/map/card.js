// What is known of the chosen vehicle or stop: a sheet on phones, a card beside the map elsewhere.

/** @import { Context } from "../context.js" */
/** @import { Vehicle } from "../types.js" */
import { delayChip, lineBadge, modeIcon } from "../badge.js";
import { delayClass, freshness } from "../delay.js";
import { age, localTime } from "../format.js";
import { occupancyList } from "../occupancy.js";
import { breakable, h, icon, patch, setText } from "../render.js";
import { boardAddress, linesAddress, tripAddress } from "../router.js";
import { certaintyOf, shownTime } from "../times.js";

/** @param {string} control its name in the card
 * @param {string} href
 * @param {...(Node|string)} content */
function link(control, href, ...content) {
  return h("a", { class: "button", href, "data-control": control }, ...content);
}

/** @typedef {{onClose: () => void, onFollow: (follow: boolean) => void}} CardActions */

/** The card; at most one thing is shown in it. */
export class Card {
  /** @param {Context} context
   * @param {CardActions} actions */
  constructor(context, actions) {
    this.context = context;
    this.actions = actions;
    this.body = h("div", { class: "card-body" });
    this.element = h("aside", { class: "card", hidden: true, tabindex: "-1" }, this.body);
    // Wherever the focus is; a list or sheet in front of the map closes first.
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (this.element.checkVisibility()) actions.onClose();
    });
    /** @private what is drawn, to leave the page in peace when nothing changed */
    this.print = "";
    this.following = false;
  }

  get open() {
    return !this.element.hidden;
  }

  hide() {
    this.element.hidden = true;
    this.print = "";
    this.body.replaceChildren();
  }

  /** @param {Vehicle|null} vehicle null when it is no longer reported */
  showVehicle(vehicle) {
    const { speaker, clock } = this.context;
    if (vehicle === null) {
      this.print = "";
      return this.fill(speaker.say("card.gone"), [], []);
    }
    const fresh = freshness(vehicle, clock.now());
    const { updatedAt: _at, path: _path, pathStart: _start, ...rest } = vehicle;
    const print = JSON.stringify([rest, fresh, this.following, speaker.language]);
    if (print !== this.print) {
      this.print = print;
      this.drawVehicle(vehicle, fresh);
    }
    const heard = this.body.querySelector(".card-heard");
    if (heard !== null) {
      const text = age(clock.now() - vehicle.updatedAt, speaker.locale);
      setText(heard, speaker.say("card.heard", { age: text }));
    }
  }

  /** @private
   * @param {Vehicle} vehicle
   * @param {"live"|"old"|"stale"} fresh */
  drawVehicle(vehicle, fresh) {
    const { speaker } = this.context;
    const title = vehicle.headsign !== null
      ? speaker.say("card.towards", { headsign: vehicle.headsign })
      : vehicle.line ?? speaker.say("card.unknownLine");
    const head = [
      modeIcon(vehicle.mode),
      vehicle.line === null ? null : lineBadge({ ...vehicle, name: vehicle.line }),
    ];
    this.fill(title, head, [
      h("p", { class: "card-delay" }, delayChip(vehicle.delaySeconds, speaker, { words: true })),
      fresh === "live" ? null : h(
        "p",
        { class: `card-state card-state-${fresh}` },
        icon("alert-circle-outline"),
        speaker.say(fresh === "old" ? "state.old" : "state.stale"),
      ),
      this.nextStop(vehicle),
      occupancyList(vehicle.occupancy, speaker),
      h("p", { class: "card-details" }, h("span", { class: "card-heard" }),
        vehicle.label === null ? null : h("span", {}, speaker.say("card.vehicle", { label: vehicle.label }))),
      h("div", { class: "card-actions" }, this.tripLink(vehicle), this.followButton(),
        this.lineLink(vehicle)),
    ]);
  }

  /** @private
   * @param {Vehicle} vehicle */
  nextStop(vehicle) {
    const stop = vehicle.nextStop;
    if (stop === null) return null;
    const { speaker } = this.context;
    const event = { ...stop, delaySeconds: vehicle.delaySeconds ?? undefined };
    const scheduled = localTime(stop.scheduled, speaker.locale);
    const expected = localTime(shownTime(event), speaker.locale);
    const time = (/** @type {"scheduled"|"expected"} */ kind, /** @type {string} */ shown) =>
      h(
        "div",
        { class: `card-time card-time-${kind}` },
        h("dt", {}, speaker.say(`card.${kind}`)),
        h("dd", {}, h("time", { datetime: stop[kind] }, shown)),
      );
    const known = vehicle.delaySeconds !== null;
    return h(
      "section",
      { class: "card-next", "data-moved": expected === scheduled ? null : delayClass(vehicle.delaySeconds) },
      h("div", { class: "card-where" }, h("h3", {}, speaker.say("card.nextStop")),
        h("p", { class: "card-stop" },
          h("a", { href: boardAddress(stop.id), "data-control": "stop" }, ...breakable(stop.name)))),
      h("dl", {}, time("scheduled", scheduled), known ? time("expected", expected) : null),
      known ? certaintyOf(event, speaker, { leaves: false }) : null,
    );
  }

  /** @private
   * @param {Vehicle} vehicle */
  tripLink(vehicle) {
    const { route, trip, serviceDay } = vehicle;
    if (!route || !trip || !serviceDay) return null;
    return link("trip", tripAddress({ line: route, trip, day: serviceDay }), icon("format-list-bulleted"),
      this.context.speaker.say("card.trip"));
  }

  /** @private */
  followButton() {
    const { speaker } = this.context;
    return h(
      "button",
      {
        type: "button",
        class: "button",
        "data-control": "follow",
        "aria-pressed": String(this.following),
        onclick: () => {
          this.following = !this.following;
          this.print = "";
          this.actions.onFollow(this.following);
        },
      },
      icon("target"),
      speaker.say(this.following ? "card.following" : "card.follow"),
    );
  }

  /** @private
   * @param {Vehicle} vehicle */
  lineLink(vehicle) {
    if (vehicle.route === null) return null;
    return link("line", linesAddress(vehicle.route), icon("routes"), this.context.speaker.say("card.line"));
  }

  /** @param {string} title
   * @param {(Node|null)[]} head
   * @param {(Node|null)[]} content */
  fill(title, head, content) {
    const { speaker } = this.context;
    this.element.setAttribute("aria-label", title);
    const close = h("button", {
      type: "button",
      class: "round card-close",
      "aria-label": speaker.say("close"),
      "data-control": "close",
      onclick: () => this.actions.onClose(),
    }, icon("close"));
    patch(this.body, [
      h("header", { class: "card-head" }, ...head, h("h2", {}, title), close),
      ...content.filter((each) => each !== null),
    ]);
    this.element.hidden = false;
  }
}
