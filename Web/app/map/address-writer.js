// Writes where the map looks into the address. Browsers let an address change only so often, and a
// followed vehicle moves the map always.

const PAUSE_MILLISECONDS = 500;

export class AddressWriter {
  /** @param {() => void} write */
  constructor(write) {
    /** @private */
    this.write = write;
    /** @private */
    this.timer = 0;
  }

  /** Once in a while, however often it is asked for. */
  soon() {
    if (this.timer === 0) this.timer = setTimeout(() => this.now(), PAUSE_MILLISECONDS);
  }

  now() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.write();
  }
}
