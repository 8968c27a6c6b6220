// Finding a stop or an address on the map: fetched when it is first asked for.

/** @import { Context } from "../context.js" */
/** @import { MapScreen } from "../screens/map.js" */
import { h, icon, loadStyle, sibling } from "../render.js";
import { NearbyStops } from "../search/nearby.js";
import { PlaceField } from "../search/place-field.js";
import { RecentPlaces } from "../search/places.js";
import { coordinateOf } from "../search/query.js";
import { browserStore } from "../store.js";

/** @typedef {{onStop: (id: string) => void, onPlace: (place: {latitude: number, longitude: number, name: string}) => void,
 *   onClose: () => void}} FinderActions */

/** Has the rider look for a place; what the field says and looks like is fetched with it.
 * @param {MapScreen} screen */
export async function openFinder(screen) {
  const { context } = screen;
  await Promise.all([context.learn(["home", "pages", "riders", "streets"]), loadStyle(sibling("../journeys.css", import.meta.url))]);
  if (!screen.active) return;
  screen.finder ??= new Finder(context, {
    onStop: (id) => screen.choose(null, id, { bring: true }),
    onPlace: (place) => {
      const { latitude, longitude } = place;
      screen.map?.easeTo({ center: [longitude, latitude], zoom: 15, duration: 500 });
      if (context.network?.streets !== undefined) import("../search/here.js").then(({ showFound }) => showFound(screen, place)).catch(() => {});
    },
    onClose: () => screen.active && screen.map?.getCanvas().focus({ preventScroll: true }),
  });
  if (!screen.finder.element.isConnected) screen.element.append(screen.finder.element);
  screen.finder.open();
}

export class Finder {
  /** @param {Context} context
   * @param {FinderActions} actions */
  constructor(context, actions) {
    this.context = context;
    /** @private */
    this.actions = actions;
    /** @private */
    this.field = new PlaceField(context, {
      label: "map.find", recent: new RecentPlaces(browserStore()), nearby: new NearbyStops(), onChosen: () => this.chosen(),
    });
    /** @private */
    this.closing = h("button", { type: "button", class: "round card-close", onclick: () => this.close() }, icon("close"));
    this.element = h("div", { class: "finder", role: "search", hidden: true }, this.field.element, this.closing);
    this.element.addEventListener("keydown", (event) => {
      // The list closes first.
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      this.close();
    });
  }

  open() {
    this.field.translate();
    const label = this.context.speaker.say("close");
    this.closing.setAttribute("aria-label", label);
    this.element.hidden = false;
    this.field.set({ value: "", name: "", modes: [] });
    this.field.input.focus();
  }

  close() {
    if (this.element.hidden) return;
    this.element.hidden = true;
    this.actions.onClose();
  }

  /** @private */
  chosen() {
    const { value, name } = this.field;
    if (value === "" || value === name) return;
    const place = coordinateOf(value);
    this.close();
    if (place === null) this.actions.onStop(value);
    else this.actions.onPlace({ ...place, name });
  }
}
