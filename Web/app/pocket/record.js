// What is kept of the network on this device, as the browser's storage says it: which file, and since when.

/** @import { Store } from "../store.js" */
/** @import { Network } from "../types.js" */
/** @import { Kept, Lack, Offer, Region } from "./wire.js" */
import { POCKET_KEY } from "../store.js";

const DIGEST = /^[0-9a-f]{64}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LACKS = ["lost", "damaged"];

/** @param {any} days */
function hasDays({ firstDay, lastDay }) {
  return DAY.test(firstDay) && DAY.test(lastDay);
}

/** What the server offers to keep; null where it has no file for phones.
 * @param {Network|null} network
 * @returns {Offer|null} */
export function offerOf(network) {
  const offer = network?.phone;
  if (offer === undefined || offer === null) return null;
  const isWhole = typeof offer.address === "string" && Number.isInteger(offer.bytes) && offer.bytes > 0 &&
    DIGEST.test(offer.digest) && hasDays(offer);
  return isWhole ? { ...offer, differences: differencesOf(offer), revision: network?.revision } : null;
}

/** The smaller files that the server offers of parts of a large network.
 * @param {Network|null} network
 * @returns {Offer[]} */
export function regionalOffers(network) {
  const { firstDay = "", lastDay = "", regions } = network?.phone ?? {};
  return (Array.isArray(regions) ? regions : []).flatMap((/** @type {any} */ each) => {
    const offer = offerOf(/** @type {Network} */ ({ revision: network?.revision, phone: { ...each, firstDay, lastDay } }));
    const region = regionIn(each);
    return offer === null || region === null ? [] : [{ ...offer, region }];
  });
}

/** @param {any} region
 * @returns {Region|null} */
function regionIn(region) {
  const { name, latitude, longitude, radiusMetres } = region ?? {};
  const isRegion = typeof name === "string" && [latitude, longitude, radiusMetres].every(Number.isFinite);
  return isRegion ? { name, latitude, longitude, radiusMetres } : null;
}

/** @param {{differences?: unknown}} offer */
function differencesOf({ differences }) {
  return (Array.isArray(differences) ? differences : []).filter(isDifference);
}

/** @param {any} difference */
function isDifference({ address, bytes, compressedBytes, from }) {
  return typeof address === "string" && Number.isInteger(bytes) && bytes > 0 && Number.isInteger(compressedBytes) && DIGEST.test(from);
}

/** What is kept here; null if nothing is.
 * @param {Store|null} store
 * @returns {Kept|null} */
export function keptNetwork(store) {
  try {
    const kept = JSON.parse(store?.getItem(POCKET_KEY) ?? "null");
    const isWhole = kept !== null && DIGEST.test(kept.digest) && Number.isInteger(kept.bytes) &&
      Number.isFinite(kept.at) && hasDays(kept);
    if (!isWhole) return null;
    const { digest, bytes, firstDay, lastDay, at, revision, lack } = kept;
    const region = regionIn(kept.region);
    return {
      digest, bytes, firstDay, lastDay, at, ...(typeof revision === "string" ? { revision } : {}),
      ...(region === null ? {} : { region }), ...(LACKS.includes(lack) ? { lack } : {}),
    };
  } catch {
    return null;
  }
}

/** Notes what is kept from now on; null for nothing.
 * @param {Store|null} store
 * @param {Kept|null} kept
 * @throws {DOMException} where the browser's storage is full */
export function noteKept(store, kept) {
  if (kept === null) store?.removeItem(POCKET_KEY);
  else store?.setItem(POCKET_KEY, JSON.stringify(kept));
}

/** Notes why the kept file cannot be used, as long as it is still that file.
 * @param {Store|null} store
 * @param {string} digest
 * @param {Lack} lack */
export function noteLack(store, digest, lack) {
  const kept = keptNetwork(store);
  if (kept?.digest !== digest || kept.lack === lack) return;
  try {
    noteKept(store, { ...kept, lack });
  } catch {
    // Then it is found again with the next question.
  }
}

/** The file that a rider wanted and that is not here yet, by its digest; null if none is.
 * @param {Store|null} store
 * @returns {string|null} */
export function wantedDigest(store) {
  try {
    const { wanted } = JSON.parse(store?.getItem(POCKET_KEY) ?? "{}");
    return DIGEST.test(wanted) ? wanted : null;
  } catch {
    return null;
  }
}

/** Notes what is wanted beside what is kept; null for nothing.
 * @param {Store|null} store
 * @param {string|null} digest */
export function noteWanted(store, digest) {
  const kept = keptNetwork(store);
  try {
    if (digest === null) noteKept(store, kept);
    else store?.setItem(POCKET_KEY, JSON.stringify({ ...kept, wanted: digest }));
  } catch {
    // Then it does not go on by itself on another page.
  }
}

/** Whether a day is within those of the file.
 * @param {Kept} kept
 * @param {string} day "2026-05-04" */
export function hasDay({ firstDay, lastDay }, day) {
  return day >= firstDay && day <= lastDay;
}
