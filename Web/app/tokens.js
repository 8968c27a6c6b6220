// The tokens of app.css for what is painted on a canvas.

/** The colour of a token in the present theme, as canvas and map understand it.
 * @param {string} name without its dashes, such as "accent" */
export function tokenColour(name) {
  const root = document.documentElement;
  const before = root.style.outlineColor;
  // A token's own value may have one half for each theme; the colour of something has one.
  root.style.outlineColor = `var(--${name})`;
  const colour = getComputedStyle(root).outlineColor;
  root.style.outlineColor = before;
  return colour;
}
