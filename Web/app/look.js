// How the operator presents the app: the server writes it into the page (settings `look.…`).

/** @param {string} name of a meta element */
function written(name) {
  return globalThis.document?.querySelector(`meta[name="${name}"]`)?.getAttribute("content") ?? null;
}

export const APP_NAME = written("application-name") ?? "Takt";
/** Addresses of the operator's pages; null if there are none. */
export const IMPRINT = written("takt-imprint");
export const PRIVACY = written("takt-privacy");

/** @param {string} [title] of the screen */
export function pageTitle(title = "") {
  return title === "" ? APP_NAME : `${title} · ${APP_NAME}`;
}
