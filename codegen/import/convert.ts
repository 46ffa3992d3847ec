/** Converts a description to the format of the YAML, before anything is merged into the folder. */
import { type Json, keysOf, mapOf, textOf } from "../model/json.js";
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
  const notes = createNotes();
  const context = createContext(file, folder, notes, options);
  noteRoot(context);
  noteUnwritable(context);
  const { unmatched = [] }: Partial<LoadedDescription> = file;
  for (const action of unmatched) notes.tell("An action of an overlay selects nothing", action);
  const webhooks = hasWebhooks(context.description.root)
    ? importWebhooks(readKnownWebhooks(folder), context, names?.verifies === true)
    : undefined;
  const vendor = mapOf(folder.get("vendor.yaml")?.value);
  const vendorNames =
    names && readVendorNames({ file: names, present: vendor, security: context.security, notes });
  const files = new Map(importFiles(webhooks, folder, context, vendorNames));
  return { context, notes, folder, files, webhooks };
}

function createContext(
  file: DescriptionFile | LoadedDescription,
  folder: ReadonlyMap<string, PresentFile>,
  notes: Notes,
  { label, names, isFollowed = false }: ConversionOptions,
): ImportContext {
  const description = withNames(toDescription(file), names);
  const { root } = description;
  const mapping = folder.get("import.yaml")?.value;
  const vendor = mapOf(folder.get("vendor.yaml")?.value);
  // The import of the first routes adds the keys of the client to `vendor.yaml`; later ones keep them.
  const isKept = (...keys: readonly string[]): boolean =>
    hasRoutes(folder) || keys.some((key) => key in vendor);
  const operations = nameOperations(root, readPresentOperations(folder));
  const servers = readMapping(mapping, "servers");
  const routes = folder.get("routes.yaml")?.value;
  const methods = { root, present: routes, operations, file: names, isLast: !isFollowed, notes };
  return {
    description,
    notes,
    label: readLabel(description, mapping, folder, label),
    skipped: new Set(),
    operations,
    servers,
    security: importSecurity({ root, notes, present: vendor["auth"], isKept: isKept("auth") }),
    client: importClient({
      root,
      notes,
      present: isKept(...CLIENT_KEYS) ? vendor : undefined,
      schemes: names && createPageSchemes(names.schemes, matchMethods(methods)),
    }),
    names: importNames(methods),
    server: chooseServer(textOf(vendor["baseUrl"]), root["servers"], names, { servers, notes }),
    shared: createSharedSchemas(root),
    parameterNames: toUniqueNames(keysOf(mapOf(root["components"])["parameters"])),
    usedParameters: new Set(),
  };
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
