// The text that a participant agrees to.

/** @import { Context } from "../context.js" */
/** @import { Study } from "./wire.js" */
import { h } from "../render.js";

/** A study's consent with its version.
 * @param {Study} study
 * @param {Context["speaker"]} speaker */
export function consentText({ consent }, speaker) {
  const title = speaker.say("diary.consent", { version: consent.version });
  return [
    h("h3", {}, title),
    h("div", { class: "consent-text", tabindex: 0, role: "region", "aria-label": title },
      ...consent.text.split(/\n{2,}/).map((part) => h("p", {}, part))),
  ];
}
