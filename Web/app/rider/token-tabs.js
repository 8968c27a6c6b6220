// What one tab stores may be seen by another only later, while locks are seen at once: a lock shows other tabs that the
// rider's token was stored.

import { RIDER_KEY, STORE_SETTLES_MILLISECONDS } from "../store.js";

const STORED = `${RIDER_KEY} stored`;
/** How long a tab holds the lock, in milliseconds; a page that holds one is not kept for the way back to it. */
const HELD_MILLISECONDS = 10_000;
/** Whether this tab holds it; a tab sees at once what it stored itself. */
let isHeldHere = false;

/** Notifies other tabs that the token is stored.
 * @returns {Promise<void>} */
export async function notifyTabs() {
  await new Promise((resolve) => {
    if (navigator.locks === undefined) return resolve(null);
    void navigator.locks.request(STORED, { mode: "shared" }, () => {
      isHeldHere = true;
      resolve(null);
      return new Promise((end) => setTimeout(end, HELD_MILLISECONDS)).finally(() => isHeldHere = false);
    });
  });
}

/** Waits, at most two seconds, until the token that another tab has stored is visible here.
 * @param {() => boolean} isVisible */
export async function untilSeen(isVisible) {
  const { held = [] } = await navigator.locks?.query() ?? {};
  if (isHeldHere || !held.some(({ name }) => name === STORED)) return;
  for (let turn = 0; turn < 20 && !isVisible(); turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, STORE_SETTLES_MILLISECONDS));
  }
}
