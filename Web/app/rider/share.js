// Shares an address by the device's share sheet, otherwise by the clipboard.

/** @param {{title: string, url: string}} what
 * @returns {Promise<"shared"|"copied"|"none">} none if the browser supports neither */
export async function shareLink(what) {
  if (typeof navigator.share === "function") {
    // The rider closed the sheet.
    await navigator.share(what).catch(() => {});
    return "shared";
  }
  try {
    await navigator.clipboard.writeText(what.url);
    return "copied";
  } catch {
    // Browsers allow the clipboard only over HTTPS.
    return "none";
  }
}
