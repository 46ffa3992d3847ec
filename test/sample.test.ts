/** Samples of large tables of cases. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { listProjects } from "../vitest.config.js";

const cases = Array.from({ length: 100 }, (_, index) => index);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it.each([
  ["test", "test"],
  ["all", "all"],
  ["rest", "rest"],
])("a run with --mode %s gives %s to each of its projects", (mode, expected) => {
  const modes = listProjects(mode).map(({ test: { env } }) => env["TYPEWIRE_TEST_MODE"]);
  expect(new Set(modes)).toEqual(new Set([expected]));
});

describe("a sample", () => {
  it("is the same in every run, in the order of the cases", async () => {
    const first = (await load("test")).sample("a row", cases, 10);
    expect(first).toHaveLength(10);
    expect(first).toEqual([...first].sort((left, right) => left - right));
    expect((await load("test")).sample("a row", cases, 10)).toEqual(first);
  });

  it("is another for another row, so that all rows together have nearly all cases", async () => {
    const { sample } = await load("test");
    const drawn = Array.from({ length: 30 }, (_, row) => sample(`row ${row}`, cases, 10));
    expect(new Set(drawn.map(String)).size).toBe(30);
    expect(new Set(drawn.flat()).size).toBeGreaterThan(85);
  });

  it("has the corner cases, even where they are more than are drawn", async () => {
    const { sample } = await load("test");
    const isCorner = (value: number) => value % 9 === 0;
    const corners = cases.filter(isCorner);
    expect(sample("a row", cases, 20, isCorner)).toHaveLength(20);
    expect(sample("a row", cases, 20, isCorner)).toEqual(expect.arrayContaining(corners));
    expect(sample("a row", cases, 3, isCorner)).toEqual(corners);
  });

  it("is the whole where that is no more, and in a run of all", async () => {
    expect((await load("test")).sample("a row", cases, 100)).toEqual(cases);
    const { sample, repetitions } = await load("all");
    expect(sample("a row", cases, 10)).toEqual(cases);
    expect(repetitions(50_000)).toBe(50_000);
  });

  it("has in a run of the rest what the first run has left out, or some of it", async () => {
    const isCorner = (value: number) => value % 9 === 0;
    const drawn = (await load("test")).sample("a row", cases, 20, isCorner);
    const { sample } = await load("rest");
    const rest = sample("a row", cases, 20, isCorner);
    expect([...drawn, ...rest].sort((left, right) => left - right)).toEqual(cases);
    const some = sample("a row", cases, 20, isCorner, 30);
    expect(some).toHaveLength(30);
    expect(rest).toEqual(expect.arrayContaining([...some]));
  });
});

/** Loads the module as a run of a mode does. */
async function load(mode: "test" | "all" | "rest") {
  vi.resetModules();
  vi.stubEnv("TYPEWIRE_TEST_MODE", mode);
  return import("./sample.js");
}
