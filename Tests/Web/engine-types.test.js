// The types that the package of the engine publishes are written by hand; the type checker
// compares them here with the modules.
import * as client from "../../Web/engine/client.js";
import * as engine from "../../Web/engine/engine.js";
import { equal } from "./support.js";

/** @type {typeof import("../../packaging/engine/npm/engine.d.ts")} */
const describedEngine = engine;
/** @type {typeof import("../../packaging/engine/npm/client.d.ts")} */
const describedClient = client;

/** The methods of a class. @param {Function} type */
const methods = (type) => Object.getOwnPropertyNames(type.prototype).sort();

Deno.test("the package describes every method of the engine and its client", async () => {
  for (const [name, type] of /** @type {const} */ ([
    ["engine", describedEngine.Engine], ["client", describedClient.EngineClient],
  ])) {
    const text = await Deno.readTextFile(`packaging/engine/npm/${name}.d.ts`);
    const missing = methods(type).filter((method) => !text.includes(`${method}(`));
    equal(missing, []);
  }
});
