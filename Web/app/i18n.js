// The four catalogues and the choice among them.

import de from "./messages/de.js";
import en from "./messages/en.js";
import fr from "./messages/fr.js";
import it from "./messages/it.js";

/** @typedef {"de"|"fr"|"it"|"en"} Language */
/** @typedef {keyof typeof en} MessageKey */

/** @type {Record<Language, Record<MessageKey, string>>} */
export const catalogues = { de, fr, it, en };

/** Each language under its own name. */
export const languageNames = { de: "Deutsch", fr: "Français", it: "Italiano", en: "English" };

/** @param {string} code
 * @returns {code is Language} */
export function isLanguage(code) {
  return Object.hasOwn(catalogues, code);
}

/** The first wished language that there is, else English.
 * @param {readonly string[]} wishes such as ["rm-CH", "de-CH"]
 * @returns {{language: Language, locale: string}} `locale` keeps the rider's region */
export function chooseLanguage(wishes) {
  for (const wish of wishes) {
    const code = wish.toLowerCase().split("-")[0];
    if (isLanguage(code)) return { language: code, locale: wish };
  }
  return { language: "en", locale: "en" };
}

/** Fills `{name}` places of a message.
 * @param {string} message
 * @param {Record<string, string|number>} values */
export function fill(message, values) {
  return message.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Says messages in one language. */
export class Speaker {
  /** @param {Language} language
   * @param {string} locale a BCP 47 tag for Intl */
  constructor(language, locale) {
    this.language = language;
    this.locale = locale;
    this.plural = new Intl.PluralRules(language);
  }

  /** @param {MessageKey} key
   * @param {Record<string, string|number>} [values] */
  say(key, values = {}) {
    return fill(catalogues[this.language][key], values);
  }

  /** The message of a number: `key.one` for one (and what the language counts so), else
   * `key.other`, with `{n}` filled.
   * @param {"vehicles"|"minutesLate"|"minutesEarly"|"stops"} key
   * @param {number} n */
  count(key, n) {
    const form = this.plural.select(n) === "one" ? "one" : "other";
    const shown = new Intl.NumberFormat(this.locale).format(n);
    return this.say(`${key}.${form}`, { n: shown });
  }
}
