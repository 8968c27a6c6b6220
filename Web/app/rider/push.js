// This device's own push messages: asked for after a tap only.

import { ask } from "../ask.js";
import { PUSH_KEY as CHANNEL_KEY, browserStore } from "../store.js";

/** As the worker has it. */
const WORKER_CACHE = "takt-push";

/** Which of the rider's channels is this device, null if none is.
 * @returns {string|null} */
export function ownChannel() {
  return browserStore()?.getItem(CHANNEL_KEY) ?? null;
}

/** @param {string|null} id of this device's channel */
export function rememberOwnChannel(id) {
  try {
    if (id === null) leaveForWorker(null).catch(() => {});
    if (id === null) browserStore()?.removeItem(CHANNEL_KEY);
    else browserStore()?.setItem(CHANNEL_KEY, id);
  } catch {
    // Then this device is offered again, which does no harm: the server knows it.
  }
}

/** Leaves for the worker what it needs to renew this device's messages while no page is open; null takes it away.
 * @param {{id: string, token: string}|null} channel */
export async function leaveForWorker(channel) {
  if (typeof caches === "undefined") return;
  if (channel === null) await caches.delete(WORKER_CACHE);
  else await (await caches.open(WORKER_CACHE)).put("/channel", new Response(JSON.stringify(channel)));
}

/** What the server sends over. @typedef {{applicationServerKey: string, kinds: string[]}} PushOffer */

/** Why this device cannot be pushed to; "" if it can.
 * @returns {""|"insecure"|"install"|"unsupported"|"denied"} */
export function pushObstacle() {
  if (!globalThis.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis)) {
    // There, apps on the home screen may, and pages in the browser may not.
    return /iPhone|iPad/.test(navigator.userAgent) ? "install" : "unsupported";
  }
  return Notification.permission === "denied" ? "denied" : "";
}

/** @param {string} text base64url
 * @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (each) => each.charCodeAt(0));
}

/** @returns {Promise<PushOffer>} fails with a `Refusal` where the server sends nothing */
export function pushOffer() {
  return ask("/push");
}

/** The subscription that this device has, null without one.
 * @returns {Promise<PushSubscription|null>} */
export async function presentSubscription() {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    return await registration?.pushManager.getSubscription() ?? null;
  } catch {
    return null;
  }
}

/** Asks the rider for the permission and the browser for a subscription.
 * @param {string} key the server's, base64url
 * @returns {Promise<PushSubscription|null>} null where the rider said no */
export async function subscribe(key) {
  if (await Notification.requestPermission() !== "granted") return null;
  const registration = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(key);
  const known = await registration.pushManager.getSubscription();
  const knownKey = known?.options.applicationServerKey;
  // A server with a new key cannot send to the old subscription.
  if (known !== null && knownKey != null && String(new Uint8Array(knownKey)) !== String(applicationServerKey)) {
    await known.unsubscribe();
  }
  return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
