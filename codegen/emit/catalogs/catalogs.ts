/** The data that the runtime works on: a catalog for the request builder, the webhook toolkit and the client. */
import type { AuthScheme } from "../../../src/catalog/client.js";
import type { FieldSource } from "../../../src/catalog/webhooks.js";
import { planSignature } from "../../../src/receive/signatures/plan/plan.js";
import { listRouteLists } from "../../json-schema/route-lists.js";
import { listOtherMethods } from "../../model/http.js";
import type { DeclaredScheme } from "../../model/client.js";
import type { Route, SchemaModel, VendorWebhooks } from "../../model/model.js";
import type { EmitContext } from "../context/context.js";
import { groupLists } from "../plans/pages.js";
import { findDeclaredKey } from "../plans/plans.js";
import { listStreams } from "../plans/streams.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, joinCode, ofModule } from "../print/module.js";
import { printValue, toDocComment } from "../print/print.js";
import type { Code, Printable } from "../print/types.js";
import { CONSTANTS, listServiceConstants } from "./constants.js";
import { hasEventResources, listDottedNames, listEventResources } from "./delivery-code.js";

// ---- The request builder

/** Emits the catalog of the request builder. */
export function emitEndpointCatalog({ vendor, routes }: SchemaModel): ModuleDraft {
  const keys = listServiceConstants(vendor);
  const otherMethods = listOtherMethods(routes);
  const methods = otherMethods.length === 0 ? "" : `methods: ${printValue(otherMethods)},\n  `;
  return {
    path: "endpoint-catalog.ts",
    sources: filesOf(vendor, ...routes),
    module: {
      blocks: [
        code`/** The API for the request builder: address, media types and special routes. */
${exported("const", "endpointCatalog")} = {
  ${joinCode(
    keys.map((name) => CONSTANTS.value(name)),
    ",\n  ",
  )},
  ${methods}get routes() {
    return ${ofModule("./route-exceptions.js").value("expandRouteExceptions")}();
  },
} as const;`,
      ],
    },
  };
}

// ---- The webhook toolkit

/** Emits the catalog of the webhook toolkit; nothing without `webhooks` in `vendor.yaml`. */
export function emitWebhookCatalog(model: SchemaModel): readonly ModuleDraft[] {
  const { vendor, events } = model;
  const { webhooks } = vendor;
  if (webhooks === undefined) return [];
  const { signature, challenges } = webhooks;
  const dotted = listDottedNames(model);
  const blocks = [
    printWebhookCatalog(model, webhooks),
    printDataConstant("webhookSignature", planSignature(signature), TEXTS.signature),
    ...(dotted.length > 0 ? [printDataConstant("dottedEventNames", dotted, TEXTS.dotted)] : []),
    ...(challenges.length > 0
      ? [printDataConstant("webhookChallenges", challenges, TEXTS.challenges)]
      : []),
    ...(hasEventResources(model)
      ? [printDataConstant("webhookResources", listEventResources(model), TEXTS.resources)]
      : []),
  ];
  return [{ path: "webhook-catalog.ts", sources: filesOf(vendor, ...events), module: { blocks } }];
}

/** The comments of the constants beside the catalog. */
const TEXTS = {
  signature: "Signature plan of deliveries.",
  dotted: "Events whose own names hold a dot, which is not a separator there.",
  resources: "What events are about, where their payloads have only the id.",
  challenges: "Requests that are answered without a handler.",
};

function printWebhookCatalog({ actionPath }: SchemaModel, webhooks: VendorWebhooks): Code {
  const { event, delivery } = webhooks;
  const entries: readonly Printable[] = [
    code`path: ${CONSTANTS.value("webhookPath")}`,
    `event: ${printLocation(event)}`,
    ...(delivery === undefined ? [] : [`delivery: ${printLocation(delivery)}`]),
    ...(actionPath === undefined ? [] : [`action: ${JSON.stringify(actionPath)}`]),
    code`relay: ${CONSTANTS.value("webhookRelay")}`,
    code`eventNames: ${ofModule("./event-names.js").value("emitterEventNames")}`,
  ];
  return code`/** The vendor for the webhook toolkit: path, event, delivery, relay keys and event names. */
${exported("const", "webhookCatalog")} = {
  ${joinCode(entries, ",\n  ")},
} as const;`;
}

