/** `client-catalog.ts`: the data that the client works on, that of the service apart from that of single routes. */
import type { AuthScheme } from "../../../src/catalog/client.js";
import type { DeclaredScheme } from "../../model/client.js";
import type { SchemaModel } from "../../model/model.js";
import type { EmitContext } from "../context/context.js";
import { groupLists } from "../plans/pages.js";
import { findDeclaredKey } from "../plans/plans.js";
import { listStreams } from "../plans/streams.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported } from "../print/module.js";
import { printValue, toDocComment } from "../print/print.js";
import type { Code } from "../print/types.js";

/** Emits the catalog of the client: the facts of the vendor, and apart from them those of single routes. */
export function emitClientCatalog(context: EmitContext): ModuleDraft {
  const { vendor, routes } = context.model;
  const blocks = [
    printFacts("clientCatalog", SERVICE_FACTS, listServiceFacts(context.model)),
    ...(hasRouteFacts(context)
      ? [printFacts("routeCatalog", ROUTE_FACTS, listRouteFacts(context))]
      : []),
  ];
  return { path: "client-catalog.ts", sources: filesOf(vendor, ...routes), module: { blocks } };
}

const SERVICE_FACTS = "The API for the client: its name, credentials, limits and names of headers.";

const ROUTE_FACTS =
  "What a client finds by the name of a route: pages, streams and headers of keys.";

function printFacts(name: string, text: string, facts: object): Code {
  const lines = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${printValue(value)},`);
  return code`${toDocComment({ text })}
${exported("const", name)} = {
${lines.join("\n")}
} as const;`;
}

// ---- The service

function listServiceFacts({ vendor, routes }: SchemaModel): object {
  const { auth, rateLimit, idempotency, requestId } = vendor.sending;
  const servers = routes.flatMap(({ server }) => (server ? [new URL(server).origin] : []));
  return {
    service: vendor.name,
    ...(auth.length > 0 && { auth: auth.map(toScheme) }),
    ...(servers.length > 0 && { servers: [...new Set(servers)] }),
    rateLimit,
    idempotency,
    requestId,
  };
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

// ---- Single routes

/** Tells whether a client needs facts of single routes. */
export function hasRouteFacts(context: EmitContext): boolean {
  return Object.keys(listRouteFacts(context)).length > 0;
}

/** Lists the facts that some routes have: none for an API without pages, streams and headers of keys. */
function listRouteFacts(context: EmitContext): object {
  return { ...groupPagination(context), ...groupStreams(context), ...groupKeyHeaders(context) };
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

/** The rules of streams, by the keys of their routes. */
function groupStreams(context: EmitContext): object {
  const streams = listStreams(context);
  return streams.length === 0 ? {} : { streams: Object.fromEntries(streams) as object };
}

/** The headers for idempotency keys that routes declare, by their keys; none where all requests have one header. */
function groupKeyHeaders({ model: { vendor, routes } }: EmitContext): object {
  if (vendor.sending.idempotency !== undefined) return {};
  const headers = routes.flatMap((route) => {
    const header = findDeclaredKey(route);
    return header === undefined ? [] : [[route.key, header] as const];
  });
  return headers.length === 0 ? {} : { idempotencyOf: Object.fromEntries(headers) as object };
}
