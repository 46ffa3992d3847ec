/**
 * Holds the tests against the contract: each requirement is named by a test, and no test names a
 * requirement that does not exist.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { requirements } from "./requirements.js";

const testFolder = fileURLToPath(new URL("..", import.meta.url));

/** Identifiers in brackets at the start of a string: `"[A.5] [option.url] names …"`. */
const title = /["'`]((?:\[[A-Za-z]+(?:\.[\w-]+)+\]\s*)+)/g;
const identifier = /\[([^\]]+)\]/g;

const named = new Map<string, string>();
for (const file of readdirSync(testFolder, { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith(".ts") || /^conformance|node_modules/.test(file)) continue;
  for (const [, brackets = ""] of readFileSync(join(testFolder, file), "utf8").matchAll(title)) {
    for (const [, id = ""] of brackets.matchAll(identifier)) named.set(id, file);
  }
}

describe("the tests cover the contract", () => {
  it.each(Object.keys(requirements))("%s has a test that names it", (id) => {
    expect(named.has(id)).toBe(true);
  });

  it.each([...named])("%s, named in %s, is a requirement", (id) => {
    expect(Object.hasOwn(requirements, id)).toBe(true);
  });
});
