// The rider's data: to be seen, to be taken along, and to be rid of.

/** @import { Context } from "../context.js" */
import { h, icon, setText } from "../render.js";
import { browserStore } from "../store.js";
import { savingProblem } from "./save-sheet.js";
import { presentSubscription } from "./push.js";

/** Gives a file to the rider.
 * @param {string} text
 * @param {string} name */
function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A button that asks back before it does something that cannot be undone.
 * @param {Context} context
 * @param {{id: string, label: string, what: string, sure: string, act: () => Promise<void>}} how
 * @param {(text: string) => void} say */
function askedTwice({ speaker }, { id, label, what, sure, act }, say) {
  const ask = h("button", { type: "button", class: "button", id, onclick: () => {
    turn(true);
    no.focus();
    say(what);
  } }, icon("delete-outline"), label);
  const yes = h("button", { type: "button", class: "button danger", hidden: true, onclick: async () => {
    yes.disabled = true;
    await act();
    yes.disabled = false;
    turn(false);
  } }, sure);
  const no = h("button", { type: "button", class: "button", hidden: true, onclick: () => {
    turn(false);
    ask.focus();
    say("");
  } }, speaker.say("settings.clearNot"));
  const turn = (/** @type {boolean} */ isAsking) => {
    ask.hidden = isAsking;
    yes.hidden = no.hidden = !isAsking;
  };
  return h("div", { class: "card-actions" }, ask, yes, no);
}

/** Forgets everything that this app has kept on this device, and its copies for use offline. A travel diary stays: who
 * left it so could never again ask the server to delete it.
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
}

/** The part of the settings about it.
 * @param {Context} context
 * @param {{note: string, onCleared: (note: string) => void}} options `note` is what was done last */
export function yourData(context, { note, onCleared }) {
  const { speaker, saved } = context;
  const said = h("p", { class: "hint", role: "status" }, note);
  const say = (/** @type {string} */ text) => setText(said, text);
  const hasRider = saved.rider.token !== null;
  const take = async () => {
    try {
      download(JSON.stringify(await saved.rider.request("GET", "/rider"), null, 2), "takt.json");
      say(speaker.say("data.exported"));
    } catch (error) {
      say(savingProblem(error, context));
    }
  };
  const clearSaved = async () => {
    try {
      await saved.rider.request("POST", "/rider/clear");
      saved.empty();
      onCleared(speaker.say("data.cleared"));
    } catch (error) {
      say(savingProblem(error, context));
    }
  };
  return h("div", { class: "setting setting-tall data-part" },
    hasRider ? h("div", { class: "card-actions" }, h("button", { type: "button", class: "button", onclick: take },
      icon("download"), speaker.say("data.export"))) : null,
    hasRider ? askedTwice(context, { id: "clear-saved", label: speaker.say("data.clear"),
      what: speaker.say("data.clearWhat"), sure: speaker.say("saved.removeSure"), act: clearSaved }, say) : null,
    askedTwice(context, { id: "clear-all", label: speaker.say("settings.clear"),
      what: speaker.say("settings.clearWhat"), sure: speaker.say("settings.clearSure"),
      act: () => forget(context, say, onCleared) }, say),
    said);
}

/** Forgets everything, there and here, and begins anew with the defaults.
 * @param {Context} context
 * @param {(text: string) => void} say
 * @param {(note: string) => void} onCleared */
async function forget(context, say, onCleared) {
  const { saved, speaker } = context;
  try {
    await saved.rider.forget();
  } catch {
    // The server did not answer: the token is kept, so that it can be told later.
    return say(speaker.say("settings.clearFailed"));
  }
  await (await presentSubscription())?.unsubscribe().catch(() => false);
  saved.empty();
  await clearAll(/** @type {Storage|null} */ (browserStore()));
  context.settings.reload();
  await context.setLanguage(null);
  onCleared(context.speaker.say("settings.cleared"));
}
