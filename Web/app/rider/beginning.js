// The first thing that a device saves makes its rider on the server.

/** @import { Rider } from "./rider.js" */
import { RIDER_KEY, STORE_SETTLES_MILLISECONDS, alone } from "../store.js";

/** The lock of a tab that has stored the token. */
const STORED = `${RIDER_KEY} stored`;
/** How long a tab holds it, in milliseconds; a page that holds a lock is not kept for the way back to it. */
const HELD_MILLISECONDS = 10_000;
/** Whether this tab holds it; a tab sees at once what it stored itself. */
let isHeldHere = false;

/** Creates the rider, unless another tab does; two tabs that save for the first time at once get one rider.
 * @param {Rider} rider
 * @param {string} language
 * @returns {Promise<boolean>} whether the rider is new */
export async function begin(rider, language) {
  return await alone(RIDER_KEY, async () => {
    await settle(rider);
    if (rider.token !== null) return false;
    const { token } = await rider.request("POST", "/riders", { language });
    rider.keep(token);
    if (!rider.isFleeting) await tellTabs();
    return true;
  });
}

/** Tells other tabs that the token is stored: they see a lock at once, and what is stored perhaps later.
 * @returns {Promise<void>} */
async function tellTabs() {
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
 * @param {Rider} rider */
async function settle(rider) {
  const { held = [] } = await navigator.locks?.query() ?? {};
  if (isHeldHere || !held.some(({ name }) => name === STORED)) return;
  for (let turn = 0; turn < 20 && rider.token === null; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, STORE_SETTLES_MILLISECONDS));
  }
}
