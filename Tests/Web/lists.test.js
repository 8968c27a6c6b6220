import { lineName } from "../../Web/app/badge.js";
import { lineTitle, sharedNames } from "../../Web/app/lines/line-title.js";
import { redrawInterval } from "../../Web/app/map/vehicle-layer.js";
import { groupByMode, linesFound } from "../../Web/app/screens/lines.js";
import { groupByLine, isolated, matching } from "../../Web/app/screens/vehicles.js";
import { equal, holdsTrue, vehicle } from "./support.js";

Deno.test("vehicles stand under their lines, in the order of the lines' numbers", () => {
  const fleet = [
    vehicle({ id: "a", line: "10", route: "x" }),
    vehicle({ id: "b", line: null, route: null }),
    vehicle({ id: "c", line: "2", route: "y", headsign: "Zoll" }),
    vehicle({ id: "d", line: "2", route: "y", headsign: "Bad" }),
    vehicle({ id: "e", line: "2", route: "z" }),
  ];
  const groups = groupByLine(fleet, "de").map(([line, group]) => [line, group.map(({ id }) => id)]);
  equal(groups, [["2", ["d", "c"]], ["2", ["e"]], ["10", ["a"]], ["", ["b"]]]);
});

Deno.test("a filter finds line, destination, number and next stop, without accents and capitals", () => {
  const stop = { id: "s", name: "Mühle Süd", scheduled: "", expected: "" };
  const fleet = [
    vehicle({ id: "a", line: "10", headsign: "Zoll", nextStop: stop }),
    vehicle({ id: "b", line: "2", headsign: "Bad", label: "107" }),
  ];
  const found = (/** @type {string} */ text) => matching(fleet, text).map(({ id }) => id);
  equal(found("muhle"), ["a"]);
  equal(found("10 ZOLL"), ["a"]);
  equal(found("107"), ["b"]);
  equal(found("  "), ["a", "b"]);
  equal(found("zoll bad"), []);
});

Deno.test("a line is called by its number, else by its name, else by its id", () => {
  const line = { id: "r", mode: /** @type {const} */ ("bus"), type: 3, colour: "#000000", textColour: "#FFFFFF" };
  equal([{ ...line, shortName: "4", longName: "Ring" }, { ...line, longName: "Ring" }, line].map(lineName),
    ["4", "Ring", "r"]);
});

Deno.test("a line without a long name is known by where it goes", () => {
  const line = { id: "r", mode: /** @type {const} */ ("rail"), type: 2, colour: "#000000", textColour: "#FFFFFF", shortName: "EC" };
  equal([{ ...line, longName: "Ring", from: "A", to: "B" }, { ...line, from: "A", to: "B" }, line,
    { ...line, from: "A", via: "C", to: "B" }].map(lineTitle), ["Ring", "A – B", "", "A – C – B"]);
  equal(sharedNames([line, { ...line, shortName: "IR" }, line, line]), new Set(["EC"]));
});

Deno.test("lines stand under their modes, in the feed's order and then by number", () => {
  /** @param {string} id
   * @param {import("../../Web/app/types.js").Mode} mode
   * @param {number} [sortOrder] */
  const route = (id, mode, sortOrder) => ({
    id, shortName: id, mode, type: 0, colour: "#000000", textColour: "#FFFFFF",
    ...(sortOrder === undefined ? {} : { sortOrder }),
  });
  const { shortName: _, ...unnumbered } = { ...route("x", "bus"), longName: "5 by night" };
  const routes = [
    route("10", "bus"), route("2", "bus"), unnumbered, route("99", "bus", 1), route("S1", "rail"),
  ];
  const groups = groupByMode(routes, "de").map(([mode, group]) => [mode, group.map(({ id }) => id)]);
  equal(groups, [["rail", ["S1"]], ["bus", ["99", "2", "x", "10"]]]);
});

Deno.test("the picture is redrawn as often as a vehicle moves a pixel, and no oftener", () => {
  const calm = { reducedMotion: false, clockSpeed: 1 };
  equal([8, 10, 13, 15, 16, 18].map((zoom) => redrawInterval(zoom, calm)), [400, 400, 180, 60, 50, 50]);
  let before = Infinity;
  for (let zoom = 5; zoom <= 18; zoom += 0.25) {
    const interval = redrawInterval(zoom, calm);
    holdsTrue(interval <= before && interval >= 50, `zoom ${zoom}`);
    before = interval;
  }
  equal(redrawInterval(15, { reducedMotion: true, clockSpeed: 1 }), 1000);
  equal(redrawInterval(10, { reducedMotion: false, clockSpeed: 4 }), 100);
});

Deno.test("a name from right to left keeps the time behind it", () => {
  equal([isolated("Linden"), isolated("محطة")], ["Linden", "\u2068محطة\u2069"]);
});

Deno.test("lines are found by the beginning of their number, and by places and agencies in any order", () => {
  const line = (/** @type {string} */ shortName, /** @type {object} */ more = {}) =>
    /** @type {any} */ ({ id: shortName, shortName, longName: "", mode: "bus", agency: "Zugerland", ...more });
  const lines = [line("3"), line("13"), line("30", { from: "Zürich HB", to: "Zug" }), line("S1", { agency: "SBB" })];
  const found = (/** @type {string} */ text) => linesFound(lines, text).map(({ id }) => id);
  equal(found("3"), ["3", "30"]);
  equal(found("zurich"), ["30"]);
  equal(found("zug 30"), ["30"]);
  equal(found("sbb s"), ["S1"]);
  equal(found(" "), ["3", "13", "30", "S1"]);
  equal(found("x"), []);
});
