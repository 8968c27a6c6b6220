import { Engine } from './engine.js';

// Runs the engine off the page. Messages: { id, method, values }; answers: { id, answer } or
// { id, problem }.

/** @type {Engine | undefined} */
let engine;

/** @type {(method: string, values: any) => Promise<unknown>} */
async function run(method, values) {
  if (method === 'open') {
    engine ??= await Engine.create(values.wasm);
    engine.openNetwork(new Uint8Array(values.network));
    return engine.network();
  }
  if (!engine) throw Object.assign(new Error('No network is open.'), { code: 'no-network' });
  return engine.ask(method, values);
}

self.onmessage = async ({ data: { id, method, values } }) => {
  try {
    self.postMessage({ id, answer: await run(method, values) });
  } catch (error) {
    // After a trap the memory cannot be trusted; the next network gets an engine of its own.
    if (error instanceof WebAssembly.RuntimeError) engine = undefined;
    const { code = 'engine-failed', message } = /** @type {any} */ (error);
    self.postMessage({ id, problem: { code, sentence: message } });
  }
};
