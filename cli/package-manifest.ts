import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { replaceFile } from "../codegen/cli/drafts.js";
import { isMap, type JsonMap } from "../codegen/import/model/description.js";
import { type CliIo, locate } from "./io.js";
import { findProject } from "./tool.js";
import { CommandError } from "./usage.js";

/** The `package.json` of a package that exists. */
export interface Manifest {
  /** The folder of the package. */
  readonly project: string;
  readonly value: JsonMap;
  readonly text: string;
}

/**
 * Reads the nearest `package.json` of a folder or of one above it; `undefined` if there is none.
 * @throws CommandError if it is not a JSON object.
 */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const project = findProject(folder);
  if (project === undefined) return undefined;
  const file = join(project, "package.json");
  const text = await readFile(file, "utf8");
  const value = parse(text);
  if (isMap(value)) return { project, value, text };
  throw new CommandError(`${file} is not a JSON object; expected the manifest of a package.`);
}

/** @throws CommandError if a schema folder is in no package. */
export async function expectManifest(schema: string, io: CliIo): Promise<Manifest> {
  const manifest = await readManifest(resolve(locate(io, schema)));
  if (manifest !== undefined) return manifest;
  throw new CommandError(`${schema} is in no package; expected a package.json beside it.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown; // any JSON
  } catch {
    return undefined;
  }
}

/** Replaces a key. Keeps the order of the others and the indentation, as npm does. */
export async function writeManifestKey(
  { project, value, text }: Manifest,
  key: string,
  content: unknown,
): Promise<void> {
  const indent = /^[ \t]+(?=")/m.exec(text)?.[0] ?? "  ";
  const end = text.endsWith("\n") ? "\n" : "";
  const changed = JSON.stringify({ ...value, [key]: content }, null, indent);
  await replaceFile(join(project, "package.json"), changed + end);
}
