/**
 * All platforms share the modules of the package, which import one file that is the platform's. Node
 * takes its own; the other is loaded here by path.
 */
import assert from "node:assert/strict";

const folder = new URL("node_modules/typewire-runtime/dist/platforms/", import.meta.url);

const [node, portable] = await Promise.all(
  ["node", "portable"].map((platform) => import(new URL(`${platform}.js`, folder).href)),
);
assert.deepEqual(Object.keys(portable), Object.keys(node));

const [first, second] = [node, portable].map(({ SHA256, hmacOnce }) =>
  hmacOnce(SHA256, "a secret", "a payload", "hex"),
);
assert.match(first, /^[0-9a-f]{64}$/);
assert.equal(second, first);
