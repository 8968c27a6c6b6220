// Pulling a page down to refresh it, as in other apps.

import { h, icon } from "../render.js";

/** The distance of a pull, and the largest distance of the indicator, in CSS pixels. */
const ENOUGH = 72;
const FURTHEST = 110;

/** Makes a page respond to pulls; without touch nothing happens, and a button does the same.
 * @param {HTMLElement} page
 * @param {() => Promise<unknown>} refresh
 * @returns {HTMLElement} the indicator, for the top of the page */
export function pullToRefresh(page, refresh) {
  const sign = h("div", { class: "pull", "aria-hidden": "true", hidden: true }, icon("refresh"));
  let from = -1;
  let drawn = 0;
  let isBusy = false;

  const show = (/** @type {number} */ pixels) => {
    sign.hidden = pixels <= 0;
    sign.style.setProperty("--drawn", String(Math.min(1, pixels / ENOUGH)));
    sign.classList.toggle("enough", pixels >= ENOUGH);
  };
  const end = async () => {
    const isEnough = drawn >= ENOUGH;
    from = -1;
    drawn = 0;
    if (!isEnough) return show(0);
    isBusy = true;
    sign.classList.add("busy");
    await refresh().catch(() => {});
    sign.classList.remove("busy");
    isBusy = false;
    show(0);
  };

  page.addEventListener("touchstart", (event) => {
    const isAtTop = (page.parentElement?.scrollTop ?? 0) <= 0;
    from = isAtTop && !isBusy && event.touches.length === 1 ? event.touches[0].clientY : -1;
    drawn = 0;
  }, { passive: true });
  page.addEventListener("touchmove", (event) => {
    if (from < 0) return;
    const way = event.touches[0].clientY - from;
    // An upward start is a scroll.
    if (way < 0) from = -1;
    drawn = Math.max(0, Math.min(FURTHEST, way * 0.6));
    show(drawn);
  }, { passive: true });
  page.addEventListener("touchend", () => from >= 0 && end());
  page.addEventListener("touchcancel", () => {
    from = -1;
    if (!isBusy) show(0);
  });
  return sign;
}
