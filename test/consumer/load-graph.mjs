/**
 * Imports a subpath, and fails when that loads a module made from a source whose path begins with
 * one of the texts that follow. A loader hook tells: the module graph is not to be seen from within.
 */
import assert from "node:assert/strict";
import { register } from "node:module";
import { MessageChannel } from "node:worker_threads";

const [subpath, ...unwanted] = process.argv.slice(2);
const { port1, port2 } = new MessageChannel();
const loaded = [];
port1.on("message", (file) => loaded.push(...readSources(file)));

/** The file, and the sources that it was made from: where each begins, the bundler has marked. */
function readSources({ url, text }) {
  const sources = text.matchAll(/^\/\/ ((?:src|generated)\/\S+)$/gm);
  return [url.replace(/^.*\/node_modules\//, ""), ...Array.from(sources, ([, path]) => path)];
}

const hook = `
let port;
export function initialize(data) { port = data.port; }
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (loaded.source != null) {
    port.postMessage({ url, text: new TextDecoder().decode(loaded.source) });
  }
  return loaded;
}
`;
register(`data:text/javascript,${encodeURIComponent(hook)}`, {
  parentURL: import.meta.url,
  data: { port: port2 },
  transferList: [port2],
});
await import(subpath);
// The last messages arrive behind the import.
await new Promise((settled) => setImmediate(settled));
port1.close();

assert.ok(loaded.length > 1, `${subpath} loaded nothing that the hook saw`);
const found = loaded.filter((path) => unwanted.some((text) => path.startsWith(text)));
assert.deepEqual(found, [], `${subpath} loads what it does not need`);
