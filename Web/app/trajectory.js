// The position of a vehicle at a time, from the timed path of the server.

/** @import { Vehicle } from "./types.js" */
import { mercatorX, mercatorY } from "./geometry.js";

/** A point in Mercator units.
 * @typedef {{x: number, y: number}} Place */

/** The timed path of one vehicle in Mercator units. Before its first and after its last point the vehicle stands still.
 * */
export class Trajectory {
  /** @param {Pick<Vehicle, "path"|"pathStart"|"heading">} vehicle */
  constructor(vehicle) {
    const count = vehicle.path.length;
    this.times = new Float64Array(count);
    this.xs = new Float64Array(count);
    this.ys = new Float64Array(count);
    this.heading = vehicle.heading;
    for (let index = 0; index < count; index += 1) {
      const [seconds, longitude, latitude] = vehicle.path[index];
      this.times[index] = vehicle.pathStart + seconds * 1000;
      this.xs[index] = mercatorX(longitude);
      this.ys[index] = mercatorY(latitude);
    }
    /** @private the segment used last: time mostly goes forward */
    this.segment = 0;
  }

  /** Whether the vehicle still moves after a time.
   * @param {number} now Unix milliseconds */
  movesAfter(now) {
    return this.times.length > 1 && now < this.times[this.times.length - 1];
  }

  /** Writes the position at a time into `place` and returns it.
   * @param {number} now Unix milliseconds
   * @param {Place} place reused, so that ten thousand vehicles allocate nothing */
  placeAt(now, place) {
    const { times, xs, ys } = this;
    const index = this.indexAt(now);
    place.x = xs[index];
    place.y = ys[index];
    if (index + 1 === times.length || now <= times[index]) return place;
    const share = (now - times[index]) / (times[index + 1] - times[index]);
    place.x += (xs[index + 1] - place.x) * share;
    place.y += (ys[index + 1] - place.y) * share;
    return place;
  }

  /** The last point that was reached at a time; the first before all.
   * @private
   * @param {number} now Unix milliseconds */
  indexAt(now) {
    const { times } = this;
    let index = this.segment;
    if (times[index] > now) index = 0;
    while (index + 1 < times.length && times[index + 1] <= now) index += 1;
    this.segment = index;
    return index;
  }

  /** The direction of travel at a time: that of the segment, or of the nearest one with movement, first ahead, then behind.
   * @param {number} now Unix milliseconds
   * @returns {number|null} degrees from north, null if unknown */
  headingAt(now) {
    const index = this.indexAt(now);
    const last = this.times.length - 1;
    for (let ahead = index; ahead < last; ahead += 1) {
      const heading = this.headingOf(ahead);
      if (heading !== null) return heading;
    }
    for (let behind = Math.min(index, last) - 1; behind >= 0; behind -= 1) {
      const heading = this.headingOf(behind);
      if (heading !== null) return heading;
    }
    return this.heading;
  }

  /** @private
   * @param {number} index
   * @returns {number|null} */
  headingOf(index) {
    const east = this.xs[index + 1] - this.xs[index];
    const south = this.ys[index + 1] - this.ys[index];
    if (Math.abs(east) + Math.abs(south) < 1e-9) return null;
    return ((Math.atan2(east, -south) * 180) / Math.PI + 360) % 360;
  }
}
