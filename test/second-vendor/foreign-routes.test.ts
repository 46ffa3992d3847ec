/** Comments of the runtime, which is in the packages of other vendors, too, name no route of the default vendor. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { routes } from "../../generated/route-helpers.js";

const SRC = new URL("../../src/", import.meta.url);
/** Files that bind the default vendor, and are in no other package. */
const BOUND = /^(?:entries\/|index\.ts$)/;

const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter(
  (path) => path.endsWith(".ts") && !path.includes("dist/") && !BOUND.test(path),
);

it("no example of the runtime has a route of the default vendor", () => {
  const known = new Set<string>(Object.values(routes));
  const foreign = files.flatMap((path) =>
    [...readFileSync(new URL(path, SRC), "utf8").matchAll(/["`]([A-Z]+ \/[^"`\s]*)["`]/g)]
      .map(([, route = ""]) => route)
      .filter((route) => known.has(route))
      .map((route) => `${path}: ${route}`),
  );
  expect(known.size).toBeGreaterThan(1000);
  expect(foreign).toEqual([]);
});
