/** Reads the YAML of a schema folder into the model, or throws all complaints at once. */
import { checkEffects } from "./corrections/check-effects.js";
import { checkCorrectionTargets } from "./corrections/check-targets.js";
import { correctModel } from "./corrections/correct-model.js";
import { type Corrections, NO_CORRECTIONS } from "./corrections/corrections.js";
import { readCorrections } from "./corrections/read-corrections.js";
import { breakCycles } from "./json-schema/cycles.js";
import { expandDiscriminators } from "./json-schema/discriminators.js";
import { describeRequired } from "./json-schema/required-properties.js";
import { type Memo, NO_MEMO } from "./model/memo.js";
import { type Diagnostic, SchemaError } from "./model/messages.js";
import type { Component, SchemaModel } from "./model/model.js";
import { checkResources } from "./read/check-resources.js";
import { checkRoutes } from "./read/check-routes.js";
import { checkChains, checkCycles, checkSchema } from "./read/check-schemas.js";
import { isKeptDescription, readDescriptions } from "./read/descriptions.js";
import { readDocuments, type SchemaDocuments } from "./read/documents/documents.js";
import type { FileValues } from "./read/documents/read-document.js";
import type { SchemaFile, YamlDocument } from "./read/documents/yaml-document.js";
import { checkEventNames, eventNames, readActionPath } from "./read/event-names.js";
import { checkPayloads, payloadSchemas, readEvents } from "./read/events.js";
import { checkCalls } from "./read/method-names.js";
import { routeSchemas } from "./read/route-entries.js";
import { readRoutes } from "./read/routes.js";
import { componentSchemas, type LocatedSchema, readComponents } from "./read/schemas.js";
import { checkVendorNames } from "./read/vendor/check-vendor-names.js";
import { checkRoutesOfClient } from "./read/vendor/client.js";
import { listTodos } from "./read/vendor/needed-keys.js";
import { checkVendor, listMethods, readVendor } from "./read/vendor/vendor.js";

export type { FileValues } from "./read/documents/read-document.js";
export type { SchemaFile } from "./read/documents/yaml-document.js";

/**
 * Reads the YAML of a schema folder: `vendor.yaml`, `events.yaml`, `routes.yaml`, `payloads/*.yaml` and
 * `components/*.yaml`. Applies `corrections.yaml` if there is one. Reads `descriptions/*.json` for the output `paths`.
 * Other files are ignored. A memo saves time and never changes the result.
 * @param values The values of files that are known, so that these are not parsed.
 * @throws SchemaError with every complaint about every file.
 */
export function readSchema(
  files: readonly SchemaFile[],
  memo: Memo = NO_MEMO,
  values?: FileValues,
): SchemaModel {
  const parts = readParts(files, memo, values);
  const model = applyCorrections(parts);
  checkVendorNames(parts.documents, model);
  checkResources(parts.documents, model);
  failOn(parts.diagnostics);
  const isKept = files.some(({ path }) => isKeptDescription(path));
  const hasPaths = isKept || model.vendor.outputs?.includes("paths");
  return hasPaths ? { ...model, descriptions: readDescriptions(files) } : model;
}

/**
 * Reads a folder like {@link readSchema}, but does not apply the corrections.
 * @throws SchemaError with every complaint about every file, except corrections without effect.
 */
export function readUncorrected(
  files: readonly SchemaFile[],
  memo: Memo = NO_MEMO,
): UncorrectedSchema {
  return readParts(files, memo);
}

/** @throws SchemaError with the complaints about single documents, and about chains of components. */
function readParts(files: readonly SchemaFile[], memo: Memo, values?: FileValues): SchemaParts {
  const diagnostics: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => diagnostics.push(diagnostic);
  const documents = readDocuments(files, memo, report, values);
  checkDocuments(documents);
  failOn(diagnostics);
  const { corrections: correctionsDocument } = documents;
  const components = readComponents(documents.components);
  checkChains(components, documents.components);
  failOn(diagnostics);
  return {
    documents,
    diagnostics,
    model: readModel(documents, components),
    corrections: correctionsDocument ? readCorrections(correctionsDocument) : NO_CORRECTIONS,
    ...(correctionsDocument && { correctionsDocument }),
  };
}

function readModel(documents: SchemaDocuments, components: readonly Component[]): SchemaModel {
  const { events, routes, payloads, hasEvents, hasRoutes } = documents;
  const vendor = readVendor(documents.vendor);
  const actionPath = readActionPath(documents.vendor.value, events.value);
  const model: SchemaModel = {
    vendor,
    hasEvents,
    hasRoutes,
    ...(actionPath !== undefined && { actionPath }),
    todos: listTodos(documents.vendor, hasRoutes),
    events: readEvents(events, payloads),
    routes: readRoutes(routes, documents.components, vendor),
    components,
  };
  return expandDiscriminators(describeRequired(breakCycles(model)));
}

/** Checks each document, and references between them. Values may have any type: all complaints are reported at once. */
function checkDocuments(documents: SchemaDocuments): void {
  const { vendor, events, routes, payloads, components, corrections } = documents;
  checkVendor(vendor, documents.hasRoutes);
  checkEventNames(events, readActionPath(vendor.value, events.value));
  checkPayloads(events, payloads);
  checkRoutes(routes, components, listMethods(vendor));
  checkRoutesOfClient(routes, vendor);
  checkCalls(routes);
  checkCycles(components);
  if (corrections) checkCorrectionTargets(corrections, eventNames(events), components);
  const checkSchemas = (document: YamlDocument, schemas: readonly LocatedSchema[]) => {
    for (const schema of schemas) checkSchema(document, schema, components);
  };
  checkSchemas(routes, routeSchemas(routes));
  for (const document of payloads.values()) checkSchemas(document, payloadSchemas(document));
  for (const document of components.values()) checkSchemas(document, componentSchemas(document));
}

/** Complains about corrections without effect, and returns the corrected model. */
function applyCorrections({ model, corrections, correctionsDocument }: SchemaParts): SchemaModel {
  if (correctionsDocument === undefined) return model;
  const corrected = correctModel(model, corrections);
  checkEffects(correctionsDocument, corrected.traces);
  return corrected.model;
}

// ---- Complaints

/** @throws SchemaError with all diagnostics, if there are any. */
function failOn(diagnostics: readonly Diagnostic[]): void {
  if (diagnostics.length > 0) throw new SchemaError([...diagnostics].sort(byPosition));
}

function byPosition(one: Diagnostic, other: Diagnostic): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}

// ---- Types

/** The model without its corrections, and the corrections. */
export interface UncorrectedSchema {
  readonly model: SchemaModel;
  readonly corrections: Corrections;
  /** The document of the corrections; absent if there is no `corrections.yaml`. */
  readonly correctionsDocument?: YamlDocument;
}

/** All that is read of a folder before corrections are applied. */
interface SchemaParts extends UncorrectedSchema {
  readonly documents: SchemaDocuments;
  /** Collects the complaints about all documents, also later ones. */
  readonly diagnostics: Diagnostic[];
}
