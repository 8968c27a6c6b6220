// Handing on an address by what the device has: its own sheet, else the clipboard.

/** @param {{title: string, url: string}} what
 * @returns {Promise<"shared"|"copied"|"none">} none where the browser lets neither happen */
export async function shareLink(what) {
  if (typeof navigator.share === "function") {
    // Whoever closes the sheet has changed their mind.
    await navigator.share(what).catch(() => {});
    return "shared";
  }
  try {
    await navigator.clipboard.writeText(what.url);
    return "copied";
  } catch {
    // Browsers give the clipboard only over HTTPS.
    return "none";
  }
}
