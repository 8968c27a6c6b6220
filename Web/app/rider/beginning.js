// The first thing that a device saves makes its rider on the server.

/** @import { Rider } from "./rider.js" */
import { RIDER_KEY, alone } from "../store.js";
import { notifyTabs, untilSeen } from "./token-tabs.js";

/** Creates the rider, unless another tab does; two tabs that save for the first time at once get one rider.
 * @param {Rider} rider
 * @param {string} language
 * @returns {Promise<boolean>} whether the rider is new */
export async function begin(rider, language) {
  return await alone(RIDER_KEY, async () => {
    await untilSeen(() => rider.token !== null);
    if (rider.token !== null) return false;
    const { token } = await rider.request("POST", "/riders", { language });
    rider.keep(token);
    if (!rider.isFleeting) await notifyTabs();
    return true;
  });
}
