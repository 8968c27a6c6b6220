// The types of the shuttle tracker's lists that operators edit.

/** @typedef {{latitude: number, longitude: number}} Place */

/** @typedef {Place & {id: number, name?: string|null, description?: string|null}} CampusStop */

/** @typedef {{id: number, name: string, description: string, enabled: boolean, color: string, width: number,
 *   stop_ids: number[], points: Place[], active: boolean, headway?: number}} CampusRoute `points` is a loop: the last connects
 *   to the first */

/** @typedef {{id: number, name: string, enabled: boolean, tracker_id: string}} CampusVehicle */

/** @typedef {"stops"|"routes"|"vehicles"} CampusKind */

export {};
