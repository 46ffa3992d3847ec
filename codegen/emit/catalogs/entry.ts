/** The entries: the request builder, the webhook toolkit, and the index over all parts of a client. */
import type { Vendor } from "../../model/model.js";
import { sharedPayloadFile, specifierOf } from "../names/files.js";
import type { EmitContext } from "../context/context.js";
import { type FileDraft, filesOf } from "../print/file.js";
import {
  code,
  exported,
  joinArguments,
  joinCode,
  listPassedOn,
  ofModule,
  ofRuntime,
  printObject,
  WEBHOOKS,
} from "../print/module.js";
import type { Code, Imported, Module } from "../print/types.js";
import { serverOptionsOf } from "./constants.js";
import {
  type DeliveryCode,
  listDeliveryCode,
  printConstants,
  printPart,
  WEBHOOK_CATALOG,
} from "./delivery-code.js";
import { listExceptions } from "../plans/exceptions.js";
import { findRequestCode } from "../plans/plans.js";
import { emitSubpaths } from "./subpaths.js";
import { listPayloadValues, listSentValues } from "./value-options.js";

/** Emits the entries that bind the runtime to the catalogs; none if `runtime` is `false`. */
export function emitEntry(context: EmitContext): readonly FileDraft[] {
  const { model } = context;
  const { vendor, hasEvents, hasRoutes, actionPath } = model;
  if (vendor.runtime === false) return [];
  const events = specifierOf("events", vendor);
  const deliveries =
    vendor.webhooks && listDeliveryCode(model, vendor.webhooks, listPayloadValues(context));
  const endpointParts = hasRoutes
    ? [createEndpointPart(listExtensions(context), serverOptionsOf(vendor))]
    : [];
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

/** @param typeModules Modules whose types are all exported. */
function createEntryModule(
  parts: readonly EntryPart[],
  typeModules: readonly string[] = [],
): Module {
  const exports = [
    parts.flatMap((part) => part.passedOn),
    ...typeModules.map((module) => [ofModule(module).all("type")]),
  ];
  return { exports, blocks: parts.map(({ bound }) => bound) };
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
  const isFree = ({ name }: Imported): boolean =>
    sdk.surface === undefined || name !== "RequestOptions";
  const passOn = (parts: readonly EntryPart[], module: string): Module["exports"] & {} => {
    const names = parts.flatMap((part) => [
      ...part.passedOn.filter(isFree).map((each) => ({ ...each, module })),
      ...part.names.map(([kind, name]) => ofModule(module)[kind](name)),
    ]);
    return [names.filter(({ isType }) => !isType), names.filter(({ isType }) => isType)];
  };
  const exports = [
    ...passOn(endpointParts, "./endpoint.js"),
    ...(endpointParts.length > 0
      ? [
          [ofModule("./endpoints.js").type("Endpoints")],
          [ofModule("./sdk.js").all()],
          [ofModule("./sdk.js").value(sdk.name, "default")],
        ]
      : []),
    ...passOn(webhookParts, "./webhooks.js"),
    ...(deliveries ? [listPassedOn("webhooks", "root")] : []),
  ];
  return { exports };
}

// ---- The request builder

const ENDPOINT = ofRuntime("endpoint");
const REQUESTS = ofRuntime("requests");
const ROUTES = ofModule("./routes.js").type("Routes");

function createEndpointPart(
  extensions: Extensions,
  serverOptions: Imported | undefined,
): EntryPart {
  const types = joinArguments([ROUTES], [undefined, serverOptions], "never");
  return {
    passedOn: [...listPassedOn("endpoint", "endpoint"), ROUTES],
    bound: code`/** Turns a route and its parameters into plain request options. */
${exported("const", "endpoint")}: ${ENDPOINT.type("Endpoint")}<${types}> = ${printEndpointCall(extensions, serverOptions)};`,
    names: [["value", "endpoint"]],
  };
}

/** The code that some route or every request needs, so that a client bundles no other. */
function listExtensions(context: EmitContext): Extensions {
  const exceptions = listExceptions(context).map(([, { more }]) => more);
  return {
    ...findRequestCode(context.model.routes, exceptions),
    ...listBuilderExtensions(context),
  };
}

/** The code that every request of a service needs, beside that of its routes. */
export function listBuilderExtensions({
  model: { vendor },
  values,
}: EmitContext): Readonly<Record<string, Imported>> {
  return {
    ...(vendor.variables && { variables: REQUESTS.value("serverVariables") }),
    ...listSentValues(values),
  };
}

/** The call that creates the request builder of a client. */
function printEndpointCall(extensions: Extensions, serverOptions: Imported | undefined): Code {
  const parts = Object.entries(extensions).map(([key, used]) =>
    "name" in used ? code`${key}: ${used}` : code`${key}: [${joinCode(used, ", ")}]`,
  );
  const types = joinArguments([ROUTES], [serverOptions], "unknown");
  const catalog = ofModule("./endpoint-catalog.js").value("endpointCatalog");
  const create = ENDPOINT.value("createEndpoint");
  const callArguments = joinArguments([catalog], [printObject(parts)], "{}");
  return code`/* @__PURE__ */ ${create}<${types}>(${callArguments})`;
}

// ---- Events and deliveries

function createEventsPart(events: string): EntryPart {
  const event = ofModule(events).type("EmitterWebhookEvent");
  const name = ofModule(events).type("EmitterWebhookEventName");
  const names = ofModule("./event-names.js").value("emitterEventNames");
  return {
    passedOn: [...listPassedOn("webhooks", "events"), names, event, name],
    bound: code`/** A handler for one event, or for several if \`Name\` is a union. */
${exported("type", "HandlerFunction")}<
  Name extends ${name},
  Transformed = unknown,
> = ${WEBHOOKS.type("EventHandler")}<${event}<Name> & Transformed>;

/**
 * Accepts a known event name, \`<event>\` or \`<event>.<action>\`.
 * @throws TypeError for \`*\`, \`error\` and, unless the options say otherwise, an unknown name.
 */
${exported("const", "validateEventName")}: ${WEBHOOKS.type("EventNameValidator")}<${name}> =
  /* @__PURE__ */ ${WEBHOOKS.value("createEventNameValidator")}<${name}>(${names});`,
    names: [
      ["value", "validateEventName"],
      ["type", "HandlerFunction"],
    ],
  };
}

function createWebhooksPart(events: string, deliveries: DeliveryCode): EntryPart {
  const { kind, parts } = deliveries;
  const types = ofModule(events).type("WebhookTypes");
  const argument = kind.argument === undefined ? "" : `, "${kind.argument}"`;
  const settings = joinCode(["scheme", ...parts.map(printPart)], ", ");
  const openingParts = parts.filter(({ key }) => key !== "challenge");
  const openingSettings = joinCode(["scheme", ...openingParts.map(printPart)], ", ");
  const event = ofModule(events).type("EmitterWebhookEvent");
  return {
    passedOn: listPassedOn("webhooks", "deliveries"),
    bound: code`${printConstants(deliveries)}

/** Signs, verifies, receives and dispatches deliveries. */
${exported("type", "Webhooks")}<Transformed = unknown> = ${WEBHOOKS.type(kind.type, "WebhooksOf")}<${types}, Transformed>;
${exported("const", "Webhooks")}: ${WEBHOOKS.type("WebhooksConstructor")}<${types}${argument}> =
  /* @__PURE__ */ ${WEBHOOKS.value("bindWebhooks")}<${types}${argument}>(${WEBHOOK_CATALOG.value("webhookCatalog")}, { ${settings} });

/**
 * Verifies and parses a delivery for a program with a router of its own, and resolves to its event, which
 * its name narrows. Rejects with a {@link WebhookError} for a delivery that the service has not signed, or
 * that cannot be read, and with a TypeError for a mistake in the call.
 * @example
 * const event = await unwrap(secret, await request.text(), request.headers);
 * console.log(event.name, event.payload);
 */
${exported("const", "unwrap")}: ${WEBHOOKS.type("UnwrapDelivery")}<${event}> =
  /* @__PURE__ */ ${WEBHOOKS.value("bindUnwrap")}<${event}>(${WEBHOOK_CATALOG.value("webhookCatalog")}, { ${openingSettings} });`,
    names: [
      ["value", "Webhooks"],
      ["value", "unwrap"],
    ],
  };
}

// ---- Types

/** Exports of an entry for one purpose: to build requests, to name events, to receive deliveries. */
interface EntryPart {
  /** Names of other modules that are exported as they are. */
  readonly passedOn: readonly Imported[];
  /** The declarations that are bound to generated catalogs and types, and their names. */
  readonly bound: Code;
  readonly names: readonly (readonly [kind: "value" | "type", name: string])[];
}

/** Runtime code that only some vendors need, by the key that passes it to `createEndpoint`. */
type Extensions = Readonly<Record<string, Imported | readonly Imported[]>>;
