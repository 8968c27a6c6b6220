// Reads files and answers about their days: node days.mjs ENGINE_FOLDER NETWORK FILES TEXTS TARGETS
// FILES and TARGETS are JSON arrays of paths, NETWORK a file or empty. Texts are a report or a problem
// of each file, then an answer to each target: what is asked, a space, the time zone.
import { openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [folder, network, files, texts, targets] = process.argv.slice(2);
const list = (path) => JSON.parse(readFileSync(path, 'utf8'));
const { FileDiary } = await import(pathToFileURL(`${folder}/diary.js`));
const diary = await FileDiary.create(readFileSync(`${folder}/takt-diary.wasm`));
diary.begin(network === '' ? null : readFileSync(network));
const found = [];
for (const file of list(files)) {
  const told = await diary.add(await openAsBlob(file)).catch(({ more }) => more);
  found.push(JSON.stringify(told));
}
diary.infer();
for (const target of list(targets)) found.push(diary.answer(...target.split(' ')));
writeFileSync(texts, JSON.stringify(found));
