// The results and the chosen connection: side by side on wide screens, in place of one another elsewhere.

/** @import { Context } from "../context.js" */
/** @import { DetailsView } from "./details-view.js" */
/** @import { SearchQuery } from "./query.js" */
/** @import { Alert, Way } from "./wire.js" */
import { h, icon, setText } from "../render.js";
import { searchAddress } from "./query.js";

/** The style sheet decides the same. */
const WIDE = "(min-width: 1100px)";

export class Panes {
  /** @param {Context} context
   * @param {HTMLElement} searching the form with the results
   * @param {DetailsView} details */
  constructor(context, searching, details) {
    /** @private */
    this.context = context;
    /** @private */
    this.details = details;
    /** The scroll position of the results when one was opened in their place. @private */
    this.scrolled = 0;
    /** @private */
    this.choice = h("p");
    this.element = h("section", { class: "screen page search-screen",
      onclick: (/** @type {MouseEvent} */ event) => this.follow(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.leave(event) },
      searching, details.element, h("div", { class: "choose" }, icon("routes"), this.choice));
  }

  /** Whether a connection is shown. */
  get isOpen() {
    return !this.details.element.hidden;
  }

  /** Whether both are seen. @private */
  get isBeside() {
    return this.element.classList.contains("is-beside") && matchMedia(WIDE).matches;
  }

  /** Whether the form and the results are seen. */
  get showsResults() {
    return !this.isOpen || this.isBeside;
  }

  /** Gives the details a place of their own while there are results.
   * @param {boolean} hasResults */
  divide(hasResults) {
    this.element.classList.toggle("is-beside", hasResults);
    setText(this.choice, this.context.speaker.say("search.choose"));
  }

  /** @param {SearchQuery} query with a connection
   * @param {Way|null} known
   * @param {Alert[]} alerts */
  open(query, known, alerts) {
    const scroller = this.element.parentElement;
    if (!this.isOpen) this.scrolled = scroller?.scrollTop ?? 0;
    this.element.classList.add("has-details");
    this.details.show(query, known, alerts);
    if (!this.isBeside) scroller?.scrollTo(0, 0);
    this.details.element.scrollTop = 0;
  }

  close() {
    const isReplaced = this.isOpen && !this.isBeside;
    this.element.classList.remove("has-details");
    this.details.hide();
    if (isReplaced) this.element.parentElement?.scrollTo(0, this.scrolled);
  }

  /** Side by side, a chosen connection leaves the results where they are. By keyboard the focus goes on to it.
   * @private
   * @param {MouseEvent} event */
  follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a[data-connection], a[data-pane]") : null;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!(link instanceof HTMLAnchorElement) || !isPlain || !this.isBeside) return;
    event.preventDefault();
    if (link.dataset.pane === "close") return this.toResults();
    this.context.navigate(link.pathname + link.search, { keepFocus: true });
    if (event.detail === 0 && link.dataset.connection !== undefined) this.details.heading.focus();
  }

  /** @private
   * @param {KeyboardEvent} event */
  leave(event) {
    if (event.key !== "Escape" || !this.isOpen || !this.isBeside || event.defaultPrevented) return;
    if (event.target instanceof Node && this.details.element.contains(event.target)) this.toResults();
  }

  /** Closes the connection, and leads back to its line in the results. @private */
  toResults() {
    const { query } = this.details;
    if (query === null) return;
    this.context.navigate(searchAddress({ ...query, connection: null, map: false }), { keepFocus: true });
    const row = this.element.querySelector(`.results [data-connection="${CSS.escape(query.connection ?? "")}"]`);
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  }
}
