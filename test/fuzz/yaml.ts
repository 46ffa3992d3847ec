/** Laws of the YAML reader: it reads any text, or refuses it with the places of its mistakes. */
import fc from "fast-check";
import { SchemaError } from "../../codegen/model/messages.js";
import { readSchema } from "../../codegen/read-schema.js";
import { check, type Property } from "./property.js";

const word = fc.constantFrom(
  "name",
  "events",
  "routes",
  "actions",
  "$ref",
  "type",
  "object",
  "properties",
  "baseUrl",
  "__proto__",
  "constructor",
  "GET /x/{a}",
  "~",
  "1",
  ".nan",
  "!!binary aGk=",
  "!!set",
  "!x",
  "&a",
  "*a",
  "<<",
  "|",
  ">",
  "'",
  '"',
  "2001-01-01",
);
const piece = fc.oneof(
  word,
  fc.constantFrom(
    ": ",
    "- ",
    "? ",
    "\n",
    "\n  ",
    "\n    ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "#",
    "---\n",
    "...\n",
    "%YAML 1.1\n",
    "\t",
    "\r\n",
    "\0",
  ),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
/** Well-formed YAML of the wrong shape. */
const tree = fc.jsonValue({ maxDepth: 5 }).map((value) => JSON.stringify(value));
const path = fc.constantFrom(
  "vendor.yaml",
  "events.yaml",
  "routes.yaml",
  "payloads/a.yaml",
  "components/a.yaml",
  "corrections.yaml",
  "other.yaml",
);

export const yamlProperties: readonly Property[] = [
  check("reads any text, or says what is wrong and where", path, text, read),
  check("reads any value, or says what is wrong and where", path, tree, read),
  check(
    "reads any depth",
    path,
    fc.tuple(fc.constantFrom("[", "{a: ", "- ", "? ", "{? "), fc.integer({ min: 1, max: 20_000 })),
    (file, [opening, depth]) => read(file, opening.repeat(depth)),
  ),
  check("reads any depth of maps", path, fc.integer({ min: 1, max: 1_000 }), (file, depth) =>
    read(file, Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}a:`).join("\n")),
  ),
];

/** Reads a schema with a file of this content. Throws unless it is read, or each mistake has its place. */
function read(file: string, content: string): void {
  const files = ["vendor.yaml", "events.yaml", "routes.yaml"]
    .filter((name) => name !== file)
    .map((name) => ({ path: name, text: "{}" }));
  try {
    readSchema([...files, { path: file, text: content }]);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    const misplaced = error.diagnostics.find(({ line, column }) => !(line >= 1 && column >= 1));
    if (misplaced !== undefined || error.diagnostics.length === 0) throw error;
  }
}
