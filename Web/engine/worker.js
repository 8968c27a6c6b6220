import { Engine, EngineError } from './engine.js';

// Runs the engine off the page. Messages: { id, method, values }; answers: { id, answer } or
// { id, problem }.

/** @type {Engine | undefined} */
let engine;
/** @type {WebAssembly.Module | undefined} */
let module;

/** @type {(method: string, values: any) => Promise<unknown>} */
async function run(method, values) {
  if (method === 'open') {
    module ??= await WebAssembly.compile(values.wasm);
    engine ??= await Engine.create(module);
    return engine.openNetwork(new Uint8Array(values.network));
  }
  if (!engine) throw new EngineError('no-network', 'No network is open.');
  if (method === 'apply') return engine.apply(new Uint8Array(values.frame));
  return engine.get(values.path, values.now);
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
