import { EventParser } from "../../Web/app/live/event-parser.js";
import { equal } from "./support.js";

const STREAM = 'retry: 3000\n\nid: 1\nevent: vehicles\ndata: {"a":1}\n\n: keep-alive\n\n' +
  "id: 2\r\nevent: vehicles\r\ndata: one\r\ndata: two\r\n\r\n";
const EVENTS = [
  { event: "vehicles", data: '{"a":1}', id: "1" },
  { event: "vehicles", data: "one\ntwo", id: "2" },
];

Deno.test("events, comments and fields", () => {
  equal(new EventParser().push(STREAM), EVENTS);
});

Deno.test("wherever the network cuts the stream, the events are the same", () => {
  for (let cut = 1; cut < STREAM.length; cut += 1) {
    const parser = new EventParser();
    equal([...parser.push(STREAM.slice(0, cut)), ...parser.push(STREAM.slice(cut))], EVENTS);
  }
  const parser = new EventParser();
  equal([...STREAM].flatMap((letter) => parser.push(letter)), EVENTS);
});

Deno.test("an event that is not whole does not count, nor does its id", () => {
  const parser = new EventParser();
  equal(parser.push("id: 7\nevent: vehicles\ndata: half"), []);
  equal(parser.lastEventId, "");
  equal(parser.push("\n\n"), [{ event: "vehicles", data: "half", id: "7" }]);
  equal(parser.lastEventId, "7");
});

Deno.test("an event without data is no event", () => {
  equal(new EventParser().push("event: vehicles\n\ndata\n\n"), [{ event: "message", data: "", id: "" }]);
});
