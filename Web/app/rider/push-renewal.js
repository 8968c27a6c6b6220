// Renews this device's push subscription at every start, since browsers drop subscriptions silently, and servers drop
// addresses that failed.

/** @import { Context } from "../context.js" */
import { leaveForWorker, ownChannel, presentSubscription, pushObstacle, pushOffer, rememberOwnChannel, subscribe } from "./push.js";

/** Subscribes again if the subscription is missing here or on the server; shows a notice if that is impossible.
 * @param {Context} context */
export async function keepSubscribed(context) {
  const { rider } = context.saved;
  const id = ownChannel();
  if (id === null || rider.token === null) return;
  if (pushObstacle() !== "" || Notification.permission !== "granted") return context.notify("push", Date.now());
  const [{ applicationServerKey }, channels, before] = await Promise.all([
    pushOffer(), rider.request("GET", "/rider/channels"), presentSubscription(),
  ]);
  const isKnown = channels.some((/** @type {{id: string}} */ each) => each.id === id);
  /** @type {PushSubscription|null} */
  let subscription = null;
  try {
    // The permission is granted already, so there is no prompt.
    subscription = await subscribe(applicationServerKey);
  } catch {
    // The browser's push service does not answer; the next start tries again.
  }
  if (subscription === null) return context.notify("push", before === null ? Date.now() : null);
  context.notify("push", null);
  await leaveForWorker({ id, token: rider.token }).catch(() => {});
  if (isKnown && before?.endpoint === subscription.endpoint) return;
  const channel = await rider.request("POST", "/rider/channels", { kind: "web-push", ...subscription.toJSON() });
  rememberOwnChannel(channel.id);
  await leaveForWorker({ id: channel.id, token: rider.token }).catch(() => {});
  if (isKnown && channel.id !== id) await rider.request("DELETE", `/rider/channels/${encodeURIComponent(id)}`);
}
