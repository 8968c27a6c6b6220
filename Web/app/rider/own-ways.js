// The ways to home and to work, one tap below the search field of home. Fetched for riders who have named one of them.

/** @import { Context } from "../context.js" */
import { h, icon } from "../render.js";
import { searchAtStop } from "../router.js";
import { homeAndWork } from "./home-and-work.js";

/** @param {Context} context
 * @returns {Promise<HTMLElement[]>} */
export async function ownWays(context) {
  await context.learn(["streets"]);
  const { speaker } = context;
  const { home, work } = homeAndWork();
  const way = (/** @type {string} */ place, /** @type {string} */ image, /** @type {string} */ text) =>
    h("a", { class: "button", href: searchAtStop("to", place) }, icon(image), text);
  return [
    ...(home === undefined ? [] : [way(home.value, "home-outline", speaker.say("own.wayHome"))]),
    ...(work === undefined ? [] : [way(work.value, "domain", speaker.say("own.wayToWork"))]),
  ];
}
