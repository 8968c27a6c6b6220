// Installs the app on the home screen, by the browser's prompt or by instructions where it has none.

/** @import { Context } from "../context.js" */
import { h, icon } from "../render.js";

/** The row in the settings; null where the app is installed or cannot be.
 * @param {Context} context
 * @returns {HTMLElement|null} */
export function installation(context) {
  const { speaker } = context;
  if (matchMedia("(display-mode: standalone)").matches) return null;
  const { install } = context;
  if (install !== null) {
    const button = h("button", { type: "button", class: "button", onclick: async () => {
      await install.prompt().catch(() => {});
      // A browser prompts only once.
      context.install = null;
      button.disabled = true;
    } }, icon("download"), speaker.say("install.go"));
    return h("div", { class: "setting setting-tall" }, h("p", { class: "hint" }, speaker.say("install.why")), button);
  }
  if (!/iPhone|iPad/.test(navigator.userAgent)) return null;
  return h("div", { class: "setting setting-tall" }, h("p", { class: "strong" }, speaker.say("install.go")),
    h("p", { class: "hint" }, speaker.say("install.byHand")));
}
