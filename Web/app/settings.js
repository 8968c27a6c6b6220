// The rider's settings, stored on this device only.

/** @import { Store } from "./store.js" */

/** @typedef {"auto"|"light"|"dark"} Theme */
/** @typedef {"home"|"search"|"map"|"vehicles"|"lines"} StartScreen */
/** Where questions are answered while the network is kept on this device: there, or by the server.
 * @typedef {"phone"|"server"} Answering */
/** @typedef {"slow"|"normal"|"brisk"} Pace */
/** `vehicles` is the largest number of vehicles on the map; null for all.
 * @typedef {{theme: Theme, start: StartScreen, vehicles: number|null, predictions: boolean,
 *   hiddenRoutes: string[], pace: Pace, answers: Answering}} Values `pace` is how fast the rider walks */

export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
export const START_SCREENS = /** @type {const} */ (["home", "search", "map", "vehicles", "lines"]);
export const PACES = /** @type {const} */ (["slow", "normal", "brisk"]);
/** The walking speeds other than the server's default, in metres per second. @type {Record<Exclude<Pace, "normal">, number>} */
const SPEEDS = { slow: 0.9, brisk: 1.6 };
/** Speeds of other programs are rounded to a pace at these limits. */
const SLOW_BELOW = 1.05;
const BRISK_FROM = 1.45;
export const MAXIMUM_VEHICLES = 30;
const KEY = "takt.settings";
/** More hidden lines are not stored; a network with so many lines shows few of them anyway. */
const MAXIMUM_HIDDEN = 2000;

/** @type {Readonly<Values>} */
export const DEFAULTS = Object.freeze({
  theme: "auto",
  start: "home",
  vehicles: 15,
  predictions: true,
  hiddenRoutes: [],
  pace: "normal",
  answers: "phone",
});

/** The stored settings, with defaults for invalid values.
 * @param {unknown} kept
 * @returns {Values} */
export function checkedSettings(kept) {
  const { theme, start, vehicles, predictions, hiddenRoutes, pace, answers } = /** @type {Record<string, any>} */ (
    typeof kept === "object" && kept !== null ? kept : {}
  );
  const isCount = Number.isInteger(vehicles) && vehicles >= 0 && vehicles <= MAXIMUM_VEHICLES;
  return {
    theme: THEMES.includes(theme) ? theme : DEFAULTS.theme,
    start: START_SCREENS.includes(start) ? start : DEFAULTS.start,
    vehicles: vehicles === null || isCount ? vehicles : DEFAULTS.vehicles,
    predictions: typeof predictions === "boolean" ? predictions : DEFAULTS.predictions,
    hiddenRoutes: Array.isArray(hiddenRoutes)
      ? hiddenRoutes.filter((each) => typeof each === "string").slice(0, MAXIMUM_HIDDEN)
      : [],
    pace: PACES.includes(pace) ? pace : DEFAULTS.pace,
    answers: answers === "server" ? answers : DEFAULTS.answers,
  };
}

export class Settings {
  /** @param {Store|null} store null without storage: settings then last until the page is
   *   closed */
  constructor(store) {
    /** @private */
    this.store = store;
    /** @private @type {Set<() => void>} */
    this.listeners = new Set();
    /** Whether some of them could not be stored, so that what is stored is older. @private */
    this.isFleeting = false;
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

  /** Changes some settings.
   * @param {Partial<Values>} change */
  set(change) {
    // Another tab may have changed other settings.
    this.values = checkedSettings({ ...this.values, ...(this.isFleeting ? {} : this.kept()), ...change });
    try {
      this.store?.setItem(KEY, JSON.stringify(this.values));
      this.isFleeting = false;
    } catch {
      // Without storage they last until the page is closed.
      this.isFleeting = true;
    }
    for (const listener of this.listeners) listener();
  }

  /** @param {() => void} listener
   * @param {AbortSignal} [signal] ends it */
  onChange(listener, signal) {
    this.listeners.add(listener);
    signal?.addEventListener("abort", () => this.listeners.delete(listener));
  }

  /** Reads the settings again, after the storage was cleared. */
  reload() {
    this.isFleeting = false;
    this.values = checkedSettings(this.kept());
    for (const listener of this.listeners) listener();
  }
}

const THEME_COLOURS = { light: "#f6f5f2", dark: "#15171a" };

/** Whether the page is dark now, by the rider's choice or the system's.
 * @param {Theme} theme */
export function isDark(theme) {
  return theme === "dark" ||
    theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches;
}

/** Applies the theme to the page and to the browser's bars around it.
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

/** The walking speed in metres per second; null for the server's default.
 * @param {Pace} pace */
export function speedOf(pace) {
  return pace === "normal" ? null : SPEEDS[pace];
}

/** The pace of a walking speed that another program may have chosen.
 * @param {number|null} speed in metres per second; null for the server's default
 * @returns {Pace} */
export function paceOf(speed) {
  return speed === null || speed >= SLOW_BELOW && speed < BRISK_FROM ? "normal" : speed < BRISK_FROM ? "slow" : "brisk";
}
