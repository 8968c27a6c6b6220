// Exports, imports and deletes the rider's data.

/** @import { Context } from "../context.js" */
/** @import { Saved } from "./saved.js" */
import { Refusal } from "../ask.js";
import { h, icon, setText } from "../render.js";
import { browserStore } from "../store.js";
import { whileDisabled } from "../working.js";
import { asideCopy, keepAside, namesIn, presentCopy } from "./aside.js";
import { askedTwice } from "./asked-twice.js";
import { keptStops } from "./kept-stops.js";
import { savingProblem } from "./saving-problem.js";
import { presentSubscription } from "./push.js";
import { WrongFile, readCopy, removedIn, restore, restoreAside, restoredText } from "./restore.js";

/** Downloads a text as a file.
 * @param {string} text
 * @param {string} name */
function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Deletes everything that this app stored on this device, and its copies for use offline. A travel diary stays,
 * because otherwise the rider could never ask the server to delete it.
 * @param {Storage|null} store */
export async function clearAll(store) {
  if (store !== null) {
    for (const key of Object.keys(store)) {
      if (key.startsWith("takt.") && !key.startsWith("takt.diary")) store.removeItem(key);
    }
  }
  if (typeof caches === "undefined") return;
  const names = await caches.keys().catch(() => []);
  await Promise.all(names.filter((name) => name.startsWith("takt-")).map((name) => caches.delete(name)));
  await import("../pocket/files.js").then(({ removeFolder }) => removeFolder()).catch(() => {});
}

/** Removes all connections and trips, on the server and here; settings and channels stay. Fails if the server does not
 * answer, and may then have removed some.
 * @param {Saved} saved */
export async function removeSaved(saved) {
  await saved.queue.flush();
  const { connections, trips } = await saved.rider.request("GET", "/rider");
  const paths = (/** @type {string} */ kind, /** @type {{id: string}[]} */ all) =>
    all.map(({ id }) => `/rider/${kind}/${encodeURIComponent(id)}`);
  for (const path of [...paths("connections", connections), ...paths("trips", trips)]) {
    try {
      await saved.rider.request("DELETE", path);
    } catch (error) {
      // Another device may have removed it meanwhile.
      if (!(error instanceof Refusal && error.status === 404)) throw error;
    }
  }
  saved.empty();
}

/** The section in the settings.
 * @param {Context} context
 * @param {{note: string, onCleared: (note: string, focused?: string) => void}} options `note` is the last result, `focused` the
 *   id of the control that has the focus afterwards */
export function yourData(context, { note, onCleared }) {
  const { speaker, saved } = context;
  const said = h("p", { class: "hint", role: "status" }, note);
  const say = (/** @type {string} */ text) => setText(said, text);
  const hasRider = saved.rider.token !== null;
  const clearSaved = async () => {
    try {
      await removeSaved(saved);
      onCleared(speaker.say("data.cleared"));
    } catch (error) {
      say(savingProblem(error, context));
    }
  };
  return h("div", { class: "setting setting-tall data-part" },
    asidePart(context, say, onCleared),
    h("div", { class: "card-actions" },
      hasRider || keptStops().length > 0 ? h("button", { type: "button", class: "button", onclick: () => exported(context, say) },
        icon("download"), speaker.say("data.export")) : null,
      importButton(context, say, (note) => onCleared(note, "import"))),
    h("p", { class: "hint" }, speaker.say("import.how")),
    hasRider ? askedTwice(context, { id: "clear-saved", label: speaker.say("data.clear"),
      what: speaker.say("data.clearWhat"), sure: speaker.say("saved.removeSure"), act: clearSaved }, say) : null,
    askedTwice(context, { id: "clear-all", label: speaker.say("settings.clear"),
      what: speaker.say("settings.clearWhat"), sure: speaker.say("settings.clearSure"),
      act: () => forget(context, say, onCleared) }, say),
    said);
}

/** Exports the server's data, or this device's copy if it does not answer, with the stops stored only on this device.
 * @param {Context} context
 * @param {(text: string) => void} say */
async function exported({ saved, speaker }, say) {
  const stops = keptStops();
  const inFile = (/** @type {object} */ value) => download(JSON.stringify({ ...value, stops }, null, 2), "takt.json");
  try {
    // A rider who saved nothing has no data on the server.
    inFile(saved.rider.token === null ? { connections: [], trips: [] } : await saved.rider.request("GET", "/rider"));
    say(speaker.say("data.exported"));
  } catch {
    const { token: _, ...copy } = presentCopy(browserStore());
    inFile(copy);
    say(speaker.say("export.here"));
  }
}

/** Imports an exported file.
 * @param {Context} context
 * @param {(text: string) => void} say
 * @param {(note: string) => void} onImported */
function importButton(context, say, onImported) {
  const { speaker } = context;
  const input = h("input", { type: "file", accept: ".json,application/json", hidden: true, id: "import-file" });
  const button = h("button", { type: "button", class: "button", id: "import", onclick: () => input.click() },
    icon("plus"), speaker.say("import.go"));
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    say(speaker.say("import.busy"));
    await whileDisabled(button, async () => onImported(restoredText(await restore(readCopy(await file.text()), context), context)))
      .catch((error) => say(error instanceof WrongFile ? speaker.say(error.key, error.values) : savingProblem(error, context)));
    // Resetting the field allows the same file to be chosen again.
    input.value = "";
  });
  return h("span", {}, button, input);
}

/** The controls to restore or remove the copy on this device; null without one.
 * @param {Context} context
 * @param {(text: string) => void} say
 * @param {(note: string) => void} onCleared */
function asidePart(context, say, onCleared) {
  const { speaker, saved } = context;
  const copy = asideCopy(browserStore());
  if (copy === null) return null;
  const button = h("button", { type: "button", class: "button primary", id: "restore-aside", onclick: () =>
    whileDisabled(button, async () => onCleared(restoredText(await restoreAside(context), context)))
      .catch((error) => say(savingProblem(error, context))) }, speaker.say("aside.restore"));
  const removals = removedIn(copy).length;
  const names = [namesIn(copy), removals === 0 ? "" : speaker.count("restoredRemovals", removals)].filter((each) => each !== "");
  return h("div", { class: "aside-part" }, h("p", {}, speaker.say("aside.left", { names: names.join("; ") })),
    h("div", { class: "card-actions" }, button),
    askedTwice(context, { id: "remove-aside", label: speaker.say("aside.remove"), what: speaker.say("aside.removeWhat"),
      sure: speaker.say("saved.removeSure"), act: async () => {
        await Promise.resolve(keepAside(browserStore(), null));
        saved.reload();
        onCleared(speaker.say("aside.removed"));
      } }, say));
}

/** Deletes everything, on the server and here, and restores the defaults.
 * @param {Context} context
 * @param {(text: string) => void} say
 * @param {(note: string) => void} onCleared */
async function forget(context, say, onCleared) {
  const { saved, speaker } = context;
  try {
    await saved.rider.forget();
  } catch {
    // The server did not answer: the token stays, so that the deletion can be repeated.
    return say(speaker.say("settings.clearFailed"));
  }
  await (await presentSubscription())?.unsubscribe().catch(() => false);
  saved.empty();
  await clearAll(/** @type {Storage|null} */ (browserStore()));
  context.settings.reload();
  await context.setLanguage(null);
  onCleared(context.speaker.say("settings.cleared"));
}
