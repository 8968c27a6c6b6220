// Messages that this device is to get: browsers drop subscriptions without a word, and servers addresses that were gone.
// Looked after at every start.

/** @import { Context } from "../context.js" */
import { leaveForWorker, ownChannel, presentSubscription, pushObstacle, pushOffer, rememberOwnChannel, subscribe } from "./push.js";

/** Subscribes anew where the subscription is gone, there or here; tells the rider where it cannot be.
 * @param {Context} context */
export async function keepSubscribed(context) {
  const { rider } = context.saved;
  const id = ownChannel();
  if (id === null || rider.token === null) return;
  if (pushObstacle() !== "" || Notification.permission !== "granted") return context.tell("push", Date.now());
  const [{ applicationServerKey }, channels, before] = await Promise.all([
    pushOffer(), rider.request("GET", "/rider/channels"), presentSubscription(),
  ]);
  const isKnown = channels.some((/** @type {{id: string}} */ each) => each.id === id);
  /** @type {PushSubscription|null} */
  let subscription = null;
  try {
    // Granted already: nobody is asked.
    subscription = await subscribe(applicationServerKey);
  } catch {
    // The browser's push service does not answer; there is another start.
  }
  if (subscription === null) return context.tell("push", before === null ? Date.now() : null);
  context.tell("push", null);
  await leaveForWorker({ id, token: rider.token }).catch(() => {});
  if (isKnown && before?.endpoint === subscription.endpoint) return;
  const channel = await rider.request("POST", "/rider/channels", { kind: "web-push", ...subscription.toJSON() });
  rememberOwnChannel(channel.id);
  await leaveForWorker({ id: channel.id, token: rider.token }).catch(() => {});
  if (isKnown && channel.id !== id) await rider.request("DELETE", `/rider/channels/${encodeURIComponent(id)}`);
}
