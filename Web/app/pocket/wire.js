// The shapes of the network that is kept on this device. Types only.

/** The file for phones as the server offers it.
 * @typedef {{address: string, bytes: number, compressedBytes: number, digest: string, firstDay: string,
 *   lastDay: string, differences?: Difference[], region?: Region, revision?: string}} Offer `revision` is that of the network
 *   it is made of; `digest` is SHA-256 in hexadecimal digits of the `bytes` bytes; the days are service days; without a
 *   `region` it is the whole network */

/** What a file has of a network: the lines that stop within `radiusMetres` of a station.
 * @typedef {{name: string, latitude: number, longitude: number, radiusMetres: number}} Region */

/** How the offered file differs from the older one of the digest `from`.
 * @typedef {{address: string, bytes: number, compressedBytes: number, from: string}} Difference */

/** What is kept here: the file of a digest, since `at` by the server's clock, Unix milliseconds; `revision` is that of the
 * network it was made of, as far as that was noted; `lack` is why it cannot be used at present.
 * @typedef {{digest: string, bytes: number, firstDay: string, lastDay: string, at: number, revision?: string, region?: Region,
 *   lack?: Lack}} Kept */

/** `lost` and `damaged` hold until it is brought again, the others for this page. `lost`: the browser removed the file; `damaged`: it is not what was kept; `format`: this release of the app reads
 * another format; `failed`: the engine ends on it.
 * @typedef {"lost"|"damaged"|"format"|"failed"} Lack */

/** Why a download ended: `cut` the server or the network went away, `full` no room, `refused` the browser keeps
 * nothing, `damaged` other bytes came than were promised, `changed` the server has another file now.
 * @typedef {"cut"|"full"|"refused"|"damaged"|"changed"} Ending */

/** Files by their names, of one folder that the browser keeps for this site.
 * @typedef {{list: () => Promise<{name: string, bytes: number}[]>, read: (name: string) => Promise<ArrayBuffer|null>,
 *   write: (name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>, remove: (name: string) => Promise<void>}} Folder `read`
 *   gives null where there is none of that name; a `write` that fails leaves none */

/** What the server answered, or the engine in its place; `liveAsOf` is when the deviations were that the engine knew of, Unix
 * milliseconds, undefined where it answered by the timetable alone.
 * @typedef {{status: number, body: any, liveAsOf?: number}} EngineAnswer */

export {};
