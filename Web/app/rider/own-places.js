// The fields for home and work in the settings: each finds and stores a place, and removes it when cleared.

/** @import { Context } from "../context.js" */
/** @import { OwnPlace } from "./home-and-work.js" */
import { h, setText } from "../render.js";
import { NearbyStops } from "../search/nearby.js";
import { nearestNamed, placesNear } from "../search/found-places.js";
import { PlaceField } from "../search/place-field.js";
import { RecentPlaces } from "../search/places.js";
import { coordinateOf } from "../search/query.js";
import { browserStore } from "../store.js";
import { homeAndWork, keepAs, OWN_PLACES } from "./home-and-work.js";

/** @param {Context} context
 * @returns {HTMLElement[]} */
export function ownPlacesSetting(context) {
  const { speaker } = context;
  const recent = new RecentPlaces(browserStore());
  const nearby = new NearbyStops();
  const said = h("p", { class: "hint", role: "status" });
  const fields = OWN_PLACES.map((which) => fieldOf(which, context, { recent, nearby, said }));
  return [h("div", { class: "setting setting-tall" },
    h("div", { class: "places own-places" }, ...fields.map(({ element }) => element)),
    h("p", { class: "hint" }, speaker.say("own.hint")), said)];
}

/** @param {OwnPlace} which
 * @param {Context} context
 * @param {{recent: RecentPlaces, nearby: NearbyStops, said: HTMLElement}} parts */
function fieldOf(which, context, { recent, nearby, said }) {
  const field = new PlaceField(context, {
    label: `own.${which}`, recent, nearby, isOwn: true,
    onChosen: async () => {
      if (field.chosen !== null) await nameOwn(field, context);
      const isKept = keepAs(which, field.chosen);
      setText(said, context.speaker.say(!isKept ? "own.failed" : field.chosen === null ? "own.forgotten" : "own.kept"));
    },
  });
  field.translate();
  const kept = homeAndWork()[which];
  if (kept !== undefined) field.set(kept);
  return field;
}

/** Names the current position after what is nearby.
 * @param {PlaceField} field
 * @param {Context} context */
async function nameOwn(field, { network, speaker }) {
  const { chosen } = field;
  const point = chosen === null ? null : coordinateOf(chosen.value);
  if (chosen === null || point === null || chosen.isAddress === true) return;
  const places = network?.streets === undefined ? [] : await placesNear(point).catch(() => []);
  if (field.chosen !== chosen) return;
  const near = nearestNamed(places)?.name;
  const name = near === undefined ? chosen.value : speaker.say("here.near", { place: near });
  field.set({ ...chosen, name, isAddress: true });
}
