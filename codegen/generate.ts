import { emitConstants } from "./emit/constants.js";
import { createContext } from "./emit/context.js";
import { emitEndpointCatalog } from "./emit/endpoint-catalog.js";
import { emitEndpoints } from "./emit/endpoints.js";
import { emitEntry } from "./emit/entry.js";
import { emitEventNames } from "./emit/event-names.js";
import { emitEvents } from "./emit/events.js";
import { finishFile } from "./emit/file.js";
import type { GeneratedFile } from "./emit/file.js";
import { mergeEqualComponents } from "./emit/merge-components.js";
import { createPayloadContext } from "./emit/payload-schema.js";
import { emitPayloads } from "./emit/payloads.js";
import { emitEventReference, emitRouteReference } from "./emit/reference.js";
import { emitResponses } from "./emit/responses.js";
import { emitRouteExceptions } from "./emit/route-exceptions.js";
import { emitRouteHelpers } from "./emit/route-helpers.js";
import { emitRoutes } from "./emit/routes.js";
import { emitSamples } from "./emit/samples.js";
import { shareEqualObjects } from "./emit/share-objects.js";
import { emitShared } from "./emit/shared.js";
import { emitTypesPackage } from "./emit/types-package.js";
import { emitValidators } from "./emit/validators.js";
import { emitWebhookCatalog } from "./emit/webhook-catalog.js";
import { createMemo } from "./memo.js";
import type { Memo } from "./memo.js";
import type { SchemaModel } from "./model.js";

export type { GeneratedFile } from "./emit/file.js";

/**
 * Makes all files of the output from a model. Pure: the same model gives the same bytes, and
 * nothing is read or written. A memo only saves the work of making again what it remembers.
 */
export async function generate(
  schema: SchemaModel,
  memo: Memo = createMemo(),
): Promise<readonly GeneratedFile[]> {
  const described = mergeEqualComponents(schema);
  const model = shareEqualObjects(described);
  const context = await createContext(model, memo);
  // Objects whose types are equal may differ in what samples are made of.
  const payloads = createPayloadContext(described, context.names, memo);
  const drafts = [
    emitConstants(model),
    emitEventNames(model),
    ...emitShared(context),
    emitPayloads(context),
    emitEvents(context),
    ...emitTypesPackage(context),
    emitWebhookCatalog(model),
    ...emitValidators(payloads),
    ...emitSamples(payloads),
    emitRouteExceptions(context),
    emitEndpointCatalog(model),
    emitRoutes(context),
    emitRouteHelpers(context),
    emitResponses(context),
    emitEndpoints(context),
    ...emitEntry(context),
    emitEventReference(context),
    emitRouteReference(context),
  ];
  return Promise.all(drafts.map((draft) => finishFile(draft, memo)));
}
