// What became of a file, in words.

/** @import { MessageKey, Speaker } from "../i18n.js" */
/** @import { ReadFile } from "./file-days.js" */
import { wholeNumber } from "../format.js";

/** The messages for the reasons by which records are left out, as `takt diary import` names them.
 * @type {Record<string, MessageKey>} */
export const LEFT_OUT = {
  "recorded twice": "left.double",
  "no usable place": "left.badPlace",
  "no usable time": "left.badTime",
  malformed: "left.malformed",
  "another kind of record": "left.otherKind",
  encrypted: "left.encrypted",
  "inferred, not observed": "left.inferred",
};

/** @param {ReadFile} file
 * @param {Speaker} speaker
 * @returns {{text: string, leftOut: string, isProblem: boolean}} */
export function fileLine(file, speaker) {
  if ("problem" in file) return { text: problemText(file.name, file.problem, speaker), leftOut: "", isProblem: true };
  const { name, report: { format, fixes, motions, skipped } } = file;
  const number = (/** @type {number} */ value) => wholeNumber(value, speaker.locale);
  const left = Object.entries(skipped).map(([reason, count]) =>
    speaker.say(LEFT_OUT[reason] ?? "left.malformed", { n: number(count) }));
  return {
    text: speaker.say(motions === 0 ? "files.read" : "files.readMotions", { name, format, n: number(fixes), motions: number(motions) }),
    leftOut: left.length === 0 ? "" : speaker.say("files.leftOut", { what: left.join(", ") }),
    isProblem: false,
  };
}

/** @param {string} name
 * @param {import("../../engine/diary.js").FileProblem} problem
 * @param {Speaker} speaker */
function problemText(name, { kind, columns = [], format = "", line, limitBytes = 0 }, speaker) {
  const megabytes = new Intl.NumberFormat(speaker.locale, { style: "unit", unit: "megabyte" }).format(limitBytes / 1_000_000);
  const key = kind === "malformed" && line === undefined ? "file.malformedWhole" : `file.${kind}`;
  return speaker.say(/** @type {MessageKey} */ (key), {
    name, format, line: line ?? "", columns: columns.join(", "), size: megabytes,
  });
}
