// Asking the server's API.

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

  /** The word for programs, such as "not-found"; empty if there was none. */
  get kind() {
    return String(this.problem.type ?? "").replace(/^.*\//, "");
  }
}

/** Asks the server's API for JSON; fails with a `Refusal` or, where nothing answers, another error.
 * @param {string} path after /api/v1
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>} */
export async function ask(path, signal) {
  return (await askDated(path, signal)).answer;
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

/** Asks as `ask` does, and tells whether the service worker had stored the answer.
 * @param {string} path after /api/v1
 * @param {AbortSignal} [signal]
 * @returns {Promise<{answer: any, stored: boolean}>} */
export async function askDated(path, signal) {
  const headers = { Accept: "application/json" };
  const response = await fetch(`/api/v1${path}`, { headers, signal });
  if (!response.ok) {
    throw new Refusal(path, response.status, await response.json().catch(() => ({})));
  }
  return { answer: await response.json(), stored: response.headers.has("Takt-Stored") };
}
