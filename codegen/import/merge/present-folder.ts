/** Reads the schema folder that an import is merged into. */
import { entriesOf, type Json, keysOf, mapOf } from "../../model/json.js";
import { type Diagnostic, SchemaError } from "../../model/messages.js";
import { validate } from "../../read/documents/validate.js";
import { parseYaml, type SchemaFile } from "../../read/documents/yaml-document.js";
import { checkRecord, RECORD_FILE } from "./record.js";
import type { PresentFile } from "./divided-file.js";
import type { KnownEvents, KnownWebhooks } from "../webhooks/names.js";

/**
 * Reads the files of a schema folder.
 * @throws SchemaError if a file is not valid YAML.
 */
export function parseFolder(files: readonly SchemaFile[]): ReadonlyMap<string, PresentFile> {
  const diagnostics: Diagnostic[] = [];
  const folder = new Map<string, PresentFile>();
  for (const file of files) {
    const document = parseYaml(file, (diagnostic) => diagnostics.push(diagnostic));
    if (file.path === "import.yaml" && document.value !== undefined) {
      validate(document, "import");
    }
    if (file.path === RECORD_FILE) checkRecord(document);
    // A clone has prototypes, without which no value would equal an imported one.
    folder.set(file.path, { text: file.text, value: structuredClone(document.value) });
  }
  if (diagnostics.length > 0) throw new SchemaError(diagnostics);
  return folder;
}

/** Reads a section of `import.yaml`, which maps names or addresses. */
export function readMapping(mapping: Json, key: string): ReadonlyMap<string, string> {
  const entries = entriesOf(mapOf(mapping)[key]);
  return new Map(entries.map(([from, to]) => [from, String(to)]));
}

/** Tests whether the folder has routes already. */
export function hasRoutes(folder: ReadonlyMap<string, PresentFile>): boolean {
  return keysOf(folder.get("routes.yaml")?.value).length > 0;
}

/** The operations of `routes.yaml`, by route. */
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

/** The key `webhooks` of the present `vendor.yaml`. */
export function readPresentWebhooks(folder: ReadonlyMap<string, PresentFile>): Json {
  const vendor = folder.get("vendor.yaml")?.value;
  return mapOf(vendor)["webhooks"];
}

/** Reads events and mappings of the folder, on which the names of imported webhooks depend. */
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
