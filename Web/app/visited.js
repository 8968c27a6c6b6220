// Remembers the scroll position and focused control of each page in the history, and restores them.

import { selectorOf } from "./render.js";

/** More pages than riders go back. */
const MOST = 100;
/** How long a page may take to reach its former height. */
const PATIENCE_MILLISECONDS = 3000;

/** @typedef {{top: number, control: string|null}} Spot `control` is a selector of the focused control */

export class Visited {
  /** @param {HTMLElement} main what scrolls, with all screens in it */
  constructor(main) {
    /** @private */
    this.main = main;
    /** @private @type {Map<number, Spot>} */
    this.spots = new Map();
    /** The current page of the history. @private */
    this.entry = Number(history.state?.entry ?? 0);
    /** Counts events that end an attempt to scroll. @private */
    this.moves = 0;
    for (const name of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      main.addEventListener(name, () => this.moves += 1, { passive: true });
    }
  }

  /** Stores the position before another page is shown. */
  leave() {
    this.moves += 1;
    const { activeElement } = document;
    const control = this.main.contains(activeElement) && activeElement !== this.main ? selectorOf(activeElement) : null;
    this.spots.delete(this.entry);
    this.spots.set(this.entry, { top: this.main.scrollTop, control });
    if (this.spots.size > MOST) this.spots.delete(this.spots.keys().next().value ?? 0);
  }

  /** Starts a new page of the history.
   * @param {string} address */
  begin(address) {
    this.entry += 1;
    history.pushState({ entry: this.entry }, "", address);
  }

  /** Moves to the page to which the browser went back or forward.
   * @returns {Spot|null} the position there; null if unknown */
  comeTo() {
    this.entry = Number(history.state?.entry ?? 0);
    return this.spots.get(this.entry) ?? null;
  }

  /** Opens a new screen at its top, with its heading announced.
   * @param {HTMLElement} screen */
  open(screen) {
    this.main.scrollTop = 0;
    // The one of the results is hidden while a connection takes their place.
    const heading = [...screen.querySelectorAll("h1")].find((each) => each.checkVisibility());
    if (heading === undefined) return this.main.focus({ preventScroll: true });
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // A heading that was redrawn or is hidden loses the focus.
    if (document.activeElement !== heading) this.main.focus({ preventScroll: true });
  }

  /** Restores the position of a screen as soon as it has its former height.
   * @param {HTMLElement} screen
   * @param {Spot} spot */
  restore(screen, { top, control }) {
    this.moves += 1;
    const { moves, main } = this;
    const until = performance.now() + PATIENCE_MILLISECONDS;
    let isFocused = false;
    const step = () => {
      if (this.moves !== moves) return;
      const found = isFocused || control === null ? null : screen.querySelector(control);
      if (found instanceof HTMLElement) found.focus({ preventScroll: true });
      isFocused ||= found !== null && document.activeElement === found;
      main.scrollTop = top;
      const isThere = Math.abs(main.scrollTop - top) <= 1 && (isFocused || control === null);
      if (!isThere && performance.now() < until) requestAnimationFrame(step);
    };
    main.focus({ preventScroll: true });
    step();
  }
}
