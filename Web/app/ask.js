// Requests to the server: one place for time limits and for reading answers.

/** How long an answer is waited for, in milliseconds; then the app says what can be done. */
export const PATIENCE_MILLISECONDS = 10_000;

/** The server answered that it cannot do what was asked. */
export class Refusal extends Error {
  /** @param {string} path
   * @param {number} status
   * @param {Record<string, any>} problem the body after RFC 9457, empty if there was none */
  constructor(path, status, problem) {
    super(`${path}: ${status}`);
    this.status = status;
    this.problem = problem;
  }

  /** The word for programs, such as "not-found"; empty where Takt itself did not write the answer. */
  get kind() {
    return /^\/problems\/(.+)$/.exec(String(this.problem.type))?.[1] ?? "";
  }
}

/** Something on the way answered in the server's place: a network that wants a sign-in, or a proxy. */
export class Interception extends Error {}

/** The device keeps a part of the network only, the question leads beyond it, and no server answers. */
export class OutsideRegion extends Error {
  /** @param {string} path
   * @param {string} region the station in its centre */
  constructor(path, region) {
    super(`${path}: not around ${region}`);
    this.region = region;
  }
}

/** Notified of each answer: whether it was the server's own. @type {{answered: (isOwn: boolean) => void}} */
export const listener = { answered: () => {} };

/** Whether something else answered: by a page, or by leading elsewhere, which the API never does.
 * @param {Response} response */
function isIntercepted({ type, status, headers }) {
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  return type === "opaqueredirect" || status === 511 || isPage && (status < 404 || status === 407);
}

/** Asks the server for whatever it has; fails with a `Refusal`, an `Interception` or, where nothing answers in time,
 * another error.
 * @param {string} address
 * @param {{method?: string, token?: string|null, body?: unknown, signal?: AbortSignal, patience?: number,
 *   cache?: RequestCache, send?: typeof fetch}} [how] `patience` in milliseconds; `cache` is "no-cache" for what must not
 *   be a stored answer */
export async function request(address, how = {}) {
  const { method = "GET", token = null, body, signal, patience = PATIENCE_MILLISECONDS, cache, send = fetch } = how;
  /** @type {Record<string, string>} */
  const headers = { Accept: "application/json" };
  if (token !== null) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const limit = AbortSignal.timeout(patience);
  const response = await send(address, {
    method, headers, cache, redirect: "manual", body: body === undefined ? undefined : JSON.stringify(body),
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
  });
  const isOwn = !isIntercepted(response);
  listener.answered(isOwn);
  if (!isOwn) throw new Interception(address);
  if (!response.ok) throw new Refusal(address, response.status, await response.json().catch(() => ({})));
  return response;
}

/** The JSON of an answer, null for one without a body.
 * @param {Response} response
 * @returns {Promise<any>} */
export async function bodyOf(response) {
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch (error) {
    throw error instanceof SyntaxError ? new Interception(response.url) : error;
  }
}

/** What answers in the server's place while the network is kept on this device.
 * @typedef {{ask: (question: {path: string, signal?: AbortSignal, server: (patience?: number) => Promise<any>}) => Promise<any>}} Answering */

/** Its code comes when it is needed; null where nothing is kept. @type {{answers: Promise<Answering>|null}} */
export const elsewhere = { answers: null };

/** When an answer was stored that did not come from the server just now, Unix milliseconds. @type {WeakMap<object, number>} */
export const storedAnswers = new WeakMap();

/** Asks the server's API for JSON; fails as `request` does.
 * @param {string} path after /api/v1
 * @param {{signal?: AbortSignal, patience?: number, cache?: RequestCache}} [how] as of `request`
 * @returns {Promise<any>} */
export async function askServer(path, how) {
  const response = await request(`/api/v1${path}`, how);
  const answer = await bodyOf(response);
  const stored = response.headers.get("Takt-Stored");
  if (stored !== null && answer !== null) storedAnswers.set(answer, Number(stored));
  return answer;
}

/** Asks for JSON: the server's API, or what answers in its place; fails as `request` does.
 * @param {string} path after /api/v1
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} */
export async function ask(path, signal) {
  const server = (/** @type {number|undefined} */ patience) => askServer(path, { signal, patience });
  const answers = await elsewhere.answers?.catch(() => null) ?? null;
  return answers === null ? await server(undefined) : await answers.ask({ path, signal, server });
}

/** All of a list that comes in pages.
 * @param {string} path after /api/v1
 * @param {string} name of the list in the answer
 * @returns {Promise<any[]>} */
export async function askAll(path, name) {
  const all = [];
  let query = "";
  do {
    const page = await ask(path + query);
    all.push(...page[name]);
    query = page.next && `?after=${encodeURIComponent(page.next)}`;
  } while (query);
  return all;
}

/** Asks as `ask` does, and returns when the answer was stored on this device, if it was.
 * @param {string} path after /api/v1
 * @param {{cache?: RequestCache}} [how] with `cache` only the server may answer
 * @returns {Promise<{answer: any, storedAt: number|null}>} Unix milliseconds, null for a fresh answer */
export async function askDated(path, how) {
  const answer = how?.cache === undefined ? await ask(path) : await askServer(path, how);
  return { answer, storedAt: storedAnswers.get(answer) ?? null };
}
