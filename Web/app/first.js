// The first paint, while the rest is loading: the frame, and on a first visit what Takt is for. It consists of few and
// small files, in the order in which the page names them.

import { main, markTab, placeFrame } from "./frame.js";
import { Speaker, wishedLanguage } from "./i18n.js";
import { h } from "./render.js";
import { firstSight } from "./rider/welcome.js";
import { Settings, applyTheme } from "./settings.js";
import { RIDER_KEY, browserStore } from "./store.js";

const { language, locale } = wishedLanguage();
const speaker = new Speaker(language, locale);
const store = browserStore();
const { start, theme } = new Settings(store).values;
const isHome = location.pathname === "/home"
  || (location.pathname === "/" && location.search === "" && start === "home");

applyTheme(theme);
placeFrame(speaker);
if (isHome) {
  markTab("home", "/map");
  // Riders with saved data see that at once.
  const isFirst = (store?.getItem(RIDER_KEY) ?? null) === null;
  if (isFirst) main.append(h("div", { class: "first-sight" }, firstSight(speaker)));
}
