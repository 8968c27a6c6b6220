/** Whether the browser tells the device's place without asking the rider.
 * @returns {Promise<boolean>} */
export async function isAllowed() {
  try {
    const { state } = await navigator.permissions.query({ name: "geolocation" });
    return state === "granted";
  } catch {
    return false;
  }
}
