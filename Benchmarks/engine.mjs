// The measurements of Benchmarks/engine: node engine.mjs ENGINE_FOLDER NETWORK [QUESTIONS]
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const [folder, network, count = '1000'] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/engine.js`));
const wasm = readFileSync(`${folder}/takt-engine.wasm`);
const results = {
  bytes: wasm.length, gzip: gzipSync(wasm, { level: 9 }).length, brotli: brotliCompressSync(wasm).length,
};
/** Milliseconds of a call. */
const timed = (name, body) => {
  const start = performance.now();
  const value = body();
  results[name] = Math.round((performance.now() - start) * 1000) / 1000;
  return value;
};
let start = performance.now();
const engine = await Engine.create(wasm);
results.create_ms = Math.round(performance.now() - start);
const bytes = readFileSync(network);
timed('open_ms', () => engine.openNetwork(bytes));
results.memory_open = engine.memoryBytes;
const { firstDay } = engine.network();
const time = Date.parse(`${firstDay}T08:00:00Z`) / 1000;
timed('index_ms', () => engine.searchStops('a'));

// Stops drawn in a fixed order, found by letters.
let state = 1;
const draw = (limit) => (state = (state * 48271) % 2147483647) % limit;
const stops = [...'abcdefghijklmnoprstuvw'].flatMap((text) => engine.searchStops(text, 100).stops);
const questions = Array.from({ length: Number(count) }, () => ({
  from: stops[draw(stops.length)], to: stops[draw(stops.length)], time: time + draw(36000),
}));
timed('first_page_ms', () => attempt(questions[0]));
function attempt({ from, to, time }) {
  try {
    return engine.connections({ from: from.id, to: to.id, time, limit: 3 }).connections.length;
  } catch {
    return 0;
  }
}
const half = questions.slice(0, Math.ceil(questions.length / 2));
for (const question of half.slice(0, 20)) attempt(question);
start = performance.now();
results.found = questions.reduce((sum, question) => sum + attempt(question), 0);
results.page_ms = (performance.now() - start) / questions.length;
start = performance.now();
for (const { from, time } of questions) engine.board({ stop: from.id, time });
results.board_ms = (performance.now() - start) / questions.length;
start = performance.now();
for (const { from } of questions) engine.searchStops(from.name.slice(0, 6));
results.search_ms = (performance.now() - start) / questions.length;
results.memory = engine.memoryBytes;
console.log(JSON.stringify(results, null, 2));
