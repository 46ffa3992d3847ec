/** The runtime is in the packages of other vendors: its comments name no route of the default one. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { routes } from "../../generated/route-helpers.js";

const SRC = new URL("../../src/", import.meta.url);
const BOUND = /^(?:entries\/|index\.ts$)/;

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".ts") && !path.includes("dist/") && !BOUND.test(path),
);

it("no example of the runtime has a route of the default vendor", () => {
  const known = new Set<string>(Object.values(routes));
  const found = files.flatMap((path) =>
    [...readFileSync(new URL(path, SRC), "utf8").matchAll(/["`]([A-Z]+ \/[^"`\s]*)["`]/g)]
      .map(([, route = ""]) => route)
      .filter((route) => known.has(route))
      .map((route) => `${path}: ${route}`),
  );
  expect(known.size).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});
