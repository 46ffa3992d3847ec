import { type Diagnostic, SchemaError } from "../../model/diagnostics.js";
import { validate } from "../../read/validate.js";
import { parseYaml, type SchemaFile } from "../../read/yaml-document.js";
import { entriesOf, type Json, keysOf, mapOf } from "../model/description.js";
import { checkRecord, RECORD_FILE } from "./record.js";
import type { PresentFile } from "./merge-file.js";
import type { KnownEvents, KnownWebhooks } from "../webhooks/names.js";

/** Reads the files of a schema folder. @throws SchemaError if one is not valid YAML. */
export function readFolder(files: readonly SchemaFile[]): ReadonlyMap<string, PresentFile> {
  const diagnostics: Diagnostic[] = [];
  const folder = new Map<string, PresentFile>();
  for (const file of files) {
    const document = parseYaml(file, (diagnostic) => diagnostics.push(diagnostic));
    if (file.path === "import.yaml" && document.value !== undefined) {
      validate(document, "import", (diagnostic) => diagnostics.push(diagnostic));
    }
    if (file.path === RECORD_FILE) checkRecord(document, (found) => diagnostics.push(found));
    folder.set(file.path, { text: file.text, value: document.value });
  }
  if (diagnostics.length > 0) throw new SchemaError(diagnostics);
  return folder;
}

export function readMapping(mapping: Json, key: string): ReadonlyMap<string, string> {
  const entries = entriesOf(mapOf(mapping)[key]);
  return new Map(entries.map(([from, to]) => [from, String(to)]));
}

export function readBaseUrl(vendor: Json): string | undefined {
  const baseUrl = mapOf(vendor)["baseUrl"];
  return typeof baseUrl === "string" ? baseUrl : undefined;
}

/**
 * Tests whether the folder has routes. With the first ones, `vendor.yaml` gets the keys that the
 * client needs; later imports leave it to the user.
 */
export function hasRoutes(folder: ReadonlyMap<string, PresentFile>): boolean {
  return keysOf(folder.get("routes.yaml")?.value).length > 0;
}

/** The operations of `routes.yaml`, by the keys of their routes. They keep their names. */
export function readPresentOperations(
  folder: ReadonlyMap<string, PresentFile>,
): ReadonlyMap<string, string> {
  return new Map(
    entriesOf(folder.get("routes.yaml")?.value).flatMap(([key, entry]) => {
      const operation = mapOf(entry)["operation"];
      return typeof operation === "string" ? [[key, operation] as const] : [];
    }),
  );
}

export function readPresentWebhooks(folder: ReadonlyMap<string, PresentFile>): Json {
  const vendor = folder.get("vendor.yaml")?.value;
  return mapOf(vendor)["webhooks"];
}

/** Reads events and mappings of the folder, which decide the names of imported webhooks. */
export function readKnownWebhooks(folder: ReadonlyMap<string, PresentFile>): KnownWebhooks {
  const present = readPresentWebhooks(folder);
  return {
    events: readKnownEvents(folder.get("events.yaml")?.value),
    mapping: readMapping(folder.get("import.yaml")?.value, "webhooks"),
    event: mapOf(present)["event"],
  };
}

function readKnownEvents(events: Json): KnownEvents {
  return new Map(
    entriesOf(events).map(([name, entry]) => {
      const actions = mapOf(entry)["actions"];
      const names = Array.isArray(actions) ? actions.map(String) : keysOf(actions);
      return [name, names] as const;
    }),
  );
}
