/**
 * A worker without isolation runs many files of tests. One that leaves a clock or `fetch` replaced fails here, and not
 * a later file, which would wait for a timer that never ends.
 */
import { afterAll } from "vitest";

const NAMES = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "setImmediate",
  "queueMicrotask",
  "Date",
  "performance",
  "fetch",
] as const;

const readGlobals = () => new Map(NAMES.map((name) => [name, globalThis[name]]));

const worker: typeof globalThis & { platformGlobals?: ReturnType<typeof readGlobals> } = globalThis;
const platform = (worker.platformGlobals ??= readGlobals());

// Registered first, so it runs last.
afterAll(() => {
  const replaced = [...platform].filter(([name, original]) => globalThis[name] !== original);
  Object.assign(globalThis, Object.fromEntries(replaced));
  const names = replaced.map(([name]) => name).join(", ");
  if (names !== "") throw new Error(`A test replaced ${names}, and did not put it back`);
});
