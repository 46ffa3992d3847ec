/** The data that the runtime works on: constants, and a catalog for each part of it. */
import type { AuthScheme } from "../../../src/catalog/client.js";
import { type ListedMethod, writeMethods } from "../../../src/catalog/method-lines.js";
import type { FieldSource } from "../../../src/catalog/webhooks.js";
import { planSignature } from "../../../src/receive/signatures/plan/plan.js";
import { listRouteLists } from "../../json-schema/route-lists.js";
import { listOtherMethods } from "../../model/http.js";
import type { DeclaredScheme } from "../../model/client.js";
import type { Route, SchemaModel, Vendor, VendorWebhooks } from "../../model/model.js";
import { toTypeKey, toValueKey } from "../../model/names.js";
import {
  listResources,
  type Method,
  readResources,
  type Resource,
} from "../resources/resources.js";
import type { EmitContext } from "../context/context.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import { code, exported, final, joinCode, ofModule } from "../print/module.js";
import { printTemplate, printValue, toDocComment } from "../print/print.js";
import type { Code, Printable } from "../print/types.js";
import { hasEventResources, listDottedNames, listEventResources } from "./delivery-code.js";
import { groupLists } from "../plans/pages.js";
import { findDeclaredKey } from "../plans/plans.js";
import { listStreams } from "../plans/streams.js";

// ---- Constants

/** Emits the entries of `vendor.yaml` as constants. */
export function emitConstants({ vendor, hasRoutes }: SchemaModel): ModuleDraft {
  const { webhooks } = vendor;
  const constants: readonly Constant[] = [
    ["vendorName", "The name of the vendor, as used in identifiers.", vendor.name],
    ...(hasRoutes ? listRouteConstants(vendor) : []),
    ...(webhooks === undefined ? [] : listWebhookConstants(webhooks)),
  ];
  const blocks = [...constants.map(printConstant), ...printVariables(vendor)];
  return { path: "constants.ts", sources: filesOf(vendor), module: { blocks } };
}

type Constant = readonly [name: string, text: string, value: string | object];

function listRouteConstants(vendor: Vendor): readonly Constant[] {
  const { baseUrl = "", accept, mediaTypePrefix, agent } = vendor;
  return [
    ["baseUrl", "Base address of the hosted API.", baseUrl],
    ["accept", "The default `accept` header.", accept],
    [
      "mediaTypePrefix",
      "Prefix of the media types that `mediaType.format` changes.",
      mediaTypePrefix,
    ],
    ...(agent ? [toUserAgent(agent)] : []),
  ];
}

/** Changes the scope of a package's name, which holds characters that the header's grammar does not allow. */
function toUserAgent({ name, version }: NonNullable<Vendor["agent"]>): Constant {
  const product = name.replace(/^@/, "").replace("/", "-");
  return ["userAgent", "Beginning of the default `user-agent`.", `${product}/${version}`];
}

function listWebhookConstants(webhooks: VendorWebhooks): readonly Constant[] {
  return [
    ["webhookPath", "Default path of the middleware.", webhooks.path],
    ["webhookHeaders", "Header names of a delivery, in lowercase.", nameHeaders(webhooks)],
    [
      "webhookRelay",
      "Keys of a relay message. The first key of a list that is present is used.",
      webhooks.relay,
    ],
  ];
}

/** The headers that the vendor uses; none for a value that is in the body. */
function nameHeaders({ event, delivery, signature }: VendorWebhooks): object {
  const inLowercase = (location: VendorWebhooks["delivery"]): string | undefined =>
    location !== undefined && "header" in location ? location.header.toLowerCase() : undefined;
  return {
    event: inLowercase(event),
    delivery: inLowercase(delivery),
    signature: signature.header.toLowerCase(),
  };
}

function printConstant([name, text, value]: Constant): Code {
  const suffix = typeof value === "string" ? "" : " as const";
  return code`${toDocComment({ text })}\n${exported("const", name)} = ${JSON.stringify(value)}${suffix};`;
}

/** The variables of the base URL for the runtime, and their type for callers. */
function printVariables({ variables = [] }: Vendor): readonly Code[] {
  if (variables.length === 0) return [];
  const entries = variables.map(({ name, default: value, values }) => {
    return `  ${toValueKey(name)}: ${JSON.stringify({ default: value, values })},`;
  });
  const members = variables.map(({ name, default: value, values, description }) => {
    const type = values?.map((each) => JSON.stringify(each)).join(" | ") ?? "string";
    const parts = [description, `Default: \`${value}\``].filter((part) => part !== undefined);
    const doc = toDocComment({ text: parts.join("\n\n") });
    return `${doc}\nreadonly ${toTypeKey(name)}?: ${type} | undefined;`;
  });
  return [
    code`/** The variables of the base address, with their defaults and allowed values. */
${exported("const", "variables")} = {\n${entries.join("\n")}\n} as const;`,
    code`/** Options of a vendor whose base address has variables. */
${exported("interface", "ServerOptions")} {
/** Values for the variables of the base address. */
readonly variables?: {
${members.join("\n")}
} | undefined;
}`,
  ];
}

