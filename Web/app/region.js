// What a network's place decides about how things are written: kilometres or miles, clocks of 12 or 24 hours. A
// browser that was bought elsewhere does not make a metric town one of miles.

/** Where miles are on the signs and clocks have 12 hours. */
const US_ZONES = new RegExp("^(US/|Pacific/Honolulu$|America/(New_York|Detroit|Kentucky/|Indiana/|Indianapolis|Chicago|" +
  "Menominee|North_Dakota/|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak))");
/** Where miles are, and clocks have 24 hours. */
const UK_ZONES = /^(Europe\/(London|Belfast)|GB)/;

/** The locale for a rider in a network: the rider's language, the network's units. They stand in the tag, as
 * Unicode's key "ms" has them, so that whatever formats by the locale knows them.
 * @param {string} locale the rider's own, such as "en-US"
 * @param {string} timeZone of the network
 * @returns {string} such as "en-GB-u-ms-metric" */
export function localeIn(locale, timeZone) {
  const { language, region } = new Intl.Locale(locale);
  const isUS = US_ZONES.test(timeZone);
  const system = isUS ? "ussystem" : UK_ZONES.test(timeZone) ? "uksystem" : "metric";
  // English without a region, and American English elsewhere, are written as in Europe.
  const there = language !== "en" ? (region === "US" ? undefined : region)
    : isUS ? "US" : region === undefined || region === "US" ? "GB" : region;
  return `${language}${there === undefined ? "" : `-${there}`}-u-ms-${system}`;
}

/** Whether lengths are in feet and miles.
 * @param {string} locale as `localeIn` gives it; without units in it they are metric */
export function isImperial(locale) {
  return /-u-(?:.*-)?ms-(?:us|uk)system/.test(locale);
}
