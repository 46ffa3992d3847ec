/** Descriptions that imports have kept in the folder `descriptions`, for the output `paths`. */
import { isMap, type Json } from "../model/json.js";
import { SchemaError } from "../model/messages.js";
import type { KeptDescription } from "../model/model.js";
import type { SchemaFile } from "./documents/yaml-document.js";

/** The path of the description with a label. */
export function toKeptPath(label: string): string {
  return `descriptions/${label}.json`;
}

/** Tests whether a file of the folder is a kept description. */
export function isKeptDescription(path: string): boolean {
  return /^descriptions\/[^/]+\.json$/.test(path);
}

/**
 * Reads the kept descriptions, in the order of their paths.
 * @throws SchemaError if there is none, or if one is no JSON.
 */
export function readDescriptions(files: readonly SchemaFile[]): readonly KeptDescription[] {
  const kept = files.filter(({ path }) => isKeptDescription(path));
  const sorted = [...kept].sort((one, other) => (one.path < other.path ? -1 : 1));
  if (sorted.length === 0) {
    const message =
      "The output `paths` is without `descriptions/*.json`; expected one, which an import writes. Import the description again.";
    throw complain("vendor.yaml", ["outputs"], message);
  }
  return sorted.map(({ path, text }) => ({ file: path, root: parseDescription(path, text) }));
}

function parseDescription(file: string, text: string) {
  let root: Json;
  try {
    root = JSON.parse(text);
  } catch {
    root = undefined;
  }
  if (isMap(root)) return root;
  const message =
    "The content is no JSON object; expected what an import wrote. Import the description again.";
  throw complain(file, [], message);
}

function complain(file: string, path: readonly string[], message: string): SchemaError {
  return new SchemaError([{ file, line: 1, column: 1, path, message }]);
}
