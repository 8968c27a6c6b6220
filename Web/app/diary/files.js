// The diary without a server: files of the person's own, read on this device.

/** @import { DiaryScreen } from "../screens/diary.js" */
/** @import { MessageKey } from "../i18n.js" */
/** @import { ReadFile } from "./file-days.js" */
/** @import { DiaryDay, DiaryDays } from "./wire.js" */
import { distance, duration, weekDay, wholeNumber } from "../format.js";
import { canDrawMaps } from "../map/library.js";
import { WayMap } from "../map/way-map.js";
import { h, icon, setText } from "../render.js";
import { tokenColour } from "../tokens.js";
import { dayNav, daySums } from "./day-head.js";
import { dayItem, diaryIcon } from "./day-items.js";
import { dayFeatures } from "./day-map.js";
import { KINDS, hand } from "./exports.js";
import { FileDays, browserFiles } from "./file-days.js";
import { fileLine } from "./file-words.js";

const ADDRESS = "/diary/files";
const dayAddress = (/** @type {string} */ date) => `${ADDRESS}?day=${date}`;

export class FilesPanel {
  /** @param {DiaryScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.files = new FileDays(browserFiles(screen.context));
    /** What became of each file; empty before there was one. @private @type {ReadFile[]} */
    this.read = [];
    /** @private @type {DiaryDays|null} */
    this.days = null;
    /** The day that the address names. @private @type {string|null} */
    this.date = null;
    /** @private @type {MessageKey|""} */
    this.problem = "";
    /** The reading of files under way; null if there is none. @private @type {object|null} */
    this.run = null;
    this.map = new WayMap(screen.context, { isBare: true });
    this.bar = h("progress", { max: 1, value: 0 });
    this.said = h("p", { class: "hint", role: "status" });
    this.input = h("input", { type: "file", multiple: true, hidden: true, id: "diary-files",
      accept: ".json,.geojson,.gpx,.rec,.csv,application/json,application/gpx+xml,text/csv" });
    this.input.addEventListener("change", () => {
      const chosen = [...this.input.files ?? []];
      // Resetting the field allows the same file to be chosen again.
      this.input.value = "";
      this.take(chosen);
    });
    this.body = h("div", { class: "diary-panel" });
    this.element = h("div", { class: "diary-panel files" }, this.input, this.body);
    this.acceptDrops();
  }

  /** @param {{date: string|null}} place */
  async show({ date }) {
    this.date = date;
    this.draw();
    if (this.days !== null || this.run !== null) return;
    // Everything is fetched now: with a file nothing is.
    const map = canDrawMaps() ? this.map.fetch().catch(() => {}) : null;
    const before = this.problem;
    try {
      await Promise.all([this.files.ready(), map]);
      if (this.problem === "files.missing") this.problem = "";
    } catch {
      this.problem = "files.missing";
    }
    // Otherwise the focus stays where it is.
    if (this.problem !== before) this.draw();
  }

  hide() {}

  /** @private */
  acceptDrops() {
    const mark = (/** @type {boolean} */ isOver) => this.element.classList.toggle("is-over", isOver);
    this.element.addEventListener("dragover", (event) => {
      event.preventDefault();
      mark(true);
    });
    this.element.addEventListener("dragleave", () => mark(false));
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      mark(false);
      this.take([...event.dataTransfer?.files ?? []]);
    });
  }

  /** Reads files in place of those before.
   * @param {File[]} files */
  async take(files) {
    if (files.length === 0 || this.run !== null) return;
    const { speaker, navigate } = this.screen.context;
    const run = {};
    this.clear(run);
    document.getElementById("files-cancel")?.focus();
    try {
      const read = await this.files.read(files, (what, share, name) => {
        this.bar.value = share;
        setText(this.said, speaker.say(`files.${what}`, { name }));
      });
      const days = JSON.parse(await this.files.answer("days"));
      if (this.run !== run) return;
      this.read = read;
      this.days = days.days.length === 0 ? null : days;
      if (this.days === null && read.some((each) => "report" in each)) this.problem = "files.none";
    } catch {
      // Somebody ended it.
      if (this.run !== run) return;
      this.files.close();
      this.problem = "files.failed";
    }
    this.run = null;
    navigate(ADDRESS, { replace: true, keepFocus: true });
    this.draw();
    /** @type {HTMLElement|null} */ (this.body.querySelector("h2, .problem"))?.focus();
  }

  /** Forgets the files, also while they are being read.
   * @private */
  forget() {
    this.files.close();
    this.clear(null);
    this.screen.context.navigate(ADDRESS, { replace: true, keepFocus: true });
    document.getElementById("files-choose")?.focus();
    this.files.ready().catch(() => {});
  }

  /** @private
   * @param {object|null} run what is under way from now on */
  clear(run) {
    Object.assign(this, { run, read: [], days: null, problem: "", date: null });
    this.draw();
  }

  draw() {
    setText(this.said, "");
    if (this.run !== null) this.body.replaceChildren(this.progress());
    else if (this.days === null) this.body.replaceChildren(this.entrance());
    else if (this.date === null) this.body.replaceChildren(...this.overview(this.days));
    else this.drawDay(this.days, this.date);
  }

  /** @private */
  progress() {
    const { speaker } = this.screen.context;
    this.bar.value = 0;
    this.bar.setAttribute("aria-label", speaker.say("files.progress"));
    return h("section", { class: "device-part" }, this.bar, this.said,
      h("button", { type: "button", class: "button", id: "files-cancel", onclick: () => this.forget() },
        icon("close"), speaker.say("files.cancel")));
  }

  /** @private */
  entrance() {
    const { speaker } = this.screen.context;
    return h("section", { class: "device-part drop" },
      h("h2", { tabindex: "-1" }, speaker.say("files.title")),
      h("p", {}, speaker.say("files.lead")),
      h("div", { class: "card-actions" }, this.chooser("primary"), h("span", { class: "hint drop-hint" }, speaker.say("files.drop"))),
      this.problem === "" ? null : h("p", { class: "problem", role: "alert", tabindex: "-1" }, speaker.say(this.problem)),
      this.reports(),
      h("p", { class: "hint" }, speaker.say("files.formats")),
      h("p", { class: "hint" }, speaker.say("files.private")));
  }

  /** @private
   * @param {"primary"|""} look */
  chooser(look) {
    const { speaker } = this.screen.context;
    return h("button", { type: "button", class: `button ${look}`, id: "files-choose", onclick: () => this.input.click(),
      disabled: this.problem === "files.missing" }, icon("plus"), speaker.say("files.choose"));
  }

  /** What became of each file.
   * @private */
  reports() {
    const { speaker } = this.screen.context;
    if (this.read.length === 0) return null;
    return h("ul", { class: "file-reports" }, ...this.read.map((each) => {
      const line = fileLine(each, speaker);
      return h("li", { class: line.isProblem ? "problem" : "" }, h("span", {}, line.text),
        line.leftOut === "" ? null : h("span", { class: "hint" }, line.leftOut));
    }));
  }

  /** @private
   * @param {DiaryDays} days */
  overview({ days }) {
    const { speaker } = this.screen.context;
    const button = (/** @type {string} */ name, /** @type {string} */ kind) => h("button", { type: "button", class: "button",
      "data-export": kind, onclick: async () => hand(new Blob([await this.files.answer(kind)]), `diary.${kind}`) },
      icon("download"), name);
    return [
      h("section", { class: "device-part" },
        h("h2", { tabindex: "-1" }, speaker.say("files.days", { n: wholeNumber(days.length, speaker.locale) })),
        this.reports(),
        h("p", { class: "hint" }, speaker.say(this.files.hasLines ? "files.lines" : "files.noLines")),
        h("div", { class: "card-actions" }, ...KINDS.map(([name, kind]) => button(name, kind))),
        h("div", { class: "card-actions" }, this.chooser(""),
          h("button", { type: "button", class: "button", id: "files-forget", onclick: () => this.forget() },
            icon("delete-outline"), speaker.say("files.forget")))),
      h("ol", { class: "file-days" }, ...days.map((day) => h("li", {}, h("a", { href: dayAddress(day.date) },
        h("span", { class: "strong" }, weekDay(day.date, speaker.locale)),
        h("span", { class: "file-modes" }, ...(day.modes ?? []).map(({ mode }) => diaryIcon(mode))),
        h("span", { class: "hint" }, day.trips === 0 ? speaker.say("files.noTrip")
          : `${distance(day.distanceMetres, speaker.locale)} · ${duration(day.travelSeconds, speaker.locale)}`))))),
    ];
  }

  /** @private
   * @param {DiaryDays} days
   * @param {string} date */
  async drawDay({ days }, date) {
    const { speaker } = this.screen.context;
    /** @type {DiaryDay} */
    const day = JSON.parse(await this.files.answer(date));
    if (this.date !== date) return;
    const side = h("div", { class: "day-map" }, this.map.holder, this.streets());
    this.body.replaceChildren(
      h("p", {}, h("a", { class: "back", href: ADDRESS }, icon("chevron-right"), speaker.say("files.all"))),
      h("div", { class: "day-head" },
        dayNav(date, { days: days.map((each) => each.date), speaker, address: dayAddress }),
        h("p", { class: "hint day-sum" }, daySums(day, speaker))),
      h("div", { class: "day-parts" }, side, h("div", { class: "day-list" }, day.items.length === 0
        ? h("p", { class: "empty" }, speaker.say("diary.emptyDay"))
        : h("ol", { class: "day-items" }, ...day.items.map((item, at) =>
          dayItem(item, { day, at, speaker, correct: null, point: (id) => this.map.point(id) }))))));
    side.hidden = day.items.length === 0 || !canDrawMaps();
    if (side.hidden) return;
    side.hidden = !await this.map.show(dayFeatures(day.items, tokenColour), speaker.say("diary.map")).catch(() => false);
  }

  /** The switch to a map with streets, which the server is asked for.
   * @private */
  streets() {
    const { speaker } = this.screen.context;
    if (!this.map.isBare) return null;
    const button = h("button", { type: "button", class: "button", id: "files-streets", onclick: () => {
      this.map.dress();
      part.remove();
    } }, icon("map-outline"), speaker.say("files.streets"));
    const part = h("div", { class: "file-streets" }, button, h("p", { class: "hint" }, speaker.say("files.streetsHow")));
    return part;
  }
}
