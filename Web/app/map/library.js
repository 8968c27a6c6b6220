// Loads MapLibre when a map is first shown, and says whether there can be one.

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

/** @returns {Promise<any>} MapLibre's namespace */
export function loadMapLibrary() {
  // The map's names are written in it. The font is small and arrives before the library.
  document.fonts.load("16px Inter").catch(() => {});
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
