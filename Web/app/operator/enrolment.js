// The invitation to a study: its code, a link, and a QR code for a poster or a letter.

/** @import { Speaker } from "../i18n.js" */
import { qrPicture } from "../qr.js";
import { h } from "../render.js";

/** The code is in the fragment, which browsers send to no server and so to no log.
 * @param {string} code */
export function enrolmentLink(code) {
  return `${location.origin}/diary#code=${encodeURIComponent(code)}`;
}

/** @param {string} code
 * @param {Speaker} speaker */
export function enrolmentPart(code, speaker) {
  const link = enrolmentLink(code);
  return h("div", { class: "enrolment" },
    h("p", { class: "strong" }, speaker.say("study.code")),
    h("p", { class: "pairing-code" }, code),
    qrPicture(link, speaker.say("study.qr")),
    h("p", { class: "hint" }, speaker.say("study.codeHow"), " ", h("a", { href: link }, link)),
    h("button", { type: "button", class: "button", onclick: () => print() }, speaker.say("study.print")));
}
