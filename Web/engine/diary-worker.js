import { FileDiary } from './diary.js';
import { EngineError } from './host.js';
import { answering } from './messages.js';

// Reads files and infers their days off the page.

/** @type {FileDiary | undefined} */
let diary;
/** Called with how far the inference is. @type {(share: number) => void} */
let onProgress = () => {};

/** @type {(method: string, values: any, progress: (share: number) => void) => Promise<unknown>} */
async function run(method, values, progress) {
  if (method === 'open') {
    diary = await FileDiary.create(values.wasm, (share) => onProgress(share));
    return diary.begin(values.network && new Uint8Array(values.network));
  }
  if (!diary) throw new EngineError('engine-failed', 'The diary is not open.');
  if (method === 'add') return await diary.add(values.file, progress);
  if (method === 'answer') return diary.answer(values.what, values.zone);
  onProgress = progress;
  return diary.infer();
}

answering(run, () => diary = undefined);
