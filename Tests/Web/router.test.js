import { boardAddress, linesAddress, mapAddress, savedAddress, searchAtStop, tripAddress } from "../../Web/app/router.js";
import { parseAddress } from "../../Web/app/screens.js";
import { equal } from "./support.js";

const emptyMap = { screen: "map", view: null, vehicle: null, stop: null, line: null };

Deno.test("the root is home", () => {
  equal(parseAddress("/"), { screen: "home" });
  equal(parseAddress("/home"), { screen: "home" });
});

Deno.test("the rider's saved data has addresses", () => {
  equal(parseAddress(savedAddress("a/b")), { screen: "saved", id: "a/b" });
  equal(parseAddress("/trips"), { screen: "trips" });
  equal(parseAddress("/settings/notifications"), { screen: "notifications" });
  equal(parseAddress("/settings/nearby"), { screen: "nearby" });
  for (const sign of ["#", "?"]) {
    equal(parseAddress(`/settings/devices${sign}code=9PFK5QDM`), { screen: "devices", code: "9PFK5QDM" });
    const diary = parseAddress(`/diary${sign}code=2222-2222-2222`);
    equal(diary.screen === "diary" && diary.code, "2222-2222-2222");
  }
});

Deno.test("a message leads to one connection", () => {
  const place = parseAddress("/connections/a-_1");
  equal(place.screen === "search" && place.parameters.toString(), "connection=a-_1");
});

Deno.test("the map's address without anything is all of it", () => {
  equal(parseAddress("/map"), emptyMap);
  equal(parseAddress("/map/"), emptyMap);
});

Deno.test("a map's address holds its view and what is chosen", () => {
  const view = { latitude: 47.37, longitude: 8.54, zoom: 13 };
  equal(mapAddress({ view, vehicle: "v 1&2" }), "/map?at=47.3700,8.5400,13&vehicle=v%201%262");
  equal(parseAddress("/map?at=47.3700,8.5400,13&vehicle=v%201%262"), {
    ...emptyMap, view, vehicle: "v 1&2",
  });
  equal(mapAddress({}), "/map");
});

Deno.test("every map address is read back as it was written", () => {
  for (const id of ["a", "ä/ö?&=#", "10:30%"]) {
    for (const zoom of [3, 13.4, 18]) {
      const view = { latitude: -33.45, longitude: 170.5, zoom };
      const place = { screen: "map", view, vehicle: id, stop: id, line: id };
      equal(parseAddress(mapAddress(place)), place);
    }
    const timetable = { direction: 1, day: "2026-05-04" };
    equal(parseAddress(linesAddress(id, timetable)), { screen: "line", line: id, ...timetable });
    equal(parseAddress(linesAddress(id)), { screen: "line", line: id, direction: null, day: null });
    const run = { line: id, trip: `${id}.1`, day: "2026-05-04" };
    equal(parseAddress(tripAddress(run)), { screen: "trip", ...run });
  }
});

Deno.test("a view that makes no sense is ignored", () => {
  for (const at of ["", "47,8", "a,b,c", "99,8,13", "47,181,13", "47,8,-1", "47,8,99", "1,2,3,4"]) {
    equal(parseAddress(`/map?at=${at}`), emptyMap, at);
  }
});

Deno.test("the other screens", () => {
  equal(parseAddress("/list"), { screen: "vehicles", filter: "" });
  equal(parseAddress("/list?find=spital%2010"), { screen: "vehicles", filter: "spital 10" });
  equal(parseAddress("/lines"), { screen: "lines" });
  equal(parseAddress("/about"), { screen: "about" });
  equal(parseAddress("/settings"), { screen: "settings" });
  equal(parseAddress("/help"), { screen: "help" });
  const senseless = parseAddress("/lines/a?direction=7&day=2026-99-99");
  equal(senseless, { screen: "line", line: "a", direction: null, day: null });
  equal(parseAddress("/trips/a/b/tomorrow"), { screen: "missing" });
  equal(parseAddress("/lines/%E0%A4%A"), { screen: "missing" });
  equal(parseAddress("/nowhere"), { screen: "missing" });
});

Deno.test("a stop's board has an address that no id takes for a file's name", () => {
  for (const id of ["a", "ä/ö?&=#", "ch:1:sloid:8503000.1", "10:30%"]) {
    for (const kind of /** @type {const} */ (["departures", "arrivals"])) {
      const address = boardAddress(id, kind);
      equal(parseAddress(address), { screen: "board", stop: id, kind });
      equal(address.split("/").at(-1), kind);
    }
  }
  equal(parseAddress("/stop/a"), { screen: "board", stop: "a", kind: "departures" });
  equal(parseAddress("/stop/a/elsewhere"), { screen: "missing" });
  equal(parseAddress("/stop/%E0%A4%A"), { screen: "missing" });
});

Deno.test("a search is a screen of its own", () => {
  const place = parseAddress("/search?from=a&to=b");
  equal(place.screen === "search" ? [place.parameters.get("from"), place.parameters.get("to")] : [], ["a", "b"]);
});

Deno.test("a stop leads into the search as its beginning or its end", () => {
  for (const id of ["a", "ä/ö?&=#", "10:30%"]) {
    for (const end of /** @type {const} */ (["from", "to"])) {
      const place = parseAddress(searchAtStop(end, id));
      equal(place.screen === "search" ? [...place.parameters] : [], [[end, id]]);
    }
  }
});
