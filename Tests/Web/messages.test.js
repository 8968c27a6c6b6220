import { chooseLanguage, isLanguage, languageNames, loadCatalogue, Speaker } from "../../Web/app/i18n.js";
import { equal } from "./support.js";
import { needed, read } from "./web-files.js";

const PARTS = /** @type {const} */ (["home", "pages", "riders", "operator", "diary", "nearby", "care", "streets", "pocket"]);
const app = new URL("../../Web/app/", import.meta.url);
const languages = Object.keys(languageNames).filter(isLanguage);
const missing = [];
for (const language of languages) {
  for (const part of ["", ...PARTS.map((each) => `${each}-`)]) {
    const file = `messages/${part}${language}.js`;
    if (!await Deno.stat(new URL(file, app)).then(() => true, () => false)) missing.push(`Web/app/${file}`);
  }
}
if (missing.length > 0) throw new Error(`for languages that i18n.js names, these are missing: ${missing.join(", ")}`);
const catalogues = Object.fromEntries(
  await Promise.all(languages.map(async (each) => [each, await loadCatalogue(each, PARTS)])),
);

/** @param {URL} folder
 * @returns {string} all modules below it, without the catalogues */
function source(folder) {
  let text = "";
  for (const entry of Deno.readDirSync(folder)) {
    if (entry.isDirectory && entry.name !== "messages") {
      text += source(new URL(`${entry.name}/`, folder));
    } else if (entry.name.endsWith(".js")) {
      text += Deno.readTextFileSync(new URL(entry.name, folder));
    }
  }
  return text;
}

Deno.test("all languages have the same messages with the same places", () => {
  const places = (/** @type {string} */ message) => (message.match(/\{\w+\}/g) ?? []).sort();
  const english = Object.entries(catalogues.en);
  const lacking = Object.entries(catalogues).flatMap(([language, catalogue]) => [
    ...Object.keys(catalogues.en).filter((key) => !(key in catalogue)).map((key) => `${language} lacks ${key}`),
    ...Object.keys(catalogue).filter((key) => !(key in catalogues.en)).map((key) => `en lacks ${key} of ${language}`),
  ]);
  equal(lacking, [], "what Web/app/messages lack");
  for (const [language, catalogue] of Object.entries(catalogues)) {
    for (const [key, message] of english) {
      const own = catalogue[/** @type {import("../../Web/app/i18n.js").MessageKey} */ (key)];
      equal([language, key, places(own)], [language, key, places(message)]);
      equal([language, key, own.trim() === ""], [language, key, false]);
    }
  }
});

Deno.test("every message is used, and every message that is used exists", () => {
  const text = source(app);
  const keys = new Set(Object.keys(catalogues.en));
  // `mode.${mode}` and the like stand for every message that begins so; counts have two forms.
  const begun = [...text.matchAll(/`([a-z]+\.)\$\{/g)].map((match) => match[1]);
  const counted = [
    ...text.matchAll(
      /"(vehicles|minutesLate|minutesEarly|suggestions|found|changes|passed|passedBy|linesFound|waiting|restoredConnections|restoredTrips|restoredStops|restoredRemovals)"/g,
    ),
  ]
    .map((match) => `${match[1]}.`);
  const unused = [...keys].filter((key) =>
    !text.includes(`"${key}"`) && ![...begun, ...counted].some((start) => key.startsWith(start))
  );
  equal(unused, [], "the messages that nothing uses");
  const said = [...text.matchAll(/say\("([^"]+)"/g)].map((match) => match[1]);
  equal(said.filter((key) => !keys.has(key)), [], "the messages that are used and not there");
});

Deno.test("the first wished language that there is wins, and its region is kept", () => {
  equal(chooseLanguage(["eo-CH", "it-CH", "de"]), { language: "it", locale: "it-CH" });
  equal(chooseLanguage(["eo"]), { language: "en", locale: "en" });
  equal(chooseLanguage([]), { language: "en", locale: "en" });
});

Deno.test("numbers take the form of their language", () => {
  equal(new Speaker("en", "en", catalogues.en).count("vehicles", 1), "1 vehicle");
  equal(new Speaker("fr", "fr", catalogues.fr).count("vehicles", 0), "0 véhicule");
  equal(new Speaker("de", "de-CH", catalogues.de).count("vehicles", 2), "2 Fahrzeuge");
  equal(new Speaker("it", "it", catalogues.it).say("card.towards", { headsign: "{x} & <b>" }), "per {x} & <b>");
});

Deno.test("the map does not wait for what other screens say, and the frame has words of its own", async () => {
  for (const language of languages) {
    const frame = await loadCatalogue(language, []);
    equal([language, "map.label" in frame, "search.title" in frame], [language, true, false]);
    equal(new Speaker(language, language, frame).say("nav.map"), catalogues[language]["nav.map"]);
  }
});

Deno.test("the messages of the map's modules come with the map", async () => {
  const frame = await loadCatalogue("en", []);
  const folder = new URL("map/", app);
  const files = ["main.js", "status.js", "badge.js", "screens/map.js"].map((name) =>
    Deno.readTextFileSync(new URL(name, app)));
  const said = [...source(folder).concat(...files).matchAll(/(?:say\(|image: "[a-z-]+", key: |, )"([a-z]+\.[A-Za-z]+)"/g)];
  equal(said.map((match) => match[1]).filter((key) => key in catalogues.en && !(key in frame)), [],
    "what the map says and messages/en.js lacks");
});

Deno.test("home does not wait for what other screens say, and says all that it has to", async () => {
  const there = { ...await loadCatalogue("en", ["home"]) };
  const [home, stops] = ["/app/screens/home.js", "/app/rider/home-stops.js"];
  const paths = new Set([home, stops, ...await needed(home), ...await needed(stops)]);
  const text = (await Promise.all([...paths].map(read))).join("\n");
  const said = [...text.matchAll(/"([a-z]+\.[A-Za-z]+)"/g)].map((match) => match[1]);
  equal(said.filter((key) => key in catalogues.en && !(key in there)), [], "what home says and messages/home-en.js lacks");
});

Deno.test("learning more messages keeps the network's clock", () => {
  const speaker = new Speaker("en", "en-GB", catalogues.en).writing("en-US", "America/Chicago").learning({});
  equal([speaker.locale, speaker.timeZone], ["en-US", "America/Chicago"]);
});

Deno.test("no sentence has two full stops where a duration ends with one, as in German", () => {
  const doubled = Object.entries(catalogues.de).filter(([, text]) => /\{(duration|spare)\}\.( |$)/.test(text));
  equal(doubled, [], "the sentences with two full stops");
});
