// A button that asks for confirmation before an irreversible action.

/** @import { Context } from "../context.js" */
import { h, icon } from "../render.js";
import { notAtOnce, whileDisabled } from "../working.js";

/** @param {Context} context
 * @param {{id: string, label: string, what: string, sure: string, not?: string, image?: string,
 *   act: () => Promise<void>}} how `not` is the word of the button that does nothing
 * @param {(text: string) => void} say */
export function askedTwice({ speaker }, { id, label, what, sure, act, not, image = "delete-outline" }, say) {
  const ask = h("button", { type: "button", class: "button", id, onclick: () => {
    turn(true);
    notAtOnce(yes);
    no.focus();
    say(what);
  } }, icon(image), label);
  const yes = h("button", { type: "button", class: "button danger", hidden: true, onclick: async () => {
    await whileDisabled(yes, act);
    const hadFocus = document.activeElement === yes;
    turn(false);
    if (hadFocus) ask.focus();
  } }, sure);
  const no = h("button", { type: "button", class: "button", hidden: true, onclick: () => {
    turn(false);
    ask.focus();
    say("");
  } }, not ?? speaker.say("settings.clearNot"));
  const turn = (/** @type {boolean} */ isAsking) => {
    ask.hidden = isAsking;
    yes.hidden = no.hidden = !isAsking;
  };
  return h("div", { class: "card-actions" }, ask, yes, no);
}
