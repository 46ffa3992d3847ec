/** Converts a description to the format of the YAML, before anything is merged into the folder. */
import { type Json, type JsonMap, keysOf, mapOf, textOf } from "../model/json.js";
import type { SchemaFile } from "../read-schema.js";
import { importClient } from "./client/client.js";
import { importSecurity } from "./client/security.js";
import { importFiles } from "./files.js";
import type { PresentFile } from "./merge/divided-file.js";
import type { FileImport } from "./merge/file-import.js";
import {
  hasRoutes,
  parseFolder,
  readKnownWebhooks,
  readMapping,
  readPresentOperations,
} from "./merge/present-folder.js";
import { readLabel } from "./merge/labels.js";
import type { ImportContext, ImportedServer } from "./model/context.js";
import type { Description, DescriptionFile, LoadedDescription } from "./model/description.js";
import { createNotes, type NoteList, type Notes } from "./model/notes.js";
import { importNames, matchMethods } from "./names/names.js";
import { createPageSchemes } from "./names/find-page-scheme.js";
import type { NamesFile } from "./names/types.js";
import { readVendorNames, withSecurity } from "./names/vendor-names.js";
import { noteRoot, noteUnwritable } from "./not-imported.js";
import { toDescription } from "./read/read-description.js";
import { nameOperations } from "./routes/operation-names.js";
import { importServers } from "./routes/servers.js";
import { createSharedSchemas, toUniqueNames } from "./schemas/shared-schemas.js";
import type { ImportOptions } from "./types.js";
import { hasWebhooks } from "./webhooks/list-webhooks.js";
import { type ImportedWebhooks, importWebhooks } from "./webhooks/webhooks.js";

/**
 * Converts a description beside the files that are there.
 * @throws ImportError if the file is no description.
 * @throws SchemaError if a present file is not valid YAML.
 */
export function convertDescription(
  file: DescriptionFile | LoadedDescription,
  present: readonly SchemaFile[],
  options: ConversionOptions,
): Conversion {
  const { names } = options;
  const folder = parseFolder(present);
  const parts = readPresentParts(folder);
  const notes = createNotes();
  const context = createContext(file, parts, notes, options);
  noteRoot(context);
  noteUnwritable(context);
  const { unmatched = [] }: Partial<LoadedDescription> = file;
  for (const action of unmatched) notes.tell("An action of an overlay selects nothing", action);
  const webhooks = hasWebhooks(context.description.root)
    ? importWebhooks(readKnownWebhooks(folder), context, names?.verifies === true)
    : undefined;
  const { vendor } = parts;
  const { security } = context;
  const vendorNames = names && readVendorNames({ file: names, present: vendor, security, notes });
  const files = new Map(importFiles(webhooks, folder, context, vendorNames));
  return { context, notes, folder, files, webhooks };
}

/** The files of the folder that the context depends on. */
function readPresentParts(folder: ReadonlyMap<string, PresentFile>): PresentParts {
  return {
    folder,
    vendor: mapOf(folder.get("vendor.yaml")?.value),
    mapping: folder.get("import.yaml")?.value,
    routes: folder.get("routes.yaml")?.value,
  };
}

/** Imports what all routes, webhooks and schemas depend on. Notes come in the order of the calls. */
function createContext(
  file: DescriptionFile | LoadedDescription,
  present: PresentParts,
  notes: Notes,
  { label, names, isFollowed = false }: ConversionOptions,
): ImportContext {
  const { folder, vendor, mapping, routes } = present;
  const description = withNames(toDescription(file), names);
  const { root } = description;
  const operations = nameOperations(root, readPresentOperations(folder));
  const servers = readMapping(mapping, "servers");
  const methods = { root, present: routes, operations, file: names, isLast: !isFollowed, notes };
  return {
    description,
    notes,
    label: readLabel(description, mapping, folder, label),
    operations,
    servers,
    security: importSecurity({
      root,
      notes,
      present: vendor["auth"],
      isKept: keepsKeys(present, ["auth"]),
    }),
    client: importClient({
      root,
      notes,
      present: keepsKeys(present, CLIENT_KEYS) ? vendor : undefined,
      schemes: names && createPageSchemes(names.schemes, matchMethods(methods)),
    }),
    names: importNames(methods),
    server: chooseServer(textOf(vendor["baseUrl"]), root["servers"], names, { servers, notes }),
    shared: createSharedSchemas(root),
    parameterNames: toUniqueNames(keysOf(mapOf(root["components"])["parameters"])),
    // The conversion of routes, schemas and webhooks fills these.
    skipped: new Set(),
    usedParameters: new Set(),
  };
}

/**
 * Tests whether some keys of `vendor.yaml` stay as they are. The import of the first routes adds them, if none is there;
 * later ones leave them.
 */
function keepsKeys({ folder, vendor }: PresentParts, keys: readonly string[]): boolean {
  return hasRoutes(folder) || keys.some((key) => key in vendor);
}

/** Keys of `vendor.yaml` about the client, besides credentials. */
const CLIENT_KEYS = ["requestId", "rateLimit", "idempotency", "pagination"];

function withNames(description: Description, names: NamesFile | undefined): Description {
  return names ? { ...description, root: withSecurity(description.root, names) } : description;
}

/** The server of a present `vendor.yaml`, or else of the file of names, or else of the description. */
function chooseServer(
  present: string | undefined,
  described: Json,
  names: NamesFile | undefined,
  context: Pick<ImportContext, "servers" | "notes">,
): ImportedServer | undefined {
  const { notes } = context;
  const server = importServers(described, context);
  if (present !== undefined) {
    if (server !== undefined && server.baseUrl !== present)
      notes.lose(`the server \`${server.baseUrl}\`, since vendor.yaml has another`, "servers");
    return { baseUrl: present, variables: {} };
  }
  const [, named] = names?.environments[0] ?? [];
  if (named === undefined || named === server?.baseUrl) return server;
  const what = "The address is that of the file of names, not the one of the description";
  if (server !== undefined) notes.tell(what, `${named}, not ${server.baseUrl}`);
  return { baseUrl: named, variables: {} };
}

/** A description in the format of the YAML. */
export interface Conversion {
  readonly context: ImportContext;
  readonly notes: NoteList;
  /** The present files. */
  readonly folder: ReadonlyMap<string, PresentFile>;
  readonly files: ReadonlyMap<string, FileImport>;
  readonly webhooks: ImportedWebhooks | undefined;
}

type ConversionOptions = Pick<ImportOptions, "label" | "names" | "isFollowed">;

/** The folder, with the values of the files that the context depends on. */
interface PresentParts {
  readonly folder: ReadonlyMap<string, PresentFile>;
  /** `vendor.yaml`; empty for a new one. */
  readonly vendor: JsonMap;
  /** `import.yaml` */
  readonly mapping: Json;
  /** `routes.yaml` */
  readonly routes: Json;
}
