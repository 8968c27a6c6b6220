// The rider's settings, stored on this device.

/** @import { Context } from "../context.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { Route } from "../types.js" */
import { lineBadge, modeIcon } from "../badge.js";
import { distance } from "../format.js";
import { isLanguage, languageNames } from "../i18n.js";
import { h, icon, setText } from "../render.js";
import { installation } from "../rider/install.js";
import { ownPlacesSetting } from "../rider/own-places.js";
import { yourData } from "../rider/your-data.js";
import { MAXIMUM_VEHICLES, PACES, START_SCREENS, THEMES } from "../settings.js";
import { KEPT_MAP_KEY, browserStore } from "../store.js";
import { groupByMode } from "./lines.js";

const NEARBY_KILOMETRES = [0.5, 1, 2, 5, 10];

export class SettingsScreen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.element = h("section", { class: "screen page settings" });
    /** @private */
    this.print = "";
    /** The last result, for the line below the button. @private */
    this.note = "";
    /** What keeps the network on this device; empty where the server has no file for that. @private */
    this.keeping = h("div");
  }

  /** @param {object} _place
   * @param {AbortSignal} seen */
  async show(_place, seen) {
    /** @private */
    this.seen = seen;
    this.print = "";
    this.note = "";
    this.translate();
    const to = new URLSearchParams(location.search).get("to");
    if (to !== null) {
      // Once the screen has been opened at its top.
      await Promise.resolve();
      document.getElementById(`${to}-shown`)?.focus();
    }
    // Applies what was set on another device.
    const before = JSON.stringify(this.context.settings.values);
    await this.context.sync.pull().catch(() => {});
    if (JSON.stringify(this.context.settings.values) === before) return;
    this.print = "";
    this.translate();
  }

  hide() {}

  translate() {
    const { speaker, routes, network } = this.context;
    const print = `${speaker.language} ${routes.size} ${network?.phone?.digest} ${network?.savesNothing}`;
    if (print === this.print) return;
    this.print = print;
    this.drawKeeping();
    const link = (/** @type {string} */ href, /** @type {string} */ image, /** @type {MessageKey} */ key) =>
      h("li", {}, h("a", { class: "row", href }, icon(image),
        h("span", { class: "row-text row-title" }, speaker.say(key)), icon("chevron-right")));
    this.element.replaceChildren(
      h("header", { class: "page-head" }, h("h1", {}, speaker.say("nav.more"))),
      network?.savesNothing ? h("p", { class: "hint" }, speaker.say("saved.nowhere")) : "",
      h("div", { class: "group settings-links" }, h("ul", {},
        ...(network?.savesNothing ? [] : [
          link("/settings/notifications", "bell-outline", "notify.title"),
          link("/settings/nearby", "crosshairs-gps", "near.title"),
          link("/settings/devices", "cellphone-link", "devices.title"),
          link("/trips", "calendar-clock-outline", "trips.title")]),
        link("/diary", "notebook-outline", "settings.diary"),
        link("/list", "format-list-bulleted", "list.title"))),
      h("div", { class: "group settings-links" }, h("ul", {},
        link("/help", "help-circle-outline", "help.title"),
        link("/about", "information-outline", "about.title"))),
      this.section("settings.app", [
        this.language(), this.theme(), this.start(), this.pace(), this.nearby(), installation(this.context),
      ].filter((part) => part !== null), network?.savesNothing ? null : h("p", { class: "hint" }, speaker.say("settings.here"))),
      this.keeping,
      this.section("own.title", ownPlacesSetting(this.context)),
      this.section("settings.map", [this.vehicles(), this.predictions(), this.lines(), this.keptMap()].filter((part) => part !== null)),
      this.section("settings.data", [yourData(this.context, {
        note: this.note,
        onCleared: (...done) => this.cleared(...done),
      })]),
    );
  }

  /** @private */
  async drawKeeping() {
    const { context, seen } = this;
    if (context.network?.phone === undefined && context.pocket === null) return this.keeping.replaceChildren();
    try {
      const [pocket, { keepPart }] = await Promise.all([context.openPocket(), import("../pocket/keep-part.js")]);
      if (seen?.aborted) return;
      const isThere = pocket.offer !== null || pocket.keeper.kept !== null;
      this.keeping.replaceChildren(...(isThere ? [this.section("pocket.title", [keepPart(pocket, context, { signal: seen })])] : []));
    } catch {
      // Its code is loaded at the next visit.
    }
  }

  /** Redraws everything after something was deleted or imported.
   * @private
   * @param {string} note
   * @param {string} [focused] */
  cleared(note, focused = "clear-all") {
    this.note = note;
    this.print = "";
    this.translate();
    document.getElementById(focused)?.focus();
  }

  /** @private
   * @param {MessageKey} title
   * @param {HTMLElement[]} parts
   * @param {HTMLElement|null} [hint] about all of them */
  section(title, parts, hint = null) {
    return h("section", { class: "group" }, h("h2", {}, this.context.speaker.say(title)), hint,
      h("div", { class: "setting-list" }, ...parts));
  }

  /** A setting with a list of options.
   * @private
   * @param {string} id
   * @param {MessageKey} label
   * @param {{value: string, text: string, lang?: string}[]} options
   * @param {string} value
   * @param {(value: string) => void} choose */
  choice(id, label, options, value, choose) {
    const select = h("select", { id, onchange: () => choose(select.value) },
      ...options.map(({ value: each, text, lang }) =>
        h("option", { value: each, lang, selected: each === value }, text)));
    return h("div", { class: "setting" },
      h("label", { for: id }, this.context.speaker.say(label)), select);
  }

  /** @private */
  language() {
    const { context } = this;
    const options = [
      { value: "", text: context.speaker.say("about.automatic") },
      ...Object.entries(languageNames).map(([value, text]) => ({ value, text, lang: value })),
    ];
    const choose = async (/** @type {string} */ value) => {
      await context.setLanguage(isLanguage(value) ? value : null);
      // Messages come in the rider's language too.
      context.sync.push().catch(() => {});
      document.getElementById("language")?.focus();
    };
    return this.choice("language", "about.language", options, context.chosenLanguage ?? "", choose);
  }

  /** @private */
  theme() {
    const { settings, speaker } = this.context;
    const options = THEMES.map((value) => ({ value, text: speaker.say(`theme.${value}`) }));
    return this.choice("theme", "settings.theme", options, settings.values.theme, (value) =>
      settings.set({ theme: /** @type {import("../settings.js").Theme} */ (value) }));
  }

  /** @private */
  start() {
    const { settings, speaker } = this.context;
    const options = START_SCREENS.map((value) => ({ value, text: speaker.say(`nav.${value}`) }));
    return this.choice("start", "settings.start", options, settings.values.start, (value) =>
      settings.set({ start: /** @type {import("../settings.js").StartScreen} */ (value) }));
  }

  /** The walking pace, which all searches use.
   * @private */
  pace() {
    const { settings, speaker } = this.context;
    const options = PACES.map((value) => ({ value, text: speaker.say(`pace.${value}`) }));
    return this.choice("pace", "pace.title", options, settings.values.pace, (value) =>
      settings.set({ pace: /** @type {import("../settings.js").Pace} */ (value) }));
  }

  /** The distance within which home shows an origin first; the server decides by it.
   * @private */
  nearby() {
    const { sync, speaker } = this.context;
    const { known } = sync;
    if (known === null) return null;
    const kilometres = [...new Set([...NEARBY_KILOMETRES, known.nearbyKilometres])].sort((a, b) => a - b);
    const options = kilometres.map((each) => ({ value: String(each), text: distance(each * 1000, speaker.locale) }));
    return this.choice("nearby", "settings.nearby", options, String(known.nearbyKilometres), (value) =>
      sync.push({ nearbyKilometres: Number(value) }).catch(() => {}));
  }

  /** @private */
  vehicles() {
    const { settings, speaker } = this.context;
    const id = "vehicles-shown";
    const { vehicles } = settings.values;
    const shown = h("output", { for: id });
    const range = h("input", { id, type: "range", min: 0, max: MAXIMUM_VEHICLES, step: 1 });
    const all = h("input", { type: "checkbox", id: `${id}-all` });
    range.value = String(vehicles ?? MAXIMUM_VEHICLES);
    all.checked = vehicles === null;
    const draw = () => {
      range.disabled = all.checked;
      setText(shown, all.checked ? speaker.say("settings.all") : range.value);
    };
    range.addEventListener("input", draw);
    const keep = () => {
      draw();
      settings.set({ vehicles: all.checked ? null : Number(range.value) });
    };
    range.addEventListener("change", keep);
    all.addEventListener("change", keep);
    draw();
    return h("div", { class: "setting setting-tall" },
      h("label", { for: id }, speaker.say("settings.vehicles")), shown, range,
      h("label", { class: "check" }, all, speaker.say("settings.allVehicles")));
  }

  /** @private */
  predictions() {
    const { settings, speaker } = this.context;
    const input = h("input", { type: "checkbox", id: "predictions",
      "aria-describedby": "predictions-hint",
      onchange: () => settings.set({ predictions: input.checked }) });
    input.checked = settings.values.predictions;
    return h("div", { class: "setting setting-tall" },
      h("label", { class: "check" }, input, speaker.say("settings.predictions")),
      h("p", { class: "hint", id: "predictions-hint" }, speaker.say("settings.predictionsHint")));
  }

  /** The lines whose vehicles the map shows.
   * @private */
  lines() {
    const { settings, speaker, routes } = this.context;
    const groups = groupByMode([...routes.values()], speaker.locale);
    const count = h("span", { class: "group-count" });
    const draw = () => {
      const hidden = settings.values.hiddenRoutes.filter((id) => routes.has(id)).length;
      setText(count, speaker.say("settings.some", { shown: routes.size - hidden, all: routes.size }));
    };
    draw();
    return h("details", { class: "setting-lines" },
      h("summary", {}, icon("chevron-right"), speaker.say("settings.lines"), count),
      ...groups.map(([mode, group]) => this.linesOfMode(mode, group, draw)));
  }

  /** The controls that keep the map here, if there are streets; the sizes are asked for when it is unfolded.
   * @private */
  keptMap() {
    const { context } = this;
    // A kept map can be removed even if the server no longer has streets.
    if (context.network?.streets?.tiles === undefined && !browserStore()?.getItem(KEPT_MAP_KEY)) return null;
    const fold = h("details", { class: "setting-fold" },
      h("summary", {}, icon("chevron-right"), context.speaker.say("keep.title")));
    fold.addEventListener("toggle", async () => {
      if (!fold.open) return;
      try {
        const { keepPart } = await import("../keep/keep-part.js");
        const part = await keepPart(context);
        fold.append(part.element);
        await part.open(context.view);
      } catch {
        fold.append(h("p", { class: "hint", role: "status" }, context.speaker.say("failed")));
      }
    });
    return fold;
  }

  /** @private
   * @param {import("../types.js").Mode} mode
   * @param {Route[]} group
   * @param {() => void} draw */
  linesOfMode(mode, group, draw) {
    const { settings, speaker } = this.context;
    const checks = group.map((route) => {
      const input = h("input", { type: "checkbox" });
      input.checked = !settings.values.hiddenRoutes.includes(route.id);
      return { route, input };
    });
    const whole = h("input", { type: "checkbox" });
    const mark = () => {
      const shown = checks.filter(({ input }) => input.checked).length;
      whole.checked = shown === checks.length;
      whole.indeterminate = shown > 0 && shown < checks.length;
      draw();
    };
    const keep = () => {
      const others = settings.values.hiddenRoutes.filter((id) => !group.some((route) => route.id === id));
      const hidden = checks.filter(({ input }) => !input.checked).map(({ route }) => route.id);
      settings.set({ hiddenRoutes: [...others, ...hidden] });
      mark();
    };
    for (const { input } of checks) input.addEventListener("change", keep);
    whole.addEventListener("change", () => {
      for (const { input } of checks) input.checked = whole.checked;
      keep();
    });
    mark();
    return h("fieldset", {},
      h("legend", {}, h("label", { class: "check strong" }, whole, modeIcon(mode),
        speaker.say(`mode.${mode}`))),
      h("div", { class: "line-checks" }, ...checks.map(({ route, input }) =>
        h("label", { class: "check", title: route.longName }, input,
          lineBadge(route), h("span", { class: "unseen" }, route.shortName && route.longName)))));
  }
}
