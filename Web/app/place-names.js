// Stop names without the town: "Seewil, Theater" is "Theater" among stops of Seewil.

/** The town at the beginning of a stop's name; null if there is none.
 * @param {string} name */
export function townOf(name) {
  const end = name.indexOf(", ");
  return end > 0 ? name.slice(0, end) : null;
}

/** The town that a board leaves out of the names on it: a main station is called as its town, "Seewil".
 * @param {string} name of the board's stop */
export function townAround(name) {
  return townOf(name) ?? name;
}

/** @param {string} name
 * @param {string|null} town null leaves the name as it is */
export function withoutTown(name, town) {
  if (town === null || !name.startsWith(`${town}, `)) return name;
  const rest = name.slice(town.length + 2).trim();
  return rest === "" ? name : rest;
}

/** The town that all names share.
 * @param {readonly string[]} names
 * @returns {string|null} null where they differ, or one has none */
export function sharedTown(names) {
  const town = names.length === 0 ? null : townOf(names[0]);
  return names.every((name) => townOf(name) === town) ? town : null;
}
