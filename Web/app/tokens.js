// The tokens of app.css for what is painted on a canvas.

/** The colour of a token in the present theme, as canvas and map understand it.
 * @param {string} name without its dashes, such as "accent" */
export function tokenColour(name) {
  const probe = document.createElement("span");
  // A token's own value may have one half for each theme; the colour of something has one. Where a system paints in
  // few colours of its own, a canvas still has its background.
  probe.style.cssText = `display: none; forced-color-adjust: none; color: var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
