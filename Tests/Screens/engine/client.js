// Stands in for Web/engine, with the same interface: its network file is a list of answers by path.

export class EngineClient {
  #waiting = new Map();
  #last = 0;
  #worker;

  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data: { id, answer, code } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (code === undefined) resolve(answer);
      else reject(Object.assign(new Error(code), { code }));
    };
  }

  openNetwork(_wasm, network) {
    return this.#ask("open", network);
  }

  get(path) {
    return this.#ask("get", path);
  }

  apply(frame) {
    return this.#ask("apply", frame);
  }

  close() {
    this.#worker.terminate();
  }

  #ask(method, value) {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, value });
    });
  }
}
