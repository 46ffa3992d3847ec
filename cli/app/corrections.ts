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

/**
 * Adds the known corrections of a service. Those that its present description does not need any more are left
 * out; without any left, there is no file.
 * @param corrections Their name, which replaces that of this project's own client.
 */
export async function correctService(
  { files, known }: SchemaDraft,
  corrections: Service["corrections"],
): Promise<readonly SchemaFile[]> {
  const components = findComponents(files);
  if (corrections === undefined || components === undefined) return files;
  const text = adaptCorrections(await readCorrections(), corrections, components);
  const fitting = leaveOutUnfit(text, (attempt) =>
    findComplaints([...files, { path: FILE, text: attempt }], known),
  );
  return fitting === undefined ? files : [...files, { path: FILE, text: fitting }];
}

/** The file of the component that the corrections refer to. An import names it after the description. */
function findComponents(files: readonly SchemaFile[]): string | undefined {
  return files.find(({ text }) => /^repository-webhooks:/m.test(text))?.path;
}

/** Replaces the names that this project's own client has in place of those of a service. */
function adaptCorrections(text: string, corrections: string, components: string): string {
  return text
    .replaceAll(OWN_APP_PROPERTY, `performed_via_${corrections}_app`)
    .replaceAll(OWN_COMPONENTS, `${components}#`);
}

const OWN_APP_PROPERTY = "performed_via_vendor_app";
const OWN_COMPONENTS = "components/webhooks.yaml#";

/** Reads the corrections of this project's own client, without the comment at the top. */
async function readCorrections(): Promise<string> {
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

/** A complaint may show only when another one is gone. */
const MAX_ATTEMPTS = 8;

/** Leaves out what is complained of, until there is no complaint; `undefined` if that takes too many attempts. */
function leaveOutUnfit(
  text: string,
  complaintsAbout: (attempt: string) => readonly Diagnostic[],
): string | undefined {
  let attempt = text;
  for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
    const complaints = complaintsAbout(attempt);
    if (complaints.length === 0) return attempt;
    attempt = leaveOut(attempt, complaints);
  }
  return undefined;
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

/**
 * The path of what is left out for a complaint: of the nearest list item, such as `objects.node.corrections.0` for
 * `objects.node.corrections.0.property`; without a list, the path itself.
 */
function toItem(path: Path): Path {
  // A complaint about any place inside of a schema concerns the entry that has the schema.
  const schemaAt = path.indexOf("schema");
  if (schemaAt !== -1) return path.slice(0, schemaAt);
  const last = path.findLastIndex((part) => typeof part === "number");
  return last === -1 ? path : path.slice(0, last + 1);
}

/** Sorts items of a list by number, keys by name, and a path before those below it. */
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
