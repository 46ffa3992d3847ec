/**
 * Imports a subpath of `typewire`, and fails when that loads a file made of a source whose path begins
 * with one of the texts that follow. A loader hook sees the files; the build lists their sources.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { MessageChannel } from "node:worker_threads";

const [listing, subpath, ...unwanted] = process.argv.slice(2);
const sourcesOf = JSON.parse(readFileSync(listing, "utf8"));
const { port1, port2 } = new MessageChannel();
const loaded = [];
port1.on("message", (url) => {
  const path = url.replace(/^.*\/node_modules\/typewire\//, "");
  loaded.push(path, ...(sourcesOf[path] ?? []));
});

const hook = `
let port;
export function initialize(data) { port = data.port; }
export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (loaded.source != null) port.postMessage(url);
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
