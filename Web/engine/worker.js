import { Engine, EngineError } from './engine.js';
import { answering } from './messages.js';

// Runs the engine off the page.

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

// The next network gets an engine of its own.
answering(run, () => engine = undefined);
