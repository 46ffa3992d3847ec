/** Imports a description that has lost routes, and with them a way in which the service divides lists into pages. */
import { parse } from "yaml";
import {
  type CheckedImport,
  importChecked,
  type ImportOptions,
  type LoadedDescription,
} from "../../codegen/import/import.js";
import { isMap } from "../../codegen/model/json.js";
import { SchemaError } from "../../codegen/model/messages.js";
import type { SchemaFile } from "../../codegen/read-schema.js";
import { removeKey, setKey } from "../package/vendor.js";

/**
 * Imports a description. A way under `pagination` in `vendor.yaml` that fits no route any more would make that file
 * invalid. The folder was valid before, so the description has lost its routes: the way is removed, with a note, and
 * the description is imported again.
 */
export function importWithoutLostPages(
  description: LoadedDescription,
  folder: readonly SchemaFile[],
  options: ImportOptions,
): PrunedImport {
  try {
    return { result: importChecked(description, folder, options), removed: [] };
  } catch (error) {
    const lost = findLostPages(error);
    if (lost.size === 0) throw error;
    const pruned = folder.map((file) =>
      file.path === "vendor.yaml" ? { ...file, text: withoutPages(file.text, lost) } : file,
    );
    const { result, removed } = importWithoutLostPages(description, pruned, options);
    return { result, removed: [...[...lost].map(describeRemoval), ...removed] };
  }
}

function describeRemoval(name: string): string {
  return `Removed, since no route has its parameters any more: pagination.${name} in vendor.yaml.`;
}

/** Names of the ways that the checker refuses; none if it refuses anything else, too. */
function findLostPages(error: unknown): ReadonlySet<string> {
  if (!(error instanceof SchemaError)) return new Set();
  // The path of a way: `["pagination", "cursor"]`.
  const names = error.diagnostics.map(({ file, path }) =>
    file === "vendor.yaml" && path[0] === "pagination" ? path[1] : undefined,
  );
  return new Set(names.every((name) => name !== undefined) ? names.map(String) : []);
}

function withoutPages(text: string, names: ReadonlySet<string>): string {
  const vendor: unknown = parse(text);
  const pagination = isMap(vendor) && isMap(vendor["pagination"]) ? vendor["pagination"] : {};
  const remaining = Object.entries(pagination).filter(([name]) => !names.has(name));
  if (remaining.length === 0) return removeKey(text, "pagination");
  return setKey(text, ["pagination"], Object.fromEntries(remaining));
}

/** An import, with a note for each way to divide lists that was removed before it. */
export interface PrunedImport {
  readonly result: CheckedImport;
  readonly removed: readonly string[];
}
