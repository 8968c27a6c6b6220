// This device's own push messages, which are requested only after a tap.

import { ask } from "../ask.js";
import { PUSH_KEY as CHANNEL_KEY, browserStore } from "../store.js";

/** The same name as in the service worker. */
const WORKER_CACHE = "takt-push";

/** The id of this device's channel; null if it has none.
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
    // Without storage this device is offered again, which is harmless: the server knows it.
  }
}

/** Stores what the service worker needs to renew the subscription while no page is open; null removes it.
 * @param {{id: string, token: string}|null} channel */
export async function leaveForWorker(channel) {
  if (typeof caches === "undefined") return;
  if (channel === null) await caches.delete(WORKER_CACHE);
  else await (await caches.open(WORKER_CACHE)).put("/channel", new Response(JSON.stringify(channel)));
}

/** What the server sends with. @typedef {{applicationServerKey: string, kinds: string[]}} PushOffer */

/** Why this device cannot receive push messages; "" if it can.
 * @returns {""|"insecure"|"install"|"unsupported"|"denied"} */
export function pushObstacle() {
  if (!globalThis.isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis)) {
    // On these devices only apps on the home screen can.
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

/** This device's subscription; null without one.
 * @returns {Promise<PushSubscription|null>} */
export async function presentSubscription() {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    return await registration?.pushManager.getSubscription() ?? null;
  } catch {
    return null;
  }
}

/** Requests the rider's permission and a subscription.
 * @param {string} key the server's, base64url
 * @returns {Promise<PushSubscription|null>} null if the rider refused */
export async function subscribe(key) {
  if (await Notification.requestPermission() !== "granted") return null;
  const registration = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(key);
  const known = await registration.pushManager.getSubscription();
  const knownKey = known?.options.applicationServerKey;
  // A server with a new key cannot use the old subscription.
  if (known !== null && knownKey != null && String(new Uint8Array(knownKey)) !== String(applicationServerKey)) {
    await known.unsubscribe();
  }
  return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}
