import { describe, expect, it } from "vitest";
import { createEndpoint } from "../../src/endpoint/endpoint.js";
import { createSightings } from "../../src/endpoint/sightings.js";
import { catalog } from "../cases/endpoint/catalog.js";

interface NoRoutes {}

describe("sightings", () => {
  it("tell what comes again from what comes once", () => {
    const isNew = createSightings();
    expect(["GET /a", "GET /b", "GET /a", "GET /b", "GET /c"].map(isNew)).toEqual([
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it("keep no long text, and forget all when they have become too many", () => {
    const isNew = createSightings();
    const long = "x".repeat(5000);
    expect([long, long].map(isNew)).toEqual([true, true]);
    expect(isNew("first")).toBe(true);
    for (let count = 0; count < 4096; count++) isNew(`GET /${count}`);
    expect(isNew("first")).toBe(true);
  });

  it("tell texts apart that differ in one character", () => {
    const isNew = createSightings();
    const texts = Array.from(
      { length: 4000 },
      (_, count) => `GET /repos/{owner}/things-${count}/{id}`,
    );
    expect(texts.filter((text) => !isNew(text))).toEqual([]);
  });
});

describe("a route that is new, met again and remembered", () => {
  const parameters = { a: "x y", b: 2, c: ["d"] };

  it.each(["GET /{a}", "POST /:a", "GET /x{?b}", "x/{a}", "DELETE https://host.example/{a}"])(
    "makes the same of the same: %s",
    (route) => {
      const endpoint = createEndpoint<NoRoutes>(catalog);
      const results = [1, 2, 3].map(() => endpoint(route, parameters));
      expect(results[1]).toEqual(results[0]);
      expect(results[2]).toEqual(results[0]);
      const merged = [1, 2, 3].map(() => endpoint.merge(route, parameters));
      expect(merged[2]).toEqual(merged[0]);
      for (const options of merged) expect(endpoint.parse(options)).toEqual(results[0]);
    },
  );
});