/** Inlined, because bundlers keep an object if another one reads its properties. */
function printLocation(location: FieldSource): string {
  if ("body" in location) return `{ body: ${JSON.stringify(location.body)} }`;
  return `{ header: ${JSON.stringify(location.header.toLowerCase())} }`;
}

/** @param text The comment. */
function printDataConstant(name: string, value: unknown, text: string): Code {
  return code`${toDocComment({ text })}\n${exported("const", name)} = ${printValue(value)} as const;`;
}

// ---- The client

/** Emits the catalog of the client: the facts of the vendor, and apart from them those of single routes. */
export function emitClientCatalog(context: EmitContext): ModuleDraft {
  const { vendor, routes } = context.model;
  const { auth, rateLimit, idempotency, requestId } = vendor.sending;
  const streams = listStreams(context);
  const servers = routes.flatMap(({ server }) => (server ? [new URL(server).origin] : []));
  const ofService = {
    service: vendor.name,
    ...(auth.length > 0 && { auth: auth.map(toScheme) }),
    ...(servers.length > 0 && { servers: [...new Set(servers)] }),
    rateLimit,
    idempotency,
    requestId,
  };
  const ofRoutes = {
    ...groupPagination(context),
    ...(streams.length > 0 && { streams: Object.fromEntries(streams) }),
    ...(idempotency === undefined && listKeyHeaders(routes)),
  };
  const blocks = [
    printClientCatalog("clientCatalog", SERVICE_FACTS, ofService),
    ...(hasRouteFacts(context) ? [printClientCatalog("routeCatalog", ROUTE_FACTS, ofRoutes)] : []),
  ];
  return { path: "client-catalog.ts", sources: filesOf(vendor, ...routes), module: { blocks } };
}

const SERVICE_FACTS = "The API for the client: its name, credentials, limits and names of headers.";

const ROUTE_FACTS =
  "What a client finds by the name of a route: pages, streams and headers of keys.";

/** Tells whether a client needs facts of single routes. */
export function hasRouteFacts(context: EmitContext): boolean {
  const { vendor, routes } = context.model;
  const hasKeys = vendor.sending.idempotency === undefined && routes.some(findDeclaredKey);
  return hasKeys || listRouteLists(context).length > 0 || listStreams(context).length > 0;
}

function printClientCatalog(name: string, text: string, facts: object): Code {
  const lines = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${printValue(value)},`);
  return code`${toDocComment({ text })}
${exported("const", name)} = {
${lines.join("\n")}
} as const;`;
}

/** The headers for idempotency keys that routes declare, by their keys. */
function listKeyHeaders(routes: readonly Route[]): { readonly idempotencyOf?: object } {
  const headers = routes.flatMap((route) => {
    const header = findDeclaredKey(route);
    return header === undefined ? [] : [[route.key, header] as const];
  });
  return headers.length === 0 ? {} : { idempotencyOf: Object.fromEntries(headers) };
}

/** A scheme without the keys that only types and texts need. */
function toScheme({
  with: _with,
  flows: _flows,
  scopes: _scopes,
  ...scheme
}: DeclaredScheme): AuthScheme {
  return scheme;
}

/** The most frequent pagination stands for all lists; a list with another one has it under its own route. */
function groupPagination(context: EmitContext): object {
  const [mostFrequent, ...lessFrequent] = groupLists(context);
  if (mostFrequent === undefined) return {};
  const paginationOf = lessFrequent.flatMap(({ rule, routes }) =>
    routes.map(({ key }) => [key, rule]),
  );
  return {
    pagination: mostFrequent.rule,
    ...(paginationOf.length > 0 && { paginationOf: Object.fromEntries(paginationOf) as object }),
  };
}
