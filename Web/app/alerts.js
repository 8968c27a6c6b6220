// Service alerts of operators, as boards, connections and home show them.

/** @import { Speaker } from "./i18n.js" */
/** @import { Alert } from "./search/wire.js" */
import { h, icon } from "./render.js";

/** Returns the text in the rider's language or a regional form of it, otherwise in an available language.
 * @param {Record<string, string>} texts by language
 * @param {string} language */
export function textIn(texts, language) {
  const wanted = language.toLowerCase();
  const regional = Object.keys(texts).find((code) => code.toLowerCase().split(/[-_]/)[0] === wanted);
  return texts[language] ?? (regional === undefined ? undefined : texts[regional])
    ?? texts[""] ?? texts.en ?? Object.values(texts)[0] ?? "";
}

/** Only http(s) addresses become links.
 * @param {string} address */
function isWeb(address) {
  return /^https?:\/\//i.test(address) && URL.canParse(address);
}

/** @param {string} address */
function hostOf(address) {
  return isWeb(address) ? new URL(address).host : "";
}

/** The effects with a word of their own. @type {ReadonlySet<string>} */
const EFFECTS = new Set(["NO_SERVICE", "REDUCED_SERVICE", "SIGNIFICANT_DELAYS", "DETOUR", "ADDITIONAL_SERVICE",
  "MODIFIED_SERVICE", "STOP_MOVED", "ACCESSIBILITY_ISSUE"]);

/** The effect on riders and the end of an alert, in small print; null where neither is known.
 * @param {Alert} alert
 * @param {Speaker} speaker
 * @param {number} now Unix milliseconds */
function alertScope(alert, speaker, now) {
  const period = (alert.periods ?? []).find(({ end }) => end === undefined || end > now);
  const parts = [];
  if (alert.effect !== undefined && EFFECTS.has(alert.effect)) {
    parts.push(speaker.say(/** @type {import("./i18n.js").MessageKey} */ (`effect.${alert.effect}`)));
  }
  if (period?.end !== undefined) {
    const end = new Date(period.end).toLocaleString(speaker.locale, {
      dateStyle: "medium", timeStyle: "short", timeZone: speaker.timeZone });
    parts.push(speaker.say("alert.until", { time: end }));
  }
  return parts.length === 0 ? null : h("p", { class: "alert-scope" }, parts.join(" · "));
}

/** A link that opens outside the app; nothing is fetched before the rider taps it.
 * @param {string} address
 * @param {string} text
 * @returns {HTMLElement|null} */
export function webLink(address, text) {
  return isWeb(address)
    ? h("p", {}, h("a", { href: address, target: "_blank", rel: "noreferrer" }, text, icon("open-in-new")))
    : null;
}

/** The rank of an alert: severe ones first.
 * @param {Alert} alert */
function graveness({ severity }) {
  return severity === "SEVERE" ? 0 : severity === "INFO" ? 2 : 1;
}

/** The alerts as a list; null if there are none.
 * @param {Alert[]} alerts
 * @param {Speaker} speaker */
export function alertList(alerts, speaker) {
  if (alerts.length === 0) return null;
  return h(
    "ul",
    { class: "alerts", "aria-label": speaker.say("way.notices") },
    ...[...alerts].sort((one, other) => graveness(one) - graveness(other)).map((alert) => {
      const url = textIn(alert.urls ?? { "": alert.url ?? "" }, speaker.language);
      const image = textIn(alert.images ?? {}, speaker.language);
      const shown = textIn(alert.imageTexts ?? {}, speaker.language);
      const header = textIn(alert.header, speaker.language);
      const description = textIn(alert.description, speaker.language);
      return h(
        "li",
        {},
        icon("alert-circle-outline"),
        h(
          "div",
          {},
          h("p", { class: "strong" }, header === "" ? description : header),
          header === "" || description === "" || description === header
            ? null
            : h("p", {}, description),
          alertScope(alert, speaker, Date.now()),
          webLink(url, hostOf(url)),
          webLink(image, shown === "" ? speaker.say("alert.picture") : speaker.say("alert.pictureOf", { text: shown })),
        ),
      );
    }),
  );
}
