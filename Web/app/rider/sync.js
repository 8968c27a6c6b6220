// Synchronises settings with the server, for riders who have data there, across their devices.

/** @import { Settings, Values } from "../settings.js" */
/** @import { Store } from "../store.js" */
/** @import { Route } from "../types.js" */
/** @import { Saved } from "./saved.js" */
/** @import { SavedPlace } from "./wire.js" */
import { paceOf, speedOf } from "../settings.js";
import { RIDER_SETTINGS_KEY as KEY } from "../store.js";

/** The server's settings; members unknown to the app are sent back unchanged.
 * @typedef {{language: string, notifies: boolean, stepFree: boolean,
 *   alerts: {thresholdMinutes: number, leadMinutes: number}, quietFrom: number|null,
 *   quietUntil: number|null, mapVehicles: number|null, showsPredictions: boolean,
 *   visibleRoutes: string[]|null, vehicleRadiusMetres: number, nearbyRoutes: string[],
 *   nearbyMinutes: number|null, nearbyPlaces: SavedPlace[], nearbyKilometres: number,
 *   walkingSpeed?: number|null}} RiderSettings `walkingSpeed` is in metres per second, null for the network's; earlier
 *   servers have none */

/** The server's defaults. @type {Readonly<RiderSettings>} */
export const DEFAULT_RIDER_SETTINGS = Object.freeze({
  language: "en", notifies: false, stepFree: false, alerts: { thresholdMinutes: 2, leadMinutes: 30 }, quietFrom: null,
  quietUntil: null, mapVehicles: 15, showsPredictions: true, visibleRoutes: null,
  vehicleRadiusMetres: 100, nearbyRoutes: [], nearbyMinutes: null, nearbyPlaces: [], nearbyKilometres: 2,
  walkingSpeed: null,
});

/** The server stores no more lines; beyond this the choice stays on this device. */
const MAXIMUM_ROUTES = 500;
const PATH = "/rider/settings";

/** Converts the app's settings to the server's.
 * @param {Values} values
 * @param {Map<string, Route>} routes
 * @returns {Partial<RiderSettings>} */
export function toServer({ vehicles, predictions, hiddenRoutes, pace }, routes) {
  const hidden = new Set(hiddenRoutes);
  const visible = [...routes.keys()].filter((id) => !hidden.has(id));
  const isAll = visible.length === routes.size;
  /** @type {Partial<RiderSettings>} */
  const common = { mapVehicles: vehicles, showsPredictions: predictions, walkingSpeed: speedOf(pace) };
  if (!isAll && visible.length > MAXIMUM_ROUTES) return common;
  return { ...common, visibleRoutes: isAll ? null : visible };
}

/** Converts the server's settings to the app's.
 * @param {RiderSettings} settings
 * @param {Map<string, Route>} routes
 * @returns {Partial<Values>} */
export function fromServer({ mapVehicles, showsPredictions, visibleRoutes, walkingSpeed }, routes) {
  /** @type {Partial<Values>} */
  const values = {
    vehicles: mapVehicles, predictions: showsPredictions,
    ...(walkingSpeed === undefined ? {} : { pace: paceOf(walkingSpeed) }),
  };
  if (visibleRoutes === null) return { ...values, hiddenRoutes: [] };
  const visible = new Set(visibleRoutes);
  return { ...values, hiddenRoutes: [...routes.keys()].filter((id) => !visible.has(id)) };
}

export class SettingsSync {
  /** @param {{settings: Settings, saved: Saved, routes: () => Map<string, Route>,
   *   language: () => string, store: Store|null}} world */
  constructor(world) {
    /** @private */
    this.world = world;
    /** @private */
    this.isTaking = false;
    world.settings.onChange(() => {
      if (!this.isTaking && world.saved.rider.token !== null) this.push().catch(() => {});
    });
  }

  /** The last settings from the server; null before the first answer.
   * @returns {RiderSettings|null} */
  get known() {
    try {
      return JSON.parse(this.world.store?.getItem(KEY) ?? "null");
    } catch {
      return null;
    }
  }

  /** @private
   * @param {RiderSettings} known */
  keep(known) {
    try {
      this.world.store?.setItem(KEY, JSON.stringify(known));
    } catch {
      // Without storage the server is asked before each change.
    }
  }

  /** Loads the settings and applies them; does nothing for riders without data on the server.
   * @returns {Promise<RiderSettings|null>} */
  async pull() {
    const { saved, settings, routes } = this.world;
    if (saved.rider.token === null) return null;
    await saved.queue.flush();
    const before = this.known;
    const known = /** @type {RiderSettings} */ (await saved.rider.request("GET", PATH));
    this.keep(known);
    const values = fromServer(known, routes());
    // A pace that was chosen before servers knew of it is sent, not overwritten.
    const isOlder = before !== null && before.walkingSpeed === undefined && known.walkingSpeed === null;
    if (isOlder) delete values.pace;
    this.isTaking = true;
    settings.set(values);
    this.isTaking = false;
    if (isOlder && settings.values.pace !== "normal") await this.push();
    return this.known ?? known;
  }

  /** Sends this device's settings; without an answer they wait in the queue.
   * @param {Partial<RiderSettings>} [change] of settings that only the server has */
  async push(change = {}) {
    const { saved, settings, routes, language } = this.world;
    if (saved.rider.token === null) return;
    const known = this.known ?? /** @type {RiderSettings} */ (await saved.rider.request("GET", PATH));
    const all = { ...known, language: language(), ...toServer(settings.values, routes()), ...change };
    this.keep(all);
    // Another device may have changed the others since; an older server takes them all.
    const changed = Object.entries(all).flatMap(([key, value]) =>
      JSON.stringify(value) === JSON.stringify(known[/** @type {keyof RiderSettings} */ (key)]) ? [] : [key]);
    if (changed.length > 0) saved.queue.add({ method: "PUT", path: PATH, body: { ...all, changed } });
    await saved.queue.flush();
  }
}
