// Tables whose rows become lists where their columns do not fit: no value is hidden beside the edge.

import { h } from "./render.js";

/** A table in a frame that follows its width. Where it is too narrow, each cell stands on a line of its own with its
 * `data-name` before it.
 * @param {HTMLTableElement} table */
export function stacking(table) {
  // Without a height, only its width changes, and stacking the rows does not begin this again.
  const width = h("div");
  const holder = h("div", { class: "table-holder" }, width, table);
  new ResizeObserver(() => {
    holder.classList.remove("stacked");
    holder.classList.toggle("stacked", holder.scrollWidth > holder.clientWidth);
  }).observe(width);
  return holder;
}
