// The message catalogues of four languages, and the choice of a language.

import { APP_NAME } from "./look.js";
import first from "./messages/first.js";
import { browserStore } from "./store.js";

/** @typedef {keyof typeof languageNames} Language */
/** @typedef {keyof typeof first.en} FirstKey */
/** @typedef {keyof typeof import("./messages/en.js").default} FrameKey */
/** @typedef {keyof typeof import("./messages/home-en.js").default} HomeKey */
/** @typedef {keyof typeof import("./messages/pages-en.js").default} PageKey */
/** @typedef {keyof typeof import("./messages/riders-en.js").default} RiderKey */
/** @typedef {keyof typeof import("./messages/operator-en.js").default} OperatorKey */
/** @typedef {keyof typeof import("./messages/diary-en.js").default} DiaryKey */
/** @typedef {keyof typeof import("./messages/nearby-en.js").default} NearbyKey */
/** @typedef {keyof typeof import("./messages/care-en.js").default} CareKey */
/** @typedef {keyof typeof import("./messages/streets-en.js").default} StreetKey */
/** @typedef {keyof typeof import("./messages/pocket-en.js").default} PocketKey */
/** @typedef {FirstKey|FrameKey|HomeKey|PageKey|RiderKey|OperatorKey|DiaryKey|NearbyKey|CareKey|StreetKey|PocketKey} MessageKey */

/** @typedef {Record<MessageKey, string>} Catalogue */

/** The map's and the frame's messages are loaded at once, others with the first screen that needs them.
 * @typedef {"home"|"pages"|"riders"|"operator"|"diary"|"nearby"|"care"|"streets"|"pocket"} Part */

/** The messages of a language; only the rider's own is loaded.
 * @param {Language} language
 * @param {Iterable<Part>} parts
 * @returns {Promise<Partial<Catalogue>>} */
export async function loadParts(language, parts) {
  const modules = await Promise.all([...parts].map((part) => import(`./messages/${part}-${language}.js`)));
  return Object.assign({}, ...modules.map((module) => module.default));
}

/** The frame's messages of a language, and those of further parts.
 * @param {Language} language
 * @param {Iterable<Part>} parts
 * @returns {Promise<Partial<Catalogue>>} */
export async function loadCatalogue(language, parts) {
  const [{ default: frame }, more] = await Promise.all([import(`./messages/${language}.js`), loadParts(language, parts)]);
  return { ...first[language], ...frame, ...more };
}

/** Each language by its own name. */
export const languageNames = { de: "Deutsch", fr: "Français", it: "Italiano", en: "English" };

/** @param {string} code
 * @returns {code is Language} */
export function isLanguage(code) {
  return Object.hasOwn(languageNames, code);
}

/** The first available language of the wishes, otherwise English.
 * @param {readonly string[]} wishes such as ["rm-CH", "de-CH"]
 * @returns {{language: Language, locale: string}} `locale` keeps the rider's region */
export function chooseLanguage(wishes) {
  for (const wish of wishes) {
    const code = wish.toLowerCase().split("-")[0];
    if (isLanguage(code)) return { language: code, locale: wish };
  }
  return { language: "en", locale: "en" };
}

/** Replaces `{name}` placeholders in a message.
 * @param {string} message
 * @param {Record<string, string|number>} values */
export function fill(message, values) {
  return message.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Provides messages in one language. */
export class Speaker {
  /** @param {Language} language
   * @param {string} locale a BCP 47 tag for Intl
   * @param {Partial<Catalogue>} [catalogue] without it, the messages that need no loading
   * @param {string} [timeZone] the network's; without it, the device's */
  constructor(language, locale, catalogue = first[language], timeZone = undefined) {
    this.language = language;
    this.timeZone = timeZone;
    /** @private */
    this.catalogue = catalogue;
    this.locale = locale;
    this.plural = new Intl.PluralRules(language);
    /** For whole numbers. */
    this.numbers = new Intl.NumberFormat(locale);
  }

  /** The same speaker with more messages.
   * @param {Partial<Catalogue>} more */
  learning(more) {
    return new Speaker(this.language, this.locale, { ...this.catalogue, ...more }, this.timeZone);
  }

  /** The same speaker with another format of times and lengths.
   * @param {string} locale a BCP 47 tag for Intl
   * @param {string} timeZone */
  writing(locale, timeZone) {
    return new Speaker(this.language, locale, this.catalogue, timeZone);
  }

  /** @param {MessageKey} key
   * @param {Record<string, string|number>} [values] */
  say(key, values = {}) {
    return fill(this.catalogue[key] ?? "", { app: APP_NAME, ...values });
  }

  /** The message for a number: `key.one` for one (and other numbers that the language treats so), otherwise
   * `key.other`, with `{n}` filled in.
   * @param {"vehicles"|"minutesLate"|"minutesEarly"|"suggestions"|"found"|"changes"|
   *   "passed"|"passedBy"|"linesFound"|"waiting"|"restoredConnections"|"restoredTrips"|"restoredStops"|"restoredRemovals"} key
   * @param {number} n */
  count(key, n) {
    const form = this.plural.select(n) === "one" ? "one" : "other";
    return this.say(`${key}.${form}`, { n: this.numbers.format(n) });
  }
}

const LANGUAGE_KEY = "takt.language";

/** A choice that could not be stored, which lasts until the page is closed; undefined if there is none.
 * @type {string|null|undefined} */
let fleetingLanguage;

/** The rider's choice of language; null for the browser's.
 * @returns {Language|null} */
export function storedLanguage() {
  const stored = fleetingLanguage !== undefined ? fleetingLanguage : browserStore()?.getItem(LANGUAGE_KEY) ?? null;
  return stored !== null && isLanguage(stored) ? stored : null;
}

/** Stores the rider's choice; null for the browser's.
 * @param {string|null} language */
export function storeLanguage(language) {
  try {
    const store = browserStore();
    if (store === null) throw new Error("Nothing can be kept.");
    if (language === null) store.removeItem(LANGUAGE_KEY);
    else store.setItem(LANGUAGE_KEY, language);
    fleetingLanguage = undefined;
  } catch {
    fleetingLanguage = language;
  }
}

/** The rider's choice of language, otherwise the browser's. The browser's region is kept; `localeIn` adds what the
 * network determines.
 * @returns {{language: Language, locale: string}} */
export function wishedLanguage() {
  const chosen = storedLanguage();
  const { language, locale } = chooseLanguage(chosen === null ? navigator.languages : [chosen, ...navigator.languages]);
  const regional = navigator.languages.find((each) => each.toLowerCase().startsWith(language));
  return { language, locale: regional ?? locale };
}
