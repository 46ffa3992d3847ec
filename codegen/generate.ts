/** The generator as one pure function: from the model of a schema to the text of all files. */
import { emitClientCatalog } from "./emit/catalogs/client-catalog.js";
import { emitClientEntry } from "./emit/catalogs/client-entry.js";
import { emitConstants } from "./emit/catalogs/constants.js";
import { emitCoreEntry } from "./emit/catalogs/core-entry.js";
import { emitEndpointCatalog } from "./emit/catalogs/endpoint-catalog.js";
import { emitEntry } from "./emit/catalogs/entry.js";
import { emitRouteExceptions } from "./emit/catalogs/route-exceptions.js";
import { emitSdkCatalog } from "./emit/catalogs/sdk-catalog.js";
import { emitSdk } from "./emit/catalogs/sdk-entry.js";
import { emitValues } from "./emit/catalogs/values.js";
import { emitWebhookCatalog } from "./emit/catalogs/webhook-catalog.js";
import { emitSchemas } from "./emit/checks/schemas.js";
import { createContext, type EmitContext } from "./emit/context/context.js";
import { isOfLayout, layOut } from "./emit/layout/layout.js";
import { chooseParts, isOfOutputs } from "./emit/layout/outputs.js";
import { emitApi } from "./emit/methods/api.js";
import { emitMethods } from "./emit/methods/methods.js";
import { emitPages } from "./emit/methods/pages.js";
import { emitPaths } from "./emit/paths/paths.js";
import { createPayloadContext, type PayloadContext } from "./emit/payloads/payloads.js";
import {
  type FileDraft,
  finishFile,
  type GeneratedFile,
  type Origin,
  PROJECT_ORIGIN,
} from "./emit/print/file.js";
import { emitEventReference } from "./emit/reference/event-reference.js";
import { emitRouteReference } from "./emit/reference/route-reference.js";
import { mergeEqualComponents } from "./emit/reshape/merge-components.js";
import { shareEqualObjects } from "./emit/reshape/share-objects.js";
import { simplifyUnions } from "./emit/reshape/simplify-unions.js";
import { emitSamples } from "./emit/samples/samples.js";
import { emitClientTypes } from "./emit/types/client-types.js";
import { emitEndpoints } from "./emit/types/endpoints.js";
import { emitEventNames } from "./emit/types/event-names.js";
import { emitEvents } from "./emit/types/events.js";
import { emitResults } from "./emit/types/results.js";
import { emitRouteHelpers } from "./emit/types/route-helpers.js";
import { emitRoutes } from "./emit/types/routes.js";
import { emitPayloads, emitResponses, emitShared } from "./emit/types/schema-files.js";
import { emitTypesPackage } from "./emit/types/types-package.js";
import { markValues } from "./emit/values/mark-values.js";
import { splitDirections } from "./json-schema/directions.js";
import { type Memo, NO_MEMO } from "./model/memo.js";
import { runtimeOf, type SchemaModel } from "./model/model.js";
import { readDescriptions } from "./read/descriptions.js";

export { API_FILE } from "./emit/methods/api.js";
export { findLosses, type Loss } from "./emit/methods/losses.js";
export type { GeneratedFile } from "./emit/print/file.js";

/**
 * Generates all files from a model. The same model gives the same bytes, and nothing is read or
 * written. A memo saves time and never changes the result.
 */
export async function generate(
  schema: SchemaModel,
  memo: Memo = NO_MEMO,
  origin: Origin = PROJECT_ORIGIN,
): Promise<readonly GeneratedFile[]> {
  return collect(generateEach(schema, memo, origin));
}

/**
 * Generates all files as `generate` does, one after the other: a caller who writes each at once holds neither the
 * drafts nor the texts of all of them.
 */
export async function* generateEach(
  schema: SchemaModel,
  memo: Memo,
  origin: Origin,
): AsyncGenerator<GeneratedFile> {
  const drafts = createDrafts(schema, memo, origin);
  const { layout } = origin;
  const laidOut = layout === undefined ? drafts : layOut(await collect(drafts));
  yield* finishFiles(laidOut, schema, memo, origin);
}

/** Generates the wanted files as `generate` does. Only these are formatted, which takes most of the time. */
export async function emitFiles(
  schema: SchemaModel,
  isWanted: (path: string) => boolean,
): Promise<readonly GeneratedFile[]> {
  const drafts = await collect(createDrafts(schema, NO_MEMO, PROJECT_ORIGIN));
  const wanted = drafts.filter(({ path }) => isWanted(path));
  return collect(finishFiles(wanted, schema, NO_MEMO, PROJECT_ORIGIN));
}

