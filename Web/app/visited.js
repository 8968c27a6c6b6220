// Where the rider was on each page of the history, and going back there: how far down, and at which control.

import { selectorOf } from "./render.js";

/** More pages than browsers go back. */
const MOST = 100;
/** What is fetched again may take so long to be as high as it was. */
const PATIENCE_MILLISECONDS = 3000;

/** @typedef {{top: number, control: string|null}} Spot `control` finds what had the focus */

export class Visited {
  /** @param {HTMLElement} main what scrolls, with all screens in it */
  constructor(main) {
    /** @private */
    this.main = main;
    /** @private @type {Map<number, Spot>} */
    this.spots = new Map();
    /** Which page of the history is seen. @private */
    this.entry = Number(history.state?.entry ?? 0);
    /** Counts what ends an attempt to scroll. @private */
    this.moves = 0;
    for (const name of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      main.addEventListener(name, () => this.moves += 1, { passive: true });
    }
  }

  /** Keeps where the rider is, before another page is shown. */
  leave() {
    this.moves += 1;
    const { activeElement } = document;
    const control = this.main.contains(activeElement) && activeElement !== this.main ? selectorOf(activeElement) : null;
    this.spots.delete(this.entry);
    this.spots.set(this.entry, { top: this.main.scrollTop, control });
    if (this.spots.size > MOST) this.spots.delete(this.spots.keys().next().value ?? 0);
  }

  /** Begins a new page of the history.
   * @param {string} address */
  begin(address) {
    this.entry += 1;
    history.pushState({ entry: this.entry }, "", address);
  }

  /** Goes to the page that the browser went back or on to.
   * @returns {Spot|null} where the rider was there; null where that is not known */
  comeTo() {
    this.entry = Number(history.state?.entry ?? 0);
    return this.spots.get(this.entry) ?? null;
  }

  /** A screen that was come to opens at its top, with its heading read out.
   * @param {HTMLElement} screen */
  open(screen) {
    this.main.scrollTop = 0;
    const heading = screen.querySelector("h1");
    if (heading === null) return this.main.focus({ preventScroll: true });
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // A heading that is drawn anew, or not seen, has it no more.
    if (document.activeElement !== heading) this.main.focus({ preventScroll: true });
  }

  /** One that was come back to is as it was left, as soon as it is as high as it was.
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
