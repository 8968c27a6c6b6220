// Answers requests about a network: node answers.mjs ENGINE_FOLDER NETWORK REQUESTS ANSWERS
// Requests are a JSON array of [path, milliseconds since 1970], answers one of texts, each the
// status, a space and the body.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, network, requests, answers, frames] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/engine.js`));
const engine = await Engine.create(readFileSync(`${folder}/takt-engine.wasm`));
engine.openNetwork(readFileSync(network));
for (const frame of frames ? JSON.parse(readFileSync(frames, 'utf8')) : []) {
  engine.apply(Buffer.from(frame, 'base64'));
}
const texts = JSON.parse(readFileSync(requests, 'utf8')).map(([path, now]) => {
  const { status, text } = engine.getText(path, Number(now));
  return `${status} ${text}`;
});
writeFileSync(answers, JSON.stringify(texts));
