// The text that a participant agrees to.

/** @import { Context } from "../context.js" */
/** @import { Study } from "./wire.js" */
import { h } from "../render.js";

/** How long a diary is kept: by this server, or by the researchers who alone can open it.
 * @param {Study} study
 * @param {Context["speaker"]} speaker */
function keptText({ mode, retentionDays }, speaker) {
  if (mode === "study") return speaker.say("diary.keptByResearchers");
  const isLong = retentionDays >= 730;
  const days = new Intl.NumberFormat(speaker.locale, { style: "unit", unit: isLong ? "year" : "day", unitDisplay: "long" })
    .format(isLong ? Math.round(retentionDays / 365) : retentionDays);
  return speaker.say("diary.kept", { days });
}

/** A study's consent with its version, and how long the diary is kept.
 * @param {Study} study
 * @param {Context["speaker"]} speaker */
export function consentText(study, speaker) {
  const { consent } = study;
  const title = speaker.say("diary.consent", { version: consent.version });
  return [
    h("p", {}, keptText(study, speaker)),
    h("h3", {}, title),
    h("div", { class: "consent-text", tabindex: 0, role: "region", "aria-label": title },
      ...consent.text.split(/\n{2,}/).map((part) => h("p", {}, part))),
  ];
}
