/** The check that no files of a build import each other. */
import { expect, it } from "vitest";
import { expectNoCycles } from "../../scripts/build/bundle.js";

it.each([
  ["no file", []],
  ["a chain", [file("a.js", "b.js"), file("b.js", "c.js"), file("c.js", "node:fs")]],
  [
    "two ways to one file",
    [file("a.js", "b.js", "c.js"), file("b.js", "c.js"), file("c.js", "#platform")],
  ],
])("a build may consist of %s", (_, files) => {
  expect(() => expectNoCycles(files)).not.toThrow();
});

it.each([
  ["two files", [file("a.js", "b.js"), file("b.js", "a.js")], "a.js, b.js, a.js"],
  [
    "three files, which another one imports,",
    [file("0.js", "a.js"), file("a.js", "b.js"), file("b.js", "c.js"), file("c.js", "a.js")],
    "0.js, a.js, b.js, c.js, a.js",
  ],
])("a build fails in which %s import each other", (_, files, names) => {
  expect(() => expectNoCycles(files)).toThrow(names);
});

/** A file of a build, and the files that it imports. */
function file(fileName: string, ...imports: readonly string[]) {
  return { fileName, imports: [...imports] };
}
