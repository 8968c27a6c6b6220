// The page's single participant and recorder; recording continues while other screens are shown.

import { RECORDING_KEY, browserStore } from "../store.js";
import { Participant } from "./participant.js";
import { Recorder } from "./recorder.js";

export const participant = new Participant(browserStore());
export const recorder = new Recorder({
  participant,
  store: browserStore(),
  locator: navigator.geolocation,
  wakeLock: /** @type {any} */ (navigator).wakeLock,
  locks: navigator.locks,
});

addEventListener("storage", ({ key, newValue }) => {
  // Ending it in one tab ends it in all.
  if (key === RECORDING_KEY && newValue === null && recorder.isOn) recorder.stop();
});

document.addEventListener("visibilitychange", () => {
  // A hidden page has lost its screen lock.
  if (!document.hidden) recorder.holdScreen();
});
addEventListener("online", () => recorder.send());

/** Resumes recording if it was on when the app was closed. */
export function resume() {
  if (participant.enrolment !== null && browserStore()?.getItem(RECORDING_KEY) === "1") recorder.start();
}
