// The ring round the chosen stop.

import { h } from "../render.js";

export class StopRing {
  constructor() {
    /** @private @type {{remove: () => void}|null} */
    this.marker = null;
  }

  /** @param {any} map MapLibre's
   * @param {any} library MapLibre's namespace
   * @param {{longitude: number, latitude: number}} stop */
  put(map, library, stop) {
    this.remove();
    const element = h("div", { class: "stop-ring", "aria-hidden": "true" });
    this.marker = new library.Marker({ element })
      .setLngLat([stop.longitude, stop.latitude]).addTo(map);
  }

  remove() {
    this.marker?.remove();
    this.marker = null;
  }
}
