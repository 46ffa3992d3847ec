import type { Vendor } from "../../model/model.js";
import { sharedPayloadFile, specifierOf } from "../names/files.js";
import type { EmitContext } from "../context/context.js";
import { type FileDraft, filesOf } from "../print/file.js";
import {
  code,
  joinCode,
  listPassedOn,
  ofModule,
  ofRuntime,
  printModule,
  printNames,
  printOptions,
  WEBHOOKS,
} from "../print/module.js";
import { joinLines } from "../print/print.js";
import type { Code, Imported } from "../print/types.js";
import { type DeliveryCode, listDeliveryCode, WEBHOOK_CATALOG } from "./delivery-code.js";
import { listExceptions } from "../plans/exceptions.js";
import { findRequestCode } from "../plans/plans.js";
import { emitSubpaths, printConstants, printPart } from "./subpaths.js";
import { listPayloadValues, listSentValues } from "./values.js";

/** Emits the entries that bind the runtime to the catalogs; none if `runtime` is `false`. */
export function emitEntry(context: EmitContext): readonly FileDraft[] {
  const { model, components } = context;
  const { vendor, hasEvents, hasRoutes, actionPath } = model;
  const { runtime } = vendor;
  if (runtime === false) return [];
  const shared = sharedPayloadFile(vendor);
  const hasShared = components[shared].length > 0;
  const events = specifierOf("events", vendor);
  const payloadTypes = [
    specifierOf("payloads", vendor),
    ...(hasShared ? [specifierOf(shared, vendor)] : []),
  ];
  const deliveries =
    vendor.webhooks && listDeliveryCode(model, vendor.webhooks, listPayloadValues(context));
  const endpointParts = hasRoutes
    ? [createEndpointPart(listExtensions(context), vendor.variables !== undefined)]
    : [];
  const webhookParts = [
    ...(hasEvents ? [createEventsPart(events)] : []),
    ...(deliveries ? [createWebhooksPart(events, deliveries)] : []),
  ];
  const entries = [
    ...(hasRoutes ? [{ path: "endpoint.ts", body: printEntryModule(endpointParts, runtime) }] : []),
    ...(hasEvents
      ? [{ path: "webhooks.ts", body: printEntryModule(webhookParts, runtime, payloadTypes) }]
      : []),
    { path: "index.ts", body: printIndexEntry(endpointParts, webhookParts, deliveries, vendor) },
  ];
  const sources = filesOf(vendor);
  return [
    ...entries.map((entry) => ({ ...entry, sources })),
    ...emitSubpaths({ vendor, hasEvents, hasRoutes, deliveries, actionPath, runtime, events }),
  ];
}

/** Exports of an entry for one purpose: to build requests, to name events, to receive deliveries. */
interface EntryPart {
  /** Names of other modules that are exported as they are. */
  readonly passedOn: readonly Imported[];
  /** The declarations that are bound to generated catalogs and types, and their names. */
  readonly bound: Code;
  readonly names: readonly (readonly [kind: "value" | "type", name: string])[];
}

/** @param typeModules Modules whose types are all exported. */
function printEntryModule(
  parts: readonly EntryPart[],
  runtime: string,
  typeModules: readonly string[] = [],
): string {
  const passedOn = parts.flatMap((part) => part.passedOn);
  const exports = [
    printNames("export", passedOn, runtime),
    ...typeModules.map((module) => `export type * from ${JSON.stringify(module)};`),
  ];
  return printModule({ exports, blocks: parts.map(({ bound }) => bound) }, runtime);
}

/**
 * Prints both halves of a client without the types of payloads, so that editors do not offer hundreds of
 * names for an import from the root.
 */
function printIndexEntry(
  endpointParts: readonly EntryPart[],
  webhookParts: readonly EntryPart[],
  deliveries: DeliveryCode | undefined,
  { runtime: ownRuntime, sdk }: Vendor,
): string {
  const runtime = String(ownRuntime);
  // The class of another surface exports a type of that name itself.
  const isFree = ({ name }: Imported): boolean =>
    sdk.surface === undefined || name !== "RequestOptions";
  const passOn = (parts: readonly EntryPart[], module: string): string => {
    const names = parts.flatMap((part) => [
      ...part.passedOn.filter(isFree).map((each) => ({ ...each, module })),
      ...part.names.map(([kind, name]) => ofModule(module)[kind](name)),
    ]);
    const [values, types] = [false, true].map((isType) =>
      names.filter((each) => each.isType === isType),
    );
    return joinLines(
      [values, types].map((passedOn = []) => printNames("export", passedOn, runtime)),
    );
  };
  return joinLines([
    passOn(endpointParts, "./endpoint.js"),
    ...(endpointParts.length > 0
      ? [
          'export type { Endpoints } from "./endpoints.js";',
          'export * from "./sdk.js";',
          `export { ${sdk.name} as default } from "./sdk.js";`,
        ]
      : []),
    passOn(webhookParts, "./webhooks.js"),
    ...(deliveries ? [printNames("export", listPassedOn("webhooks", "root"), runtime)] : []),
  ]);
}

