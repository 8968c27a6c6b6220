// Opens network files and asks about each: node opens.mjs ENGINE_FOLDER FILES REQUESTS ANSWERS
// FILES is a JSON array of paths, REQUESTS one of [path, milliseconds since 1970]; ANSWERS becomes an
// array with a text for each file: "refused", or the statuses and bodies of its answers. A file that
// stops the engine is "stopped", and the next one has a new engine.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, files, requests, answers] = process.argv.slice(2);
const { Engine, EngineError } = await import(pathToFileURL(`${folder}/engine.js`));
const module = await WebAssembly.compile(readFileSync(`${folder}/takt-engine.wasm`));
const asked = JSON.parse(readFileSync(requests, 'utf8'));

/** @param {string} file */
async function outcome(file) {
  const engine = await Engine.create(module);
  try {
    engine.openNetwork(readFileSync(file));
  } catch (error) {
    return error instanceof EngineError ? 'refused' : 'stopped';
  }
  try {
    return asked.map(([path, now]) => {
      const { status, text } = engine.getText(path, Number(now));
      return `${status} ${text}`;
    }).join('\n');
  } catch {
    return 'stopped';
  }
}

const texts = [];
for (const file of JSON.parse(readFileSync(files, 'utf8'))) texts.push(await outcome(file));
writeFileSync(answers, JSON.stringify(texts));
