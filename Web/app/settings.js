// What the rider has set. It is kept on this device and nowhere else.

/** @import { Store } from "./store.js" */

/** @typedef {"auto"|"light"|"dark"} Theme */
/** @typedef {"home"|"search"|"map"|"vehicles"|"lines"} StartScreen */
/** Where questions are answered while the network is kept on this device: there, or by the server.
 * @typedef {"phone"|"server"} Answering */
/** How many vehicles the map shows at most; null is all of them.
 * @typedef {{theme: Theme, start: StartScreen, vehicles: number|null, predictions: boolean,
 *   hiddenRoutes: string[], answers: Answering}} Values */

export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
export const START_SCREENS = /** @type {const} */ (["home", "search", "map", "vehicles", "lines"]);
export const MOST_VEHICLES = 30;
const KEY = "takt.settings";
/** More hidden lines are not kept: a network with so many shows few of them anyway. */
const MOST_HIDDEN = 2000;

/** @type {Readonly<Values>} */
export const DEFAULTS = Object.freeze({
  theme: "auto",
  start: "home",
  vehicles: 15,
  predictions: true,
  hiddenRoutes: [],
  answers: "phone",
});

/** What was kept, with the default for everything that makes no sense.
 * @param {unknown} kept
 * @returns {Values} */
export function checkedSettings(kept) {
  const { theme, start, vehicles, predictions, hiddenRoutes, answers } = /** @type {Record<string, any>} */ (
    typeof kept === "object" && kept !== null ? kept : {}
  );
  const isCount = Number.isInteger(vehicles) && vehicles >= 0 && vehicles <= MOST_VEHICLES;
  return {
    theme: THEMES.includes(theme) ? theme : DEFAULTS.theme,
    start: START_SCREENS.includes(start) ? start : DEFAULTS.start,
    vehicles: vehicles === null || isCount ? vehicles : DEFAULTS.vehicles,
    predictions: typeof predictions === "boolean" ? predictions : DEFAULTS.predictions,
    hiddenRoutes: Array.isArray(hiddenRoutes)
      ? hiddenRoutes.filter((each) => typeof each === "string").slice(0, MOST_HIDDEN)
      : [],
    answers: answers === "server" ? answers : DEFAULTS.answers,
  };
}

export class Settings {
  /** @param {Store|null} store null where nothing can be kept: settings then last until the page is
   *   left */
  constructor(store) {
    /** @private */
    this.store = store;
    /** @private @type {Set<() => void>} */
    this.listeners = new Set();
    this.values = checkedSettings(this.kept());
  }

  /** @private
   * @returns {object} */
  kept() {
    try {
      return JSON.parse(this.store?.getItem(KEY) ?? "{}");
    } catch {
      return {};
    }
  }

  /** Changes some of them.
   * @param {Partial<Values>} change */
  set(change) {
    // Another tab may have set something else.
    this.values = checkedSettings({ ...this.values, ...this.kept(), ...change });
    try {
      this.store?.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // Without storage they last until the page is left.
    }
    for (const listener of this.listeners) listener();
  }

  /** @param {() => void} listener
   * @param {AbortSignal} [signal] ends it */
  onChange(listener, signal) {
    this.listeners.add(listener);
    signal?.addEventListener("abort", () => this.listeners.delete(listener));
  }

  /** Reads again, after what was kept was cleared. */
  reload() {
    this.values = checkedSettings(this.kept());
    for (const listener of this.listeners) listener();
  }
}

const THEME_COLOURS = { light: "#f6f5f2", dark: "#15171a" };

/** Whether the page is dark now, by the rider's choice or else the system's.
 * @param {Theme} theme */
export function isDark(theme) {
  return theme === "dark" ||
    theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Dresses the page, and the bars that the browser draws around it.
 * @param {Theme} theme */
export function applyTheme(theme) {
  const root = document.documentElement;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
    const own = /** @type {HTMLMetaElement} */ (meta).media.includes("dark") ? "dark" : "light";
    meta.setAttribute("content", THEME_COLOURS[theme === "auto" ? own : theme]);
  }
}
