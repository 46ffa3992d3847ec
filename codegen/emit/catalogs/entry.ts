/** The entries: the request builder, the webhook toolkit, and the index over all parts of a client. */
import type { Vendor } from "../../model/model.js";
import type { EmitContext } from "../context/context.js";
import { sharedPayloadFile, specifierOf } from "../names/files.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { listPassedOn, ofModule } from "../print/module.js";
import type { Imported, Module } from "../print/types.js";
import { type DeliveryCode, listDeliveryCode } from "./delivery-code.js";
import { createEndpointPart } from "./endpoint-entry.js";
import { createEntryModule, type EntryPart, listExports } from "./entry-parts.js";
import { emitSubpaths } from "./subpaths.js";
import { listPayloadValues } from "./value-options.js";
import { createEventsPart, createWebhooksPart } from "./webhooks-entry.js";

/** Emits the entries that bind the runtime to the catalogs; none if `runtime` is `false`. */
export function emitEntry(context: EmitContext): readonly FileDraft[] {
  const { model } = context;
  const { vendor, hasEvents, hasRoutes, actionPath } = model;
  if (vendor.runtime === false) return [];
  const events = specifierOf("events", vendor);
  const deliveries =
    vendor.webhooks && listDeliveryCode(model, vendor.webhooks, listPayloadValues(context));
  const endpointParts = hasRoutes ? [createEndpointPart(context)] : [];
  const webhookParts = [
    ...(hasEvents ? [createEventsPart(events)] : []),
    ...(deliveries ? [createWebhooksPart(events, deliveries)] : []),
  ];
  const modules: Readonly<Record<string, Module>> = {
    ...(hasRoutes && { "endpoint.ts": createEntryModule(endpointParts) }),
    ...(hasEvents && {
      "webhooks.ts": createEntryModule(webhookParts, listPayloadModules(context)),
    }),
    "index.ts": createIndexEntry(endpointParts, webhookParts, deliveries, vendor),
  };
  const sources = filesOf(vendor);
  return [
    ...Object.entries(modules).map(([path, module]) => ({ path, module, sources })),
    ...emitSubpaths({ vendor, hasEvents, hasRoutes, deliveries, actionPath, events }),
  ];
}

/** The modules with the types of payloads. */
function listPayloadModules({ model: { vendor }, components }: EmitContext): readonly string[] {
  const shared = sharedPayloadFile(vendor);
  const files = ["payloads", ...(components[shared].length > 0 ? [shared] : [])] as const;
  return files.map((file) => specifierOf(file, vendor));
}

/**
 * Passes on both halves of a client without the types of payloads, so that editors do not offer hundreds of
 * names for an import from the root.
 */
function createIndexEntry(
  endpointParts: readonly EntryPart[],
  webhookParts: readonly EntryPart[],
  deliveries: DeliveryCode | undefined,
  { sdk }: Vendor,
): Module {
  // The class of another surface exports a type of that name itself.
  const isTaken = ({ name }: Imported): boolean =>
    sdk.surface !== undefined && name === "RequestOptions";
  const endpointExports = listExports(endpointParts, "./endpoint.js");
  const exports = [
    ...valuesBeforeTypes(endpointExports.filter((each) => !isTaken(each))),
    ...(endpointParts.length > 0
      ? [
          [ofModule("./endpoints.js").type("Endpoints")],
          [ofModule("./sdk.js").all()],
          [ofModule("./sdk.js").value(sdk.name, "default")],
        ]
      : []),
    ...valuesBeforeTypes(listExports(webhookParts, "./webhooks.js")),
    ...(deliveries ? [listPassedOn("webhooks", "root")] : []),
  ];
  return { exports };
}

function valuesBeforeTypes(names: readonly Imported[]): readonly (readonly Imported[])[] {
  return [names.filter(({ isType }) => !isType), names.filter(({ isType }) => isType)];
}
