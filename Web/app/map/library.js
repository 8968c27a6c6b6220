// Loads MapLibre when a map is first shown, and says whether there can be one.

const FONT_MILLISECONDS = 300;

/** @type {Promise<any>|null} */
let loading = null;

/** @returns {boolean} */
export function canDrawMaps() {
  try {
    const canvas = document.createElement("canvas");
    return canvas.getContext("webgl2") !== null || canvas.getContext("webgl") !== null;
  } catch {
    return false;
  }
}

/** @returns {Promise<any>} MapLibre's namespace, once the font is there that it writes names with */
export async function loadMapLibrary() {
  const fonts = ["400", "600"].map((weight) => document.fonts?.load(`${weight} 16px Inter`).catch(() => []));
  const library = await loadLibrary();
  // By then it mostly is; no map waits long for it.
  await Promise.race([Promise.all(fonts), new Promise((resolve) => setTimeout(resolve, FONT_MILLISECONDS))]);
  return library;
}

/** @returns {Promise<any>} */
function loadLibrary() {
  loading ??= new Promise((resolve, reject) => {
    const styles = document.createElement("link");
    styles.rel = "stylesheet";
    styles.href = new URL("../../vendor/maplibre-gl.css", import.meta.url).pathname;
    const script = document.createElement("script");
    script.src = new URL("../../vendor/maplibre-gl.js", import.meta.url).pathname;
    script.onload = () => resolve(/** @type {any} */ (globalThis).maplibregl);
    script.onerror = () => {
      loading = null;
      reject(new Error("The map library did not load."));
    };
    document.head.prepend(styles);
    document.head.append(script);
  });
  return loading;
}
