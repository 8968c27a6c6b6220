/** What the browser does when the device's place is asked for; "denied" where it does not say.
 * @returns {Promise<PermissionState>} */
export async function placePermission() {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state;
  } catch {
    return "denied";
  }
}

/** Whether the browser gives the device's place without asking the rider. */
export async function isAllowed() {
  return await placePermission() === "granted";
}
