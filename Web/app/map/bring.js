// Moves the map so that a place is in the part that the card leaves free.

/** @typedef {{centre: [number, number], zoom: number, duration: number, onlyIfHidden: boolean}}
 *   Bringing `centre` is longitude and latitude, `duration` in milliseconds */

/** Closer to an edge than this a place counts as hidden. */
const EDGE_PIXELS = 40;

/** @param {any} map MapLibre's
 * @param {HTMLElement} card the sheet below or the card beside; it may be hidden
 * @param {Bringing} wish */
export function bringIntoView(map, card, wish) {
  const area = map.getContainer().getBoundingClientRect();
  const cover = card.getBoundingClientRect();
  const isSheet = cover.width > area.width * 0.8;
  const free = isSheet ? Math.max(120, cover.top - area.top) : area.height;
  const start = isSheet || card.hidden ? 0 : Math.max(0, cover.right - area.left);
  if (wish.onlyIfHidden) {
    const { x, y } = map.project(wish.centre);
    const isFree = y < free - EDGE_PIXELS && y > EDGE_PIXELS && x < area.width - EDGE_PIXELS &&
      x > start + EDGE_PIXELS;
    if (isFree) return;
  }
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  map.easeTo({
    center: wish.centre,
    zoom: wish.zoom,
    offset: [start / 2, isSheet ? (free - area.height) / 2 : 0],
    duration: calm ? 0 : wish.duration,
  });
}
