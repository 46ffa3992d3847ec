/** Every list of the options of `endpoint` has all of them. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OPTION_NAMES } from "../../codegen/emit/calls/call-options.js";
import { NO_OPTIONS } from "../../src/request/endpoint/options.js";

/** Where the options of a call are listed, beside the code that merges them. */
const LISTS: readonly (readonly [place: string, names: readonly string[]])[] = [
  ["OPTION_NAMES in codegen/emit/calls/call-options.ts", [...OPTION_NAMES]],
  [
    "the table A.21 of docs/contract/A-endpoint.md",
    readNames("docs/contract/A-endpoint.md", /## A\.21[^]*?(?=## )/, /^\| `(\w+)/gm),
  ],
  [
    "the list of options in schema/README.md",
    readNames("schema/README.md", /`baseUrl`, `headers`[^;]*are options of every call/, /`(\w+)`/g),
  ],
];

it.each(LISTS)("[A.21] %s has all options, and no other name", (place, names) => {
  const expected = Object.keys(NO_OPTIONS).sort();
  expect([...new Set(names)].sort(), `Write the options of a call into ${place}`).toEqual(expected);
});

/** The names of a part of a file. */
function readNames(path: string, part: RegExp, names: RegExp): readonly string[] {
  const [found = ""] = part.exec(readFileSync(path, "utf8")) ?? [];
  return [...found.matchAll(names)].map(([, name = ""]) => name);
}
