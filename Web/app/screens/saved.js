// A saved connection: its name, routes with reminders and position at home; the opposite direction, the shared link,
// and removing it.

/** @import { Context } from "../context.js" */
/** @import { Home, SavedConnection, SavedRoute } from "../rider/wire.js" */
/** @import { Alert } from "../search/wire.js" */
import { Refusal } from "../ask.js";
import { duration } from "../format.js";
import { h, icon, patch, setText } from "../render.js";
import { lineChain, savedSearch } from "../rider/home-card.js";
import { reminderForm } from "../rider/reminder-form.js";
import { saveReversed } from "../rider/saving.js";
import { savingProblem } from "../rider/saving-problem.js";
import { shareLink } from "../rider/share.js";
import { Toast } from "../rider/toast.js";
import { reminderText } from "../rider/weekdays.js";
import { savedAddress } from "../router.js";
import { alertList } from "../alerts.js";

const LONGEST_NAME = 100;
const MAXIMUM_REMINDERS = 20;

export class SavedScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.id = "";
    this.active = false;
    /** @private */
    this.language = "";
    /** Whether the server has answered. @private */
    this.isAsked = false;
    /** The route to which a reminder is being added. @private */
    this.adding = "";
    /** Whether the rider is being asked to confirm the removal. @private */
    this.isRemoving = false;
    /** The closures of step-free ways. @private @type {Alert[]} */
    this.closures = [];
    this.toast = new Toast();
    this.back = h("a", { class: "back", href: "/home" });
    this.heading = h("h1");
    this.body = h("div");
    this.element = h("section", { class: "screen page saved-screen" }, this.back,
      h("header", { class: "page-head" }, this.heading), this.body, this.toast.element);
    /** Whether the server had refused something before. @private */
    this.hadAside = context.saved.hasAside;
    context.saved.onChange(() => {
      // What it refuses was not changed after all.
      if (context.saved.hasAside && !this.hadAside) this.say("");
      this.hadAside = context.saved.hasAside;
      if (this.active) this.draw();
    });
  }

  /** @param {{id: string}} place */
  async show({ id }) {
    this.active = true;
    if (id !== this.id) {
      this.adding = "";
      this.isRemoving = false;
      this.toast.say("");
    }
    this.id = id;
    this.closures = this.context.sync.known?.stepFree === true ? this.closuresIn(this.context.saved.home.answer) : [];
    this.draw();
    await this.context.saved.learn().catch(() => {});
    this.isAsked = true;
    this.draw();
    await this.learnClosures();
  }

  /** Loads closures for riders who need step-free ways; if that fails, the last ones from home stay.
   * @private */
  async learnClosures() {
    const { saved, sync } = this.context;
    const { id } = this;
    const settings = sync.known ?? await sync.pull().catch(() => null);
    if (settings?.stepFree !== true) return;
    /** @type {Home|null} */
    const home = await saved.rider.request("GET", "/rider/home").catch(() => null);
    if (home === null || id !== this.id) return;
    const closures = this.closuresIn(home);
    if (JSON.stringify(closures) === JSON.stringify(this.closures)) return;
    this.closures = closures;
    if (this.active) this.draw();
  }

  /** @private
   * @param {Home} home */
  closuresIn(home) {
    return [...home.nearby, ...home.other].find(({ id }) => id === this.id)?.stepFreeAlerts ?? [];
  }

  hide() {
    this.active = false;
  }

  translate() {
    const { language } = this.context.speaker;
    // A reminder that is being entered is drawn again only in another language.
    if (language !== this.language) this.body.querySelector(".reminder-new")?.remove();
    this.draw();
  }

  /** @private
   * @param {string} text */
  say(text) {
    this.toast.say(text);
  }

  /** @private
   * @param {SavedConnection} connection */
  change(connection) {
    const { saved, speaker } = this.context;
    // Another tab removed it while its name was typed: the field reports its text as it goes.
    if (saved.find(connection.id) === null) return;
    if (!saved.replace(connection)) this.say(speaker.say("waiting.full"));
    else this.say(speaker.say("saved.changed"));
  }

  /** @private
   * @param {SavedConnection} connection
   * @param {string} id of the route
   * @param {(route: SavedRoute) => SavedRoute|null} edit null removes it */
  changeRoute(connection, id, edit) {
    const routes = connection.routes.map((route) => route.id === id ? edit(route) : route)
      .filter((route) => route !== null);
    this.change({ ...connection, routes });
  }

  /** @private */
  draw() {
    const { saved, speaker } = this.context;
    this.language = speaker.language;
    const connection = saved.find(this.id);
    this.back.replaceChildren(icon("chevron-right"), speaker.say("nav.home"));
    if (connection === null) {
      // Another device removed it while it was changed here.
      if (this.isAsked) this.say("");
      const state = !this.isAsked ? "loading" : saved.knowsConnections ? "saved.unknown" : "notKnown";
      setText(this.heading, speaker.say("saved.edit"));
      return patch(this.body, [h("p", { class: "empty" }, speaker.say(state))]);
    }
    const title = speaker.say("way.title", { from: connection.from.name, to: connection.to.name });
    setText(this.heading, connection.name ?? title);
    // A field that is being typed in is not redrawn.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && this.body.contains(activeElement) && activeElement.dataset.for === this.id) return;
    if (this.adding !== "" && this.body.querySelector(".reminder-new") !== null) return;
    patch(this.body, [
      ...(connection.name === undefined ? [] : [h("p", { class: "hint" }, title)]),
      ...(connection.vias.length === 0 ? [] : [h("p", { class: "hint" },
        `${speaker.say("search.via")} ${connection.vias.map(({ name }) => name).join("; ")}`)]),
      ...[alertList(this.closures, speaker)].filter((each) => each !== null),
      this.actions(connection),
      h("section", { class: "group" }, h("h2", {}, speaker.say("saved.about")),
        h("div", { class: "saved-part" }, this.nameField(connection, title), ...this.places(connection))),
      h("section", { class: "group" }, h("h2", { tabindex: -1, "data-key": "routes" }, speaker.say("saved.routes")),
        ...(connection.routes.length === 0 ? [h("p", { class: "hint" }, speaker.say("home.noRoute"))] : []),
        ...connection.routes.map((route) => this.route(connection, route)),
        h("p", { class: "saved-actions" }, h("a", { class: "button", href: savedSearch(connection) },
          icon("plus"), speaker.say("saved.addRoute")))),
      this.removal(connection),
    ]);
  }

  /** @private
   * @param {SavedConnection} connection */
  actions(connection) {
    const { speaker } = this.context;
    return h("div", { class: "saved-actions" },
      h("a", { class: "button", href: savedSearch(connection) }, icon("magnify"), speaker.say("saved.search")),
      h("button", { type: "button", class: "button", "data-control": "reverse", onclick: () => this.reverse(connection) },
        icon("swap-vertical"), speaker.say("saved.reverse")),
      h("button", { type: "button", class: "button", "data-control": "share", onclick: () => this.share(connection) },
        icon("share-variant"), speaker.say("way.share")));
  }

  /** @private
   * @param {SavedConnection} connection
   * @param {string} placeholder */
  nameField(connection, placeholder) {
    const { speaker } = this.context;
    const input = h("input", { id: "saved-name", type: "text", maxlength: LONGEST_NAME, placeholder,
      autocomplete: "off", "data-for": connection.id });
    input.value = connection.name ?? "";
    input.addEventListener("change", () => {
      const name = input.value.trim();
      const { name: _before, ...rest } = connection;
      input.blur();
      this.change(name === "" ? rest : { ...rest, name });
    });
    return h("div", { class: "saved-field" }, h("label", { for: "saved-name" }, speaker.say("saved.name")), input);
  }

  /** Its position among the others at home.
   * @private
   * @param {SavedConnection} connection */
  places(connection) {
    const { saved, speaker } = this.context;
    const ids = saved.connections.map(({ id }) => id);
    const at = ids.indexOf(connection.id);
    if (ids.length < 2) return [];
    const move = (/** @type {number} */ step) => {
      const others = ids.filter((id) => id !== connection.id);
      others.splice(at + step, 0, connection.id);
      if (!saved.order(others)) this.say(speaker.say("waiting.full"));
      this.focus(`[data-key="step ${step}"]:enabled`, "[data-key^=step]:enabled");
    };
    const button = (/** @type {number} */ step, /** @type {Node} */ image, /** @type {"saved.up"|"saved.down"} */ key) =>
      h("button", { type: "button", class: "button", "data-key": `step ${step}`, disabled: ids[at + step] === undefined,
        onclick: () => move(step) }, image, speaker.say(key));
    return [h("div", { class: "saved-field" },
      h("span", { class: "strong" }, speaker.say("saved.place", { n: at + 1, all: ids.length })),
      button(-1, icon("arrow-up"), "saved.up"), button(1, icon("arrow-down"), "saved.down"))];
  }

  /** @private
   * @param {SavedConnection} connection
   * @param {SavedRoute} route */
  route(connection, route) {
    const { context } = this;
    const { speaker } = context;
    const lines = route.rides.map(({ line }) => line);
    const seconds = route.rides.reduce((sum, ride) => sum + ride.seconds, 0) +
      route.changeSeconds.reduce((sum, each) => sum + each, 0);
    const edit = (/** @type {(route: SavedRoute) => SavedRoute|null} */ change) =>
      this.changeRoute(connection, route.id, change);
    const reminders = route.reminders.map((reminder) => {
      const text = reminderText(reminder, speaker);
      return h("div", { class: "reminder-row" }, icon("bell-outline"), h("span", {}, text),
        h("button", { type: "button", class: "round", "aria-label": speaker.say("saved.removeReminder", { reminder: text }),
          "data-key": `${route.id} ${text}`,
          onclick: () => {
            edit((each) => ({ ...each, reminders: each.reminders.filter((one) => one !== reminder) }));
            this.focus(`[data-key="add ${CSS.escape(route.id)}"]`);
          } },
        icon("delete-outline")));
    });
    const add = this.adding === route.id
      ? reminderForm(speaker, {
        onAdd: (reminder) => {
          this.adding = "";
          edit((each) => ({ ...each, reminders: [...each.reminders, reminder] }));
          this.focus(`[data-key="add ${CSS.escape(route.id)}"]`);
        },
        onCancel: () => this.add(""),
      })
      : h("button", { type: "button", class: "button", "data-key": `add ${route.id}`, hidden: route.reminders.length >= MAXIMUM_REMINDERS,
        onclick: () => this.add(route.id) }, icon("bell-outline"), speaker.say("saved.addReminder"));
    return h("article", { class: "saved-part" },
      h("div", { class: "saved-route-head" }, lineChain(context, { lines, modes: route.rides.map(({ mode }) => mode) }),
        h("button", { type: "button", class: "round", "aria-label": speaker.say("saved.removeRoute", { lines: lines.join(", ") }),
          title: speaker.say("saved.removeRoute", { lines: lines.join(", ") }), "data-key": `remove ${route.id}`,
          onclick: () => {
            edit(() => null);
            this.focus("[data-key=routes]");
          } }, icon("delete-outline"))),
      h("div", { class: "saved-rides" }, h("p", {}, speaker.say("saved.took", { duration: duration(seconds, speaker.locale) })),
        ...route.rides.map((ride, at) => this.ride(ride, `${route.id} ${at}`))),
      ...reminders, h("div", {}, add));
  }

  /** The stored data of a ride.
   * @private
   * @param {import("../rider/wire.js").SavedRide} ride
   * @param {string} key among all */
  ride(ride, key) {
    const { speaker } = this.context;
    const ends = h("p", {}, h("span", { class: "strong" }, `${ride.line} `),
      speaker.say("way.title", { from: ride.from.name, to: ride.to.name }));
    if (ride.passed.length === 0) return ends;
    const isOpen = this.body.querySelector(`details[open][data-key="${CSS.escape(key)}"]`) !== null;
    return h("div", {}, ends, h("details", { "data-key": key, open: isOpen },
      h("summary", {}, icon("chevron-right"), speaker.count("passed", ride.passed.length)),
      h("ol", {}, ...ride.passed.map((name) => h("li", {}, name)))));
  }

  /** @private
   * @param {string} route */
  add(route) {
    const before = this.adding;
    this.adding = route;
    this.body.querySelector(".reminder-new")?.remove();
    this.draw();
    this.focus(route === "" ? `[data-key="add ${CSS.escape(before)}"]` : ".reminder-new input");
  }

  /** Focuses the first control that is there.
   * @private
   * @param {...string} selectors */
  focus(...selectors) {
    const control = selectors.map((each) => this.body.querySelector(each)).find((each) => each !== null);
    if (control instanceof HTMLElement) control.focus();
  }

  /** @private
   * @param {SavedConnection} connection */
  removal(connection) {
    const { saved, speaker, navigate } = this.context;
    const ask = (/** @type {boolean} */ isRemoving) => {
      this.isRemoving = isRemoving;
      this.draw();
      this.focus(".removal button:last-child");
    };
    const remove = () => {
      if (!saved.remove(connection.id)) return this.say(speaker.say("waiting.full"));
      navigate("/home");
    };
    return h("section", { class: "group removal" }, h("h2", { class: "unseen" }, speaker.say("saved.removeAll")),
      ...(this.isRemoving
        ? [h("p", { class: "hint" }, speaker.say("saved.removeWhat")), h("div", { class: "saved-actions" },
          h("button", { type: "button", class: "button danger", "data-control": "remove", onclick: remove }, speaker.say("saved.removeSure")),
          h("button", { type: "button", class: "button", "data-control": "keep", onclick: () => ask(false) }, speaker.say("settings.clearNot")))]
        : [h("button", { type: "button", class: "button danger-text", "data-control": "ask", onclick: () => ask(true) },
          icon("delete-outline"), speaker.say("saved.removeAll"))]));
  }

  /** @private
   * @param {SavedConnection} connection */
  async reverse(connection) {
    const { saved, speaker, navigate } = this.context;
    const back = saved.connections.find(({ from, to }) =>
      from.stop !== undefined && from.stop === connection.to.stop && to.stop === connection.from.stop);
    try {
      const made = back ?? await saveReversed(saved, connection.id);
      navigate(savedAddress(made.id));
      this.say(speaker.say(back === undefined ? "saved.reversed" : "saved.reverseKnown"));
    } catch (error) {
      this.say(error instanceof Refusal ? savingProblem(error, this.context) : speaker.say("problem.offline"));
    }
  }

  /** @private
   * @param {SavedConnection} connection */
  async share(connection) {
    const { speaker } = this.context;
    const url = new URL(savedSearch(connection), location.origin).href;
    const title = speaker.say("way.title", { from: connection.from.name, to: connection.to.name });
    const said = await shareLink({ title, url });
    if (said === "copied") this.say(speaker.say("way.copied"));
    if (said === "none") this.say(speaker.say("labelled", { label: speaker.say("way.copy"), value: url }));
  }
}
