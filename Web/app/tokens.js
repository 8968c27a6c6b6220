// Reads the colour tokens of app.css for drawing on a canvas.

/** The colour of a token in the current theme, in a form for canvas and map.
 * @param {string} name without its dashes, such as "accent" */
export function tokenColour(name) {
  const probe = document.createElement("span");
  // A token's own value may have one half for each theme; a computed colour has one. With forced colours, a canvas
  // still has its own background.
  probe.style.cssText = `display: none; forced-color-adjust: none; color: var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