// ---- The request builder

const CONSTANTS = ofModule("./constants.js");

/** The constants that every request builder takes. */
export function listServiceConstants({ variables, agent }: Vendor): readonly string[] {
  return [
    "baseUrl",
    ...(variables ? ["variables"] : []),
    "accept",
    ...(agent ? ["userAgent"] : []),
    "mediaTypePrefix",
  ];
}

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
  const dotted = listDottedNames(model);
  const blocks = [
    printWebhookCatalog(model, webhooks),
    printDataConstant("webhookSignature", planSignature(webhooks.signature), SIGNED),
    dotted.length === 0 ? "" : printDataConstant("dottedEventNames", dotted, DOTTED),
    webhooks.challenges.length === 0
      ? ""
      : printDataConstant("webhookChallenges", webhooks.challenges, CHALLENGES),
    hasEventResources(model)
      ? printDataConstant("webhookResources", listEventResources(model), RESOURCES)
      : "",
  ];
  return [{ path: "webhook-catalog.ts", sources: filesOf(vendor, ...events), module: { blocks } }];
}

const SIGNED = "Signature plan of deliveries.";

const DOTTED = "Events whose own names hold a dot, which is not a separator there.";

const RESOURCES = "What events are about, where their payloads have only the id.";

const CHALLENGES = "Requests that are answered without a handler.";

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

function listKeyHeaders(routes: readonly Route[]): { readonly idempotencyOf?: object } {
  const found = routes.flatMap((route) => {
    const header = findDeclaredKey(route);
    return header === undefined ? [] : [[route.key, header] as const];
  });
  return found.length === 0 ? {} : { idempotencyOf: Object.fromEntries(found) };
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

/** Lists the most frequent pagination once; routes with another one name it. */
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

// ---- The class

/** Emits the catalog of the class: its options, and the routes of its methods. */
export function emitSdkCatalog(context: EmitContext): ModuleDraft {
  const { vendor, routes } = context.model;
  const { surface: _surface, models: _models, optionTexts: _texts, ...facts } = vendor.sdk;
  const resources = listResources(readResources(context)).filter(
    ({ methods }) => methods.length > 0,
  );
  const lines = Object.entries(facts).map(([key, value]) => `  ${key}: ${printFact(key, value)},`);
  const shapes = context.parameters.flatMap(({ route, surface }) =>
    surface?.shape ? [`\n    ${toValueKey(route.key)}: ${printValue(surface.shape)},`] : [],
  );
  if (shapes.length > 0) lines.push(`  shapes: {${shapes.join("")}\n  },`);
  const catalog = code`/** The class of the API: its options, and each method with its route. */
${exported("const", "sdkCatalog")} = {
${lines.join("\n")}
  resources: {${resources.map(printResourceMethods).join("")}
  },
};`;
  return {
    path: "sdk-catalog.ts",
    sources: filesOf(vendor, ...routes),
    module: { blocks: [final(catalog)] },
  };
}

/** Prints choices `as const`. Other values may have wider types, which keeps declarations small. */
function printFact(key: string, value: unknown): string {
  if (key === "arguments") return `${printValue(value)} as const`;
  if (key !== "sent" || !Array.isArray(value)) return printValue(value);
  const options = value.map((option: object) => {
    const members = Object.entries(option).map(
      ([name, member]) =>
        `${toValueKey(name)}: ${printValue(member)}${name === "in" ? " as const" : ""}`,
    );
    return `{ ${members.join(", ")} }`;
  });
  return `[${options.join(", ")}]`;
}

/** One text for all methods of a resource, which a bundle compresses best. */
function printResourceMethods({ path, methods }: Resource): string {
  const text = writeMethods(methods.map(toListedMethod));
  return `\n    ${path === "" ? '""' : toValueKey(path)}: ${printTemplate(text)},`;
}

function toListedMethod({ name, route, item, isBare, takesOptions }: Method): ListedMethod {
  const marks = [takesOptions && "?", item !== undefined && "*", isBare && "!"];
  return { marks: marks.filter((mark) => mark !== false).join(""), name, route: route.key };
}
