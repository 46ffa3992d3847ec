/** Each subpath given as an argument must load both ways, and give the same names. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

for (const subpath of process.argv.slice(2)) {
  const imported = Object.keys(await import(subpath));
  const required = Object.keys(require(subpath)).filter((name) => name !== "__esModule");
  assert.ok(imported.length > 0, `${subpath} exports nothing`);
  assert.deepEqual(required.sort(), imported.sort(), subpath);
}
