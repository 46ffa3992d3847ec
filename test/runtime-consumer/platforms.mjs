/**
 * Modules that are the same on all platforms import those that are not by names that must mean the
 * same in each. Node takes its own; the others are loaded here by path.
 */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";

const folder = new URL("node_modules/typewire-runtime/dist/", import.meta.url);

/** The exports of the modules of a platform, by path. */
async function load(platform) {
  const paths = readdirSync(new URL(platform, folder)).sort();
  const modules = paths.map((path) => import(new URL(`${platform}/${path}`, folder).href));
  return new Map((await Promise.all(modules)).map((module, index) => [paths[index], module]));
}

const [node, portable] = await Promise.all(["node", "portable"].map(load));
assert.ok(node.size > 0);
assert.deepEqual([...portable.keys()], [...node.keys()]);
for (const [path, module] of node) {
  const other = portable.get(path);
  assert.deepEqual(Object.keys(other), Object.keys(module), path);
  // A hash is a text on one platform and a function on another.
  for (const [name, value] of Object.entries(module)) {
    if (typeof value === "function") assert.equal(other[name].name, value.name, `${path}: ${name}`);
  }
}

const plan = { header: "x-signature", encoding: "hex", prefix: "", item: /^[0-9a-f]{64}$/ };
const [first, second] = [node, portable].map((modules) => {
  const { bindBodyScheme, HMAC_SHA256 } = modules.get("webhooks.js");
  const scheme = bindBodyScheme(plan, HMAC_SHA256);
  return scheme.sign([scheme.createKey("a secret")], "a payload");
});
assert.match(first, plan.item);
assert.equal(second, first);
