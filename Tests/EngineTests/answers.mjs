// Answers questions on a network: node answers.mjs ENGINE_FOLDER NETWORK QUESTIONS ANSWERS
// Questions and answers are JSON arrays of texts.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, network, questions, answers] = process.argv.slice(2);
const { Engine } = await import(pathToFileURL(`${folder}/engine.js`));
const engine = await Engine.create(readFileSync(`${folder}/takt-engine.wasm`));
engine.openNetwork(readFileSync(network));
const texts = JSON.parse(readFileSync(questions, 'utf8'));
writeFileSync(answers, JSON.stringify(texts.map((text) => engine.askText(text))));
