/** The table of exports: what is made of it is up to date, and pages name each subpath. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { listAllExports, listExports } from "../cli/package/exports.js";
import { listSources, makeFiles } from "../scripts/exports.js";
import { CLIENT, DATA, NOT_ON_JSR, PASSED_ON, RECEIVING, RUNTIME } from "../src/exports.js";

const files = await makeFiles();
const read = (path: string): string => readFileSync(path, "utf8");

describe("what is made of the table of exports", () => {
  it.each(files)("$path is up to date", ({ path, text }) => {
    expect(read(path), "To update it: npm run codegen").toBe(text);
  });

  it("is all that the folder of the runtime has", () => {
    const paths = readdirSync("src/runtime", { recursive: true, encoding: "utf8" })
      .map((path) => `src/runtime/${path.replaceAll("\\", "/")}`)
      .filter((path) => path.endsWith(".ts") && !path.includes("/dist/"));
    const made = files.map(({ path }) => path).filter((path) => path.endsWith(".ts"));
    expect(paths.sort()).toEqual([...made].sort());
  });

  it.each(Object.entries(listSources()))("%s has its source", (_name, path) => {
    expect(existsSync(path.replace(/\/\*.*$/, ""))).toBe(true);
  });
});

describe("the table of exports", () => {
  it.each(Object.entries(RUNTIME))("has each name of %s once", (_name, { names }) => {
    const list = Object.values(names).flatMap((part) => Object.values(part).flat());
    expect(new Set(list).size).toBe(list.length);
  });

  it("speaks of subpaths that there are", () => {
    const ofClient = Object.keys(CLIENT);
    const ofRuntime = Object.keys(RUNTIME).map((name) => `./${name}`);
    expect(ofClient).toEqual(expect.arrayContaining([...DATA]));
    expect(ofClient).toEqual(expect.arrayContaining(RECEIVING.map((name) => `./${name}`)));
    expect(ofRuntime).toEqual(expect.arrayContaining([...PASSED_ON, ...NOT_ON_JSR]));
  });
});

describe("the entry points of a client", () => {
  const listOf = (...paths: readonly string[]) => Object.keys(listExports("src", new Set(paths)));

  it("are those of the modules that it has, with those that only some ask for", () => {
    expect(listOf("sdk.ts", "paths.ts", "methods/pets.ts")).toEqual([
      "./sdk",
      "./resources/*",
      "./paths",
    ]);
    expect(Object.keys(listAllExports("src"))).toEqual(Object.keys(CLIENT));
    expect(listExports("src", new Set(["paths.ts"]))).toEqual({
      "./paths": { types: "./dist/src/paths.d.ts", default: "./dist/src/paths.js" },
    });
  });
});

describe("the pages about modules", () => {
  const subpaths = [...Object.keys(CLIENT), ...PASSED_ON].map((subpath) => subpath.slice(2));
  const pages = [
    ["docs/modules.md", subpaths],
    ["src/runtime/README.md", Object.keys(RUNTIME)],
  ] as const;

  // A page may name what is below a subpath as `/*`, or by its last part: `/sqlite`.
  it.each(pages)("%s has all subpaths", (page, names) => {
    const text = read(page);
    const missing = names.filter((name) => {
      const [parent = "", child] = name.split("/");
      const places = child === undefined ? [`/${name}\``] : [name, `/${parent}/*`, `/${child}\``];
      return name !== "" && !name.endsWith("*") && !places.some((place) => text.includes(place));
    });
    expect(missing).toEqual([]);
  });
});
