import { Researcher } from "../../Web/app/operator/operator.js";
import { coverage, needsConsent } from "../../Web/app/operator/study.js";
import { memory, server } from "./rider-server.js";
import { equal } from "./support.js";

const NOW = Date.parse("2026-05-04T12:00:00Z");

Deno.test("a study's figures count those who take part, and of them who was heard from within a day", () => {
  /** @param {"recording"|"paused"|"stopped"} state
   * @param {number} fixes
   * @param {string} [seen] */
  const member = (state, fixes, seen) => ({ participant: "p", state, consentVersion: 1, joined: "2026-05-01T08:00:00Z", seen, fixes });
  equal(coverage([
    member("recording", 5, "2026-05-04T11:00:00Z"), member("recording", 7, "2026-05-03T11:00:00Z"), member("recording", 0),
    member("paused", 2, "2026-05-04T11:59:00Z"),
  ], NOW), { all: 4, recording: 3, heard: 1, fixes: 14 });
  equal(coverage([], NOW), { all: 0, recording: 0, heard: 0, fixes: 0 });
});

Deno.test("another text and a longer retention need a new consent, another name and a shorter one do not", () => {
  const study = { id: "s", name: "S", mode: /** @type {const} */ ("personal"), consent: { version: 1, text: "I agree." }, retentionDays: 30 };
  equal([needsConsent(study, "I agree.", 30), needsConsent(study, "I agree.", 10)], [false, false]);
  equal([needsConsent(study, "I agree.", 31), needsConsent(study, "I agree to more.", 30)], [true, true]);
});

Deno.test("a researcher's token is tried at the study, and kept apart from the operator's", async () => {
  /** @type {Map<string, string>} */
  const kept = new Map([["takt.operator", "another"]]);
  const { send, asked } = server(() => ({ status: 200, body: {} }));
  const researcher = new Researcher(memory(kept), send);
  equal(researcher.isIn, false);
  await researcher.enter("right");
  equal([researcher.isIn, kept.get("takt.operator"), kept.get("takt.researcher")], [true, "another", "right"]);
  equal(asked.map((each) => each.split(" ").at(-1)), ["right"]);
});
