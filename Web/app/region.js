// Units and clocks by the network's location: kilometres or miles, 12 or 24 hours. A browser bought elsewhere does not
// turn a metric town into one with miles.

/** Time zones with miles and clocks of 12 hours. */
const US_ZONES = new RegExp("^(US/|Pacific/Honolulu$|America/(New_York|Detroit|Kentucky/|Indiana/|Indianapolis|Chicago|" +
  "Menominee|North_Dakota/|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak))");
/** Time zones with miles and clocks of 24 hours. */
const UK_ZONES = /^(Europe\/(London|Belfast)|GB)/;

/** The locale for a rider in a network: the rider's language with the network's units, in the tag's Unicode key "ms",
 * so that every formatter of the locale uses them.
 * @param {string} locale the rider's own, such as "en-US"
 * @param {string} timeZone of the network
 * @returns {string} such as "en-GB-u-ms-metric" */
export function localeIn(locale, timeZone) {
  const { language, region } = new Intl.Locale(locale);
  const isUS = US_ZONES.test(timeZone);
  const system = isUS ? "ussystem" : UK_ZONES.test(timeZone) ? "uksystem" : "metric";
  // English without a region, and American English elsewhere, follow European conventions.
  const there = language !== "en" ? (region === "US" ? undefined : region)
    : isUS ? "US" : region === undefined || region === "US" ? "GB" : region;
  return `${language}${there === undefined ? "" : `-${there}`}-u-ms-${system}`;
}

/** Whether lengths are in feet and miles.
 * @param {string} locale as `localeIn` returns it; metric if it has no units */
export function isImperial(locale) {
  return /-u-(?:.*-)?ms-(?:us|uk)system/.test(locale);
}
