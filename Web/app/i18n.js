// The four catalogues and the choice among them.

import en from "./messages/en.js";

/** @typedef {"de"|"fr"|"it"|"en"} Language */
/** @typedef {keyof typeof en} FrameKey */
/** @typedef {keyof typeof import("./messages/pages-en.js").default} PageKey */
/** @typedef {keyof typeof import("./messages/riders-en.js").default} RiderKey */
/** @typedef {FrameKey|PageKey|RiderKey} MessageKey */

/** @typedef {Record<MessageKey, string>} Catalogue */

/** What the map and the frame say comes at once, everything else with the first other screen.
 * @type {Record<Language, {frame: () => Promise<{default: Record<FrameKey, string>}>,
 *   pages: () => Promise<[{default: Record<PageKey, string>}, {default: Record<RiderKey, string>}]>}>} */
const loaders = {
  de: {
    frame: () => import("./messages/de.js"),
    pages: () => Promise.all([import("./messages/pages-de.js"), import("./messages/riders-de.js")]),
  },
  fr: {
    frame: () => import("./messages/fr.js"),
    pages: () => Promise.all([import("./messages/pages-fr.js"), import("./messages/riders-fr.js")]),
  },
  it: {
    frame: () => import("./messages/it.js"),
    pages: () => Promise.all([import("./messages/pages-it.js"), import("./messages/riders-it.js")]),
  },
  en: {
    frame: () => Promise.resolve({ default: en }),
    pages: () => Promise.all([import("./messages/pages-en.js"), import("./messages/riders-en.js")]),
  },
};

/** The messages of a language; only the rider's own is loaded.
 * @param {Language} language
 * @param {{pages: boolean}} options whether those of all screens are needed
 * @returns {Promise<Partial<Catalogue>>} */
export async function loadCatalogue(language, { pages }) {
  const { frame, pages: others } = loaders[language];
  const [first, more] = await Promise.all([frame(), pages ? others() : []]);
  return Object.assign({}, ...[first, ...more].map((part) => part.default));
}

/** Each language under its own name. */
export const languageNames = { de: "Deutsch", fr: "Français", it: "Italiano", en: "English" };

/** @param {string} code
 * @returns {code is Language} */
export function isLanguage(code) {
  return Object.hasOwn(loaders, code);
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
   * @param {string} locale a BCP 47 tag for Intl
   * @param {Partial<Catalogue>} [catalogue] the messages; without, the frame's in English */
  constructor(language, locale, catalogue = en) {
    this.language = language;
    /** @private */
    this.catalogue = catalogue;
    this.locale = locale;
    this.plural = new Intl.PluralRules(language);
  }

  /** @param {MessageKey} key
   * @param {Record<string, string|number>} [values] */
  say(key, values = {}) {
    return fill(this.catalogue[key] ?? "", values);
  }

  /** The message of a number: `key.one` for one (and what the language counts so), else
   * `key.other`, with `{n}` filled.
   * @param {"vehicles"|"minutesLate"|"minutesEarly"|"suggestions"|"found"|"changes"|
   *   "passed"|"passedBy"|"waiting"} key
   * @param {number} n */
  count(key, n) {
    const form = this.plural.select(n) === "one" ? "one" : "other";
    const shown = new Intl.NumberFormat(this.locale).format(n);
    return this.say(`${key}.${form}`, { n: shown });
  }
}