/** Generates the text of one file. Throws an `Error` if there is none of that path. */
export async function emitFile(schema: SchemaModel, path: string): Promise<string> {
  const [file] = await emitFiles(schema, (candidate) => candidate === path);
  if (file === undefined) throw new Error(`${path} was not generated.`);
  return file.text;
}

/** Adds headers, and formats the modules: one after the other, and each before the next one is drafted. */
async function* finishFiles(
  drafts: AsyncIterable<FileDraft> | Iterable<FileDraft>,
  { vendor }: SchemaModel,
  memo: Memo,
  origin: Origin,
): AsyncGenerator<GeneratedFile> {
  for await (const draft of drafts) yield finishFile(draft, memo, origin, runtimeOf(vendor));
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** Emits the files that the outputs of the model need, without their headers. */
async function* createDrafts(
  schema: SchemaModel,
  memo: Memo,
  origin: Origin,
): AsyncGenerator<FileDraft> {
  const requested = withOutputs(schema, origin);
  const { outputs } = requested.vendor;
  if (!outputs?.every((output) => output === "paths"))
    for await (const draft of emitClient(chooseParts(requested), memo, origin))
      if (isOfOutputs(draft, outputs) && isOfLayout(draft, origin.layout)) yield draft;
  // A folder without descriptions fails in `readDescriptions`, which says what is missing.
  if (outputs?.includes("paths"))
    yield await emitPaths(schema.descriptions ?? readDescriptions([]), memo);
}

/** The files of routes and events. */
async function* emitClient(
  schema: SchemaModel,
  memo: Memo,
  origin: Origin,
): AsyncGenerator<FileDraft> {
  const { described, model } = reshape(schema);
  const context = await createContext(model, memo, origin);
  const payloads = createPayloadContext(described, context.names, memo);
  yield emitConstants(model);
  yield* emitShared(context);
  if (model.hasEvents) yield* emitEventFiles(context, payloads);
  if (model.hasRoutes) yield* emitRouteFiles(context);
  yield* emitSchemas(context, payloads);
  yield* emitValues(context);
  yield* emitEntry(context);
}

/** The outputs that an app asks for replace those of the model. */
function withOutputs(model: SchemaModel, { layout }: Origin): SchemaModel {
  const { outputs } = layout ?? {};
  return outputs === undefined ? model : { ...model, vendor: { ...model.vendor, outputs } };
}

/**
 * Reshapes a model in two steps. `described` still has each object as the YAML describes it: samples and validators
 * are made of it. In `model`, objects with equal types are one component: types are made of it.
 */
export function reshape(schema: SchemaModel): {
  readonly described: SchemaModel;
  readonly model: SchemaModel;
} {
  const described = mergeEqualComponents(markValues(splitDirections(schema)));
  return { described, model: shareEqualObjects(simplifyUnions(described)) };
}

/** The files of a client with events. */
function* emitEventFiles(context: EmitContext, payloads: PayloadContext): Generator<FileDraft> {
  const { model } = context;
  yield emitEventNames(model);
  yield emitPayloads(context);
  yield emitEvents(context);
  yield* emitTypesPackage(context);
  yield* emitWebhookCatalog(model);
  // Samples are only for signed deliveries in tests, so a client that knows no signature needs none.
  if (model.vendor.webhooks) yield* emitSamples(payloads);
  if (context.origin.hasReference !== false) yield* emitEventReference(context);
}

/** The files of a client with routes. */
function* emitRouteFiles(context: EmitContext): Generator<FileDraft> {
  yield emitRouteExceptions(context);
  yield emitEndpointCatalog(context.model);
  yield emitClientCatalog(context);
  yield* emitClientEntry(context);
  yield* emitCoreEntry(context);
  yield emitRoutes(context);
  yield emitRouteHelpers(context);
  yield emitResponses(context);
  yield emitResults(context);
  yield emitEndpoints(context);
  yield emitClientTypes(context);
  yield emitSdkCatalog(context);
  yield* emitMethods(context);
  yield* emitPages(context);
  yield* emitSdk(context);
  yield emitApi(context);
  if (context.origin.hasReference !== false) yield* emitRouteReference(context);
}
