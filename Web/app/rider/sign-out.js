// Signs out all other devices of the rider, as when one was lost.

/** @import { Rider } from "./rider.js" */
import { leaveForWorker, ownChannel } from "./push.js";
import { notifyTabs } from "./token-tabs.js";

/** Ends the tokens of all other devices and their push messages, and gives this device a new token: a phone that was
 * set up from another one's backup has the same. Fails if the server does not answer; this device stays signed in then,
 * and it may be repeated.
 * @param {Rider} rider
 * @param {string|null} [own] this device's channel */
export async function signOutOthers(rider, own = ownChannel()) {
  // First time: no other device can take the code, and there is room for one more.
  await rider.request("POST", "/rider/sign-out-others");
  const { code } = await rider.request("POST", "/rider/pairing");
  await rider.pair(code);
  // Other tabs may not see the new token yet, and the old one is refused soon.
  if (!rider.isFleeting) await notifyTabs();
  await rider.request("POST", "/rider/sign-out-others");
  if (own !== null && rider.token !== null) await leaveForWorker({ id: own, token: rider.token }).catch(() => {});
  const channels = /** @type {{id: string, kind: string}[]} */ (await rider.request("GET", "/rider/channels"));
  for (const { id, kind } of channels) {
    if (kind === "web-push" && id !== own) await rider.request("DELETE", `/rider/channels/${encodeURIComponent(id)}`);
  }
}
