// The measurements of Benchmarks/engine, in Node and in Chromium:
//     node engine.mjs ENGINE_FOLDER NETWORK QUESTIONS [FILE]
// prints JSON; with FILE it also writes the requests of the pages, for the native program.

/** Milliseconds since a moment. */
const since = (start) => performance.now() - start;

/** The median of numbers. */
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

/**
 * The requests for pages of three connections between stops drawn with a fixed seed.
 * @returns {[string, number][]} paths, and instants in milliseconds since 1970
 */
function draw(engine, count) {
  const search = (text) => engine.get(`/api/v1/stops/search?q=${text}&limit=100`).body.stops;
  const { from: firstDay } = engine.get('/api/v1/network').body.serviceDays;
  const time = Date.parse(`${firstDay}T08:00:00Z`);
  let state = 1;
  const next = (limit) => (state = (state * 48271) % 2147483647) % limit;
  const stops = [...'abcdefghijklmnoprstuvw'].flatMap(search);
  return Array.from({ length: count }, () => {
    const ends = new URLSearchParams({
      from: stops[next(stops.length)].id, to: stops[next(stops.length)].id, results: '3',
    });
    return [`/api/v1/connections?${ends}`, time + next(36000) * 1000];
  });
}

/**
 * Measures the engine on a network.
 * @param {any} Engine the class of engine.js
 * @param {BufferSource} wasm @param {Uint8Array} network @param {number} count of pages
 */
export async function measure(Engine, wasm, network, count) {
  const results = {};
  let start = performance.now();
  const module = await WebAssembly.compile(wasm);
  const engine = await Engine.create(module);
  results.compile_ms = since(start);
  const pages = await drawn(Engine, module, network, count);
  start = performance.now();
  engine.openNetwork(network);
  results.open_ms = since(start);
  start = performance.now();
  engine.get(...pages[0]);
  results.first_page_ms = since(start);
  // The first pass prepares the days of all pages.
  for (const page of pages) engine.get(...page);
  const times = [];
  let found = 0;
  for (const page of pages) {
    start = performance.now();
    const { status, body } = engine.get(...page);
    times.push(since(start));
    if (status === 200) found += body.connections.length;
  }
  results.found = found;
  results.page_ms = times.reduce((sum, time) => sum + time, 0) / times.length;
  results.page_median_ms = median(times);
  start = performance.now();
  engine.get('/api/v1/stops/search?q=a&limit=10');
  results.first_stops_ms = since(start);
  start = performance.now();
  for (let round = 0; round < 100; round += 1) engine.get('/api/v1/stops/search?q=bah&limit=10');
  results.stops_ms = since(start) / 100;
  results.memory_bytes = engine.memoryBytes;
  return { results, pages };
}

/** The pages, drawn by an engine of their own, so that nothing is prepared in the measured one. */
async function drawn(Engine, module, network, count) {
  const engine = await Engine.create(module);
  engine.openNetwork(network);
  return draw(engine, count);
}

if (globalThis.process?.argv[1]?.endsWith('engine.mjs')) {
  const { readFileSync, writeFileSync } = await import('node:fs');
  const { pathToFileURL } = await import('node:url');
  const { brotliCompressSync, constants, gzipSync } = await import('node:zlib');
  const [folder, network, count, file] = process.argv.slice(2);
  const { Engine } = await import(pathToFileURL(`${folder}/engine.js`));
  const wasm = readFileSync(`${folder}/takt-engine.wasm`);
  const { results, pages } = await measure(Engine, wasm, readFileSync(network), Number(count));
  if (file) writeFileSync(file, pages.map(([path, now]) => `${now} ${path}\n`).join(''));
  const brotli = brotliCompressSync(wasm, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length },
  });
  console.log(JSON.stringify({
    ...results, bytes: wasm.length, gzip_bytes: gzipSync(wasm, { level: 9 }).length,
    brotli_bytes: brotli.length,
  }));
}
