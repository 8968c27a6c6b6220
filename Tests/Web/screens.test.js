import { loadCatalogue } from "../../Web/app/i18n.js";
import { SCREENS, parseAddress, tabOf } from "../../Web/app/screens.js";
import { START_SCREENS } from "../../Web/app/settings.js";
import { equal, holdsTrue } from "./support.js";
import { files } from "./web-files.js";

const names = /** @type {(keyof typeof SCREENS)[]} */ (Object.keys(SCREENS));

Deno.test("each address of the table leads to its own screen, and none else has it", () => {
  const examples = { ":day": "2026-05-04", ":kind": "arrivals", ":part": "studies" };
  for (const name of names) {
    for (const pattern of SCREENS[name].paths) {
      const part = name === "diary" ? "statistics" : examples[":part"];
      const path = pattern.replace(":part", part).replace(/:\w+/g, (each) => examples[/** @type {":day"} */ (each)] ?? "x");
      equal(parseAddress(path).screen, name, path);
      equal(parseAddress(`${path}/`).screen, name, `${path}/`);
    }
  }
});

Deno.test("every screen has its tab, on wide and on narrow windows", () => {
  const tabs = names.filter((name) => SCREENS[name].tab !== undefined);
  const narrow = tabs.filter((name) => SCREENS[name].under === undefined);
  equal(narrow, ["home", "search", "map", "lines", "settings"]);
  for (const name of names.filter((each) => each !== "missing")) {
    holdsTrue(tabs.includes(tabOf(name, false)), `${name} has a tab on wide windows`);
    holdsTrue(narrow.includes(tabOf(name, true)), `${name} has a tab on narrow windows`);
  }
  // Scheduled trips are under "More" where they have no tab of their own, and not at home.
  equal([tabOf("trips", false), tabOf("trips", true), tabOf("trip", true)], ["trips", "settings", "lines"]);
});

Deno.test("the screen chosen to begin with is among the tabs", () => {
  equal(START_SCREENS.filter((name) => SCREENS[name].tab === undefined || SCREENS[name].paths[0].includes(":")), [],
    "the screens of START_SCREENS without a tab");
});

Deno.test("each screen knows its title by its own words, and its style sheets are there", async () => {
  const sheets = await files("app/");
  for (const name of names) {
    const { title, styles = [], words = ["home", "pages", "riders"] } = SCREENS[name];
    holdsTrue(title in await loadCatalogue("en", words), `${name} knows ${title}`);
    equal(styles.filter((sheet) => !sheets.includes(`/app/${sheet}.css`)), [], name);
  }
});
