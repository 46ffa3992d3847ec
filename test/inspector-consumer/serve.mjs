/** Serves the page of the installed package, loaded both ways. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { createInspector, createMemorySource } from "typewire-inspector";

assert.deepEqual(
  Object.keys(createRequire(import.meta.url)("typewire-inspector")).sort(),
  Object.keys(await import("typewire-inspector")).sort(),
);

const source = createMemorySource({ title: "Consumer" });
const body = new TextEncoder().encode('{"zen":"Keep it."}');
source.add({ id: "1", event: "ping", receivedAt: 0, outcome: "done", attempts: 1, body });
const inspector = createInspector(source);
const page = await inspector(new Request("http://localhost/inspector/"));
assert.equal(page.status, 200);
assert.match(await page.text(), /<script>.{9999}/s);
const list = await inspector(new Request("http://localhost/inspector/api/deliveries"));
assert.equal((await list.json()).deliveries[0].event, "ping");
