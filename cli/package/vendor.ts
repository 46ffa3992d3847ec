/** Changes keys of the `vendor.yaml` of a package. All other lines stay as they are. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isMap, type Node, type Pair, parse, parseDocument, type Scalar } from "yaml";
import { replaceFile } from "../../codegen/files/drafts.js";
import { printEntry } from "../../codegen/import/merge/print-yaml.js";
import { isMap as isObject } from "../../codegen/model/json.js";
import { CommandError } from "../io/errors.js";
import { type CliIo, locate } from "../io/io.js";
import { COMMAND } from "../io/tool.js";
import { expectManifest } from "./manifest.js";

/**
 * Sets a key of `vendor.yaml`, at the top level or in `webhooks`. The new entry replaces the `TODO` or
 * the present value of the key, or else is added at the end.
 * @throws Error if the parent of the key is missing.
 */
export function setKey(
  text: string,
  path: readonly [string] | readonly [string, string],
  value: unknown,
) {
  const key = path.at(-1) ?? "";
  const indent = 2 * (path.length - 1);
  const entry = printLines(key, value, indent);
  const todo = findTodo(text, key);
  if (todo !== undefined) return text.slice(0, todo.start) + entry + text.slice(todo.end);
  const present = findEntry(text, path);
  if (present !== undefined) return text.slice(0, present.start) + entry + text.slice(present.end);
  const end = path.length === 1 ? text.length : findEntry(text, [path[0]])?.end;
  if (end === undefined) throw new Error(`There is no \`${path[0]}\` in vendor.yaml.`);
  const before = text.slice(0, end);
  const lineEnd = before.endsWith("\n") ? "" : "\n";
  const isSpaced = path.length === 1 && /\n\n\w/.test(before);
  return `${before}${lineEnd}${isSpaced ? "\n" : ""}${entry}${text.slice(end)}`;
}

/** Removes a key at the top level of `vendor.yaml`. */
export function removeKey(text: string, key: string): string {
  const present = findEntry(text, [key]);
  return present === undefined ? text : text.slice(0, present.start) + text.slice(present.end);
}

/** Prints an entry, on one line if it fits. `printEntry` prints a map on one line only inside another entry. */
function printLines(key: string, value: unknown, indent: number): string {
  const [, ...lines] = printEntry("entry", { [key]: value })
    .trimEnd()
    .split("\n");
  return lines.map((line) => `${" ".repeat(indent)}${line.slice(2)}\n`).join("");
}

function findTodo(text: string, key: string): Span | undefined {
  const match = new RegExp(`^[ \\t]*#[ \\t]*TODO[ \\t]+${key}:.*(?:\\n|$)`, "m").exec(text);
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length };
}

/** Finds the lines of an entry, without comments above and below it. */
function findEntry(text: string, path: readonly string[]): Span | undefined {
  let node: unknown = parseDocument(text).contents;
  let entry: Pair<Scalar, Node | null> | undefined;
  for (const key of path) {
    if (!isMap<Scalar, Node | null>(node)) return undefined;
    entry = node.items.find((pair) => pair.key.value === key);
    node = entry?.value;
  }
  const start = entry?.key.range?.[0];
  if (entry === undefined || start === undefined) return undefined;
  const end = entry.value?.range?.[1] ?? entry.key.range?.[1] ?? start;
  // A value of several lines ends behind its last line break.
  const lineEnd = text.indexOf("\n", Math.max(start, end - 1));
  return {
    start: text.lastIndexOf("\n", start - 1) + 1,
    end: lineEnd === -1 ? text.length : lineEnd + 1,
  };
}

/**
 * Writes the name and the version of the package into `client` of `vendor.yaml`, for the `user-agent`
 * of the client. A check writes nothing.
 * @throws CommandError if there is no package or no `vendor.yaml`, or if a check finds another name or
 * version.
 */
export async function stampClient(schema: string, isCheck: boolean, io: CliIo): Promise<void> {
  const folder = resolve(locate(io, schema));
  const { name, version } = (await expectManifest(schema, io)).value;
  const file = join(folder, "vendor.yaml");
  if (!existsSync(file)) {
    throw new CommandError(
      `Found no vendor.yaml in ${schema}. Name the schema folder with --schema.`,
    );
  }
  const text = await readFile(file, "utf8");
  const vendor: unknown = parse(text);
  const present = isObject(vendor) ? vendor["client"] : undefined;
  if (isDeepStrictEqual(present, { name, version })) return;
  if (isCheck) {
    throw new CommandError(
      `\`client\` of ${join(schema, "vendor.yaml")} is not ${String(name)} ${String(version)}, as package.json says.\n` +
        `To update it: ${COMMAND} generate --package`,
    );
  }
  await replaceFile(file, setKey(text, ["client"], { name, version }));
  io.out(`Set the version of the client to ${String(version)}.`);
}

/** Start and end of whole lines in a text. */
interface Span {
  readonly start: number;
  readonly end: number;
}