const ENDPOINT = ofRuntime("endpoint");
const REQUESTS = ofRuntime("requests");

function createEndpointPart(extensions: Extensions, hasVariables: boolean): EntryPart {
  const routes = ofModule("./routes.js").type("Routes");
  const variables = hasVariables
    ? code`, never, ${ofModule("./constants.js").type("ServerOptions")}`
    : "";
  return {
    passedOn: [...listPassedOn("endpoint", "endpoint"), routes],
    bound: code`/** Turns a route and its parameters into plain request options. */
export const endpoint: ${ENDPOINT.type("Endpoint")}<${routes}${variables}> = ${printEndpointCall(extensions, hasVariables)};`,
    names: [["value", "endpoint"]],
  };
}

/** Runtime code that only some vendors need, by the key that passes it to `createEndpoint`. */
type Extensions = Readonly<Record<string, Imported | readonly Imported[]>>;

/** The code that some route needs, so that a client bundles no other. */
function listExtensions(context: EmitContext): Extensions {
  const exceptions = listExceptions(context).map(([, { more }]) => more);
  return {
    ...findRequestCode(context.model.routes, exceptions),
    ...listBuilderExtensions(context),
  };
}

/** The code that every request of some services needs. */
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
function printEndpointCall(extensions: Extensions, hasVariables: boolean): Code {
  const parts = Object.entries(extensions).map(([key, used]) =>
    "name" in used ? code`${key}: ${used}` : code`${key}: [${joinCode(used, ", ")}]`,
  );
  const variables = hasVariables ? code`, ${ofModule("./constants.js").type("ServerOptions")}` : "";
  const types = code`${ofModule("./routes.js").type("Routes")}${variables}`;
  const catalog = ofModule("./endpoint-catalog.js").value("endpointCatalog");
  const create = ENDPOINT.value("createEndpoint");
  return code`/* @__PURE__ */ ${create}<${types}>(${catalog}${printOptions(parts)})`;
}

function createEventsPart(events: string): EntryPart {
  const event = ofModule(events).type("EmitterWebhookEvent");
  const name = ofModule(events).type("EmitterWebhookEventName");
  const names = ofModule("./event-names.js").value("emitterEventNames");
  return {
    passedOn: [...listPassedOn("webhooks", "events"), event, name],
    bound: code`export { ${names} };

/** A handler for one event, or for several if \`Name\` is a union. */
export type HandlerFunction<
  Name extends ${name},
  Transformed = unknown,
> = ${WEBHOOKS.type("EventHandler")}<${event}<Name> & Transformed>;

/**
 * Accepts a known event name, \`<event>\` or \`<event>.<action>\`.
 * @throws TypeError for \`*\`, \`error\` and, unless the options say otherwise, an unknown name.
 */
export const validateEventName: ${WEBHOOKS.type("EventNameValidator")}<${name}> =
  /* @__PURE__ */ ${WEBHOOKS.value("createEventNameValidator")}<${name}>(${names});`,
    names: [
      ["value", "emitterEventNames"],
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
  const opening = parts.filter(({ key }) => key !== "challenge");
  const openingSettings = joinCode(["scheme", ...opening.map(printPart)], ", ");
  const event = ofModule(events).type("EmitterWebhookEvent");
  return {
    passedOn: listPassedOn("webhooks", "deliveries"),
    bound: code`${printConstants(deliveries)}

/** Signs, verifies, receives and dispatches deliveries. */
export type Webhooks<Transformed = unknown> = ${WEBHOOKS.type(kind.type, "WebhooksOf")}<${types}, Transformed>;
export const Webhooks: ${WEBHOOKS.type("WebhooksConstructor")}<${types}${argument}> =
  /* @__PURE__ */ ${WEBHOOKS.value("bindWebhooks")}<${types}${argument}>(${WEBHOOK_CATALOG.value("webhookCatalog")}, { ${settings} });

/**
 * Verifies and parses a delivery for a program with a router of its own, and resolves to its event, which
 * its name narrows. Rejects with a {@link WebhookError} for a delivery that the service has not signed, or
 * that cannot be read, and with a TypeError for a mistake in the call.
 * @example
 * const event = await unwrap(secret, await request.text(), request.headers);
 * console.log(event.name, event.payload);
 */
export const unwrap: ${WEBHOOKS.type("UnwrapDelivery")}<${event}> =
  /* @__PURE__ */ ${WEBHOOKS.value("bindUnwrap")}<${event}>(${WEBHOOK_CATALOG.value("webhookCatalog")}, { ${openingSettings} });`,
    names: [
      ["value", "Webhooks"],
      ["value", "unwrap"],
    ],
  };
}
