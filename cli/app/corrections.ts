/**
 * Corrections of services whose recorded deliveries have proved their descriptions wrong. Those of GitHub are
 * the ones of this project's own client, which describes the same API under another name.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { NO_MEMO } from "../../codegen/model/memo.js";
import { type Diagnostic, SchemaError } from "../../codegen/model/messages.js";
import { type FileValues, readSchema, type SchemaFile } from "../../codegen/read-schema.js";
import type { SchemaDraft } from "../init/types.js";
import type { Service } from "./services.js";

const FILE = "corrections.yaml";

/** Places that may have the file: beside the packed command line, and in this repository. */
const PLACES = ["../corrections/", "../../schema/"].map((path) =>
  fileURLToPath(new URL(path + FILE, import.meta.url)),
);

/** Limit of attempts, because a complaint may show only when another one is gone. */
const MAX_ATTEMPTS = 8;

/**
 * Adds the known corrections of a service. Those that its present description does not need any more are left
 * out; without any left, there is no file.
 * @param corrections Their name, which replaces that of this project's own client.
 */
export async function correctService(
  { files, known }: SchemaDraft,
  corrections: Service["corrections"],
): Promise<readonly SchemaFile[]> {
  // The corrections refer to this component, in the file that an import names after the description.
  const components = files.find(({ text }) => /^repository-webhooks:/m.test(text))?.path;
  if (corrections === undefined || components === undefined) return files;
  let text = (await readKnown())
    .replaceAll("vendor", corrections)
    .replaceAll("components/webhooks.yaml#", `${components}#`);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const corrected = [...files, { path: FILE, text }];
    const complaints = findComplaints(corrected, known);
    if (complaints.length === 0) return corrected;
    text = leaveOut(text, complaints);
  }
  return files;
}

/** Reads the corrections of this project's own client, without the comment at the top. */
async function readKnown(): Promise<string> {
  for (const path of PLACES) {
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text !== undefined) return text.replace(/^(?:#.*\n)+/, "");
  }
  throw new Error(`${PLACES.join(" and ")} are missing; expected one of them in the package.`);
}

/** The complaints about the corrections. Any other is reported when the folder is read. */
function findComplaints(files: readonly SchemaFile[], known: FileValues): readonly Diagnostic[] {
  try {
    readSchema(files, NO_MEMO, known);
    return [];
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return error.diagnostics.filter(({ file }) => file === FILE);
  }
}

/** Removes each item of a list, or each entry, that is complained of. */
function leaveOut(text: string, complaints: readonly Diagnostic[]): string {
  const document = parseDocument(text);
  const paths = complaints.map(({ path }) => toItem(path));
  const unique = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
  // From the end, because the items of a list behind a removed one move up.
  for (const path of unique.sort((one, other) => comparePaths(other, one))) {
    document.deleteIn(path);
    const parent = path.slice(0, -1);
    const rest = document.getIn(parent) as { readonly items?: readonly unknown[] } | undefined;
    if (rest?.items?.length === 0) document.deleteIn(parent);
  }
  return document.toString({ lineWidth: 0 });
}

/** The path of the list item that a complaint is about, or of the entry that has no list. */
function toItem(path: Path): Path {
  // A mistake anywhere in a schema concerns the entry that has it.
  const schemaAt = path.indexOf("schema");
  if (schemaAt !== -1) return path.slice(0, schemaAt);
  const last = path.findLastIndex((part) => typeof part === "number");
  return last === -1 ? path : path.slice(0, last + 1);
}

/** Compares paths as they stand in the file: indexes by number, and a path before those below it. */
function comparePaths(one: Path, other: Path): number {
  for (const [index, part] of one.entries()) {
    const otherPart = other[index];
    if (otherPart === undefined) return 1;
    if (part === otherPart) continue;
    if (typeof part === "number" && typeof otherPart === "number") return part - otherPart;
    return part < otherPart ? -1 : 1;
  }
  return one.length - other.length;
}

type Path = readonly (string | number)[];
