import type { EmitContext } from "../prepare/context.js";
import { type Extensions, listExtensions, printEndpointCall } from "./extensions.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { sharedPayloadFile, specifierOf } from "../prepare/layout.js";
import { joinBlocks, joinLines } from "../print/print.js";
import { CATALOG, type DeliveryCode, listDeliveryCode } from "./delivery-code.js";
import { compareNames, printRuntimeNames } from "./runtime-modules.js";
import { emitSubpaths, printConstants, printPart } from "./subpaths.js";

/** Emits the entries that bind the runtime to the catalogs; none if `runtime` is `false`. */
export function emitEntry(context: EmitContext): readonly FileDraft[] {
  const { model, components } = context;
  const { vendor, hasEvents, hasRoutes, actionPath } = model;
  if (vendor.runtime === false) return [];
  const shared = sharedPayloadFile(vendor);
  const hasShared = components[shared].length > 0;
  const modules: EntryModules = {
    extensions: listExtensions(context),
    hasVariables: vendor.variables !== undefined,
    runtime: vendor.runtime,
    events: specifierOf("events", vendor),
    types: [specifierOf("payloads", vendor), ...(hasShared ? [specifierOf(shared, vendor)] : [])],
  };
  const code = vendor.webhooks && listDeliveryCode(model, vendor.webhooks);
  const endpointParts = hasRoutes ? [createEndpointPart(modules)] : [];
  const webhookParts = [
    ...(hasEvents ? [createEventsPart(modules)] : []),
    ...(code ? [createWebhooksPart(modules, code)] : []),
  ];
  const entries = [
    ...(hasRoutes ? [{ path: "endpoint.ts", body: printEntry(modules, endpointParts) }] : []),
    ...(hasEvents
      ? [{ path: "webhooks.ts", body: printEntry(modules, webhookParts, modules.types) }]
      : []),
    { path: "index.ts", body: printIndex(modules, endpointParts, webhookParts, code) },
  ];
  const sources = filesOf(vendor);
  return [
    ...entries.map((entry) => ({ ...entry, sources })),
    ...emitSubpaths({ vendor, hasEvents, hasRoutes, code, actionPath, ...modules }),
  ];
}

/** The modules that the entries import, besides files in the same folder. */
interface EntryModules {
  /** Code of the runtime that not every vendor needs, with what `createEndpoint` calls it. */
  readonly extensions: Extensions;
  readonly hasVariables: boolean;
  readonly runtime: string;
  readonly events: string;
  /** Modules with payload types. */
  readonly types: readonly string[];
}

// prettier-ignore
const ENDPOINT_TYPES = [
  "AnyRoute", "DefaultOptions", "Endpoint", "EndpointDefaults", "EndpointErrorCode",
  "EndpointOptions", "HeadersInput", "MediaTypeOptions", "MergedOptions", "RequestOptions",
  "RequestParameters", "UnknownParameters",
];

// prettier-ignore
const WEBHOOK_TYPES = [
  "AnyEvent", "DrainOptions", "FailedEvent", "PayloadError", "RawPayload", "Unregister", "ValidationOptions",
  "WebhookErrorCode",
];

const MIDDLEWARE_VALUES = ["createNodeMiddleware", "createWebMiddleware"];

// prettier-ignore
const MIDDLEWARE_TYPES = [
  "ErrorBody", "HttpErrorCode", "NodeMiddleware", "NodeMiddlewareOptions", "NodeRequest",
  "NodeResponse", "WebMiddleware", "WebMiddlewareOptions",
];

/** A name that an entry imports from a generated file. */
type Import = readonly [start: "import" | "import type", name: string, module: string];

/** What an entry exports for one purpose: to build requests, to name events, to receive deliveries. */
interface Part {
  /** Values of the runtime that the bound exports need. */
  readonly runtimeValues: readonly string[];
  /** Types of the runtime that the bound exports need. */
  readonly runtimeTypes: readonly string[];
  /** What is imported from generated files. */
  readonly imports: readonly Import[];
  /** Values and types of the runtime that are exported as they are. */
  readonly values: readonly string[];
  readonly types: readonly string[];
  /** Types that are exported from generated files. */
  readonly own: readonly (readonly [module: string, names: readonly string[]])[];
  /** Exports that are bound to generated catalogs and types, and their names. */
  readonly bound: string;
  readonly boundValues: readonly string[];
  readonly boundTypes: readonly string[];
}

type PartList = readonly Part[];

type ListKey = {
  [Key in keyof Part]: Part[Key] extends readonly string[] ? Key : never;
}[keyof Part];

function gather(parts: PartList, key: ListKey): readonly string[] {
  return parts.flatMap((part) => part[key]);
}

/** @param typeModules Modules whose types are exported, all of them. */
function printEntry(
  { runtime }: EntryModules,
  parts: PartList,
  typeModules: readonly string[] = [],
): string {
  return joinBlocks([
    joinLines([
      printRuntimeNames("import", gather(parts, "runtimeValues"), runtime),
      printRuntimeNames("import type", gather(parts, "runtimeTypes"), runtime),
      ...printImports(parts.flatMap(({ imports }) => imports)),
    ]),
    joinLines([
      printRuntimeNames("export", gather(parts, "values"), runtime),
      printRuntimeNames("export type", gather(parts, "types"), runtime),
      ...parts
        .flatMap(({ own }) => own)
        .map(([module, names]) => printExport("type ", names, module)),
      ...typeModules.map((module) => `export type * from ${JSON.stringify(module)};`),
    ]),
    ...parts.map(({ bound }) => bound),
  ]);
}

/**
 * Both halves of a client, but for the types of payloads: an import from the root would offer hundreds
 * of names.
 */
function printIndex(
  { runtime }: EntryModules,
  endpointParts: PartList,
  webhookParts: PartList,
  code: DeliveryCode | undefined,
): string {
  const passOn = (parts: PartList, module: string): readonly string[] => {
    if (parts.length === 0) return [];
    const own = parts.flatMap((part) => part.own.flatMap(([, names]) => names));
    const types = [...gather(parts, "types"), ...own, ...gather(parts, "boundTypes")];
    const values = [...gather(parts, "values"), ...gather(parts, "boundValues")];
    return [printExport("", values, module), printExport("type ", types, module)];
  };
  return joinLines([
    ...passOn(endpointParts, "./endpoint.js"),
    ...(endpointParts.length > 0 ? ['export type { Endpoints } from "./endpoints.js";'] : []),
    ...passOn(webhookParts, "./webhooks.js"),
    ...(code
      ? [
          printRuntimeNames("export", MIDDLEWARE_VALUES, runtime),
          printRuntimeNames("export type", MIDDLEWARE_TYPES, runtime),
        ]
      : []),
  ]);
}

function printExport(kind: "" | "type ", names: readonly string[], module: string): string {
  return `export ${kind}{ ${[...names].sort(compareNames).join(", ")} } from ${JSON.stringify(module)};`;
}

/** One statement for each module. */
function printImports(imports: readonly Import[]): readonly string[] {
  const byModule = new Map<string, string[]>();
  for (const [start, name, module] of imports) {
    const key = `${start} { … } from ${JSON.stringify(module)};`;
    byModule.set(key, [...(byModule.get(key) ?? []), name]);
  }
  return [...byModule].map(([key, names]) => key.replace("…", names.join(", ")));
}

function createEndpointPart({ extensions, hasVariables }: EntryModules): Part {
  const type = hasVariables ? "Routes, never, ServerOptions" : "Routes";
  return {
    runtimeValues: ["createEndpoint", ...Object.values(extensions).flat()],
    runtimeTypes: ["Endpoint"],
    imports: [
      ["import", "endpointCatalog", "./endpoint-catalog.js"],
      ["import type", "Routes", "./routes.js"],
      ...(hasVariables ? ([["import type", "ServerOptions", "./constants.js"]] as const) : []),
    ],
    values: ["anyRoute", "EndpointError", "expandTemplate", "toRequest"],
    types: ENDPOINT_TYPES,
    own: [["./routes.js", ["Routes"]]],
    bound: `/** Turns a route and its parameters into plain request options. */
export const endpoint: Endpoint<${type}> = ${printEndpointCall(extensions, hasVariables)};`,
    boundValues: ["endpoint"],
    boundTypes: [],
  };
}

function createEventsPart({ events }: EntryModules): Part {
  return {
    runtimeValues: ["createEventNameValidator"],
    runtimeTypes: ["EventHandler", "EventNameValidator"],
    imports: [
      ["import", "emitterEventNames", "./event-names.js"],
      ["import type", "EmitterWebhookEvent", events],
      ["import type", "EmitterWebhookEventName", events],
    ],
    values: [],
    types: ["Log", "UnknownEvent", "ValidateEventNameOptions"],
    own: [[events, ["EmitterWebhookEvent", "EmitterWebhookEventName"]]],
    bound: `export { emitterEventNames };

/** A handler for one event, or for several if \`Name\` is a union. */
export type HandlerFunction<
  Name extends EmitterWebhookEventName,
  Transformed = unknown,
> = EventHandler<EmitterWebhookEvent<Name> & Transformed>;

/**
 * Accepts a known event name, \`<event>\` or \`<event>.<action>\`.
 * @throws TypeError for \`*\`, \`error\` and, unless the options say otherwise, an unknown name.
 */
export const validateEventName: EventNameValidator<EmitterWebhookEventName> =
  /* @__PURE__ */ createEventNameValidator<EmitterWebhookEventName>(emitterEventNames);`,
    boundValues: ["emitterEventNames", "validateEventName"],
    boundTypes: ["HandlerFunction"],
  };
}

function createWebhooksPart({ events }: EntryModules, code: DeliveryCode): Part {
  const { schemeValues, kind, parts } = code;
  const argument = kind.argument === undefined ? "" : `, "${kind.argument}"`;
  const data = parts.flatMap(({ call }): readonly Import[] =>
    call?.module === CATALOG ? [["import", call.argument, call.module]] : [],
  );
  return {
    runtimeValues: ["createWebhooks", ...schemeValues, ...parts.map(({ value }) => value)],
    runtimeTypes: [`${kind.type} as WebhooksOf`, "WebhooksConstructor"],
    imports: [
      ["import type", "WebhookTypes", events],
      ["import", "webhookCatalog", CATALOG],
      ["import", "webhookSignature", CATALOG],
      ...data,
    ],
    values: ["anyEvent", "WebhookAggregateError", "WebhookError"],
    types: WEBHOOK_TYPES,
    own: [],
    bound: `${printConstants(code)}

/** Signs, verifies, receives and dispatches deliveries. */
export type Webhooks<Transformed = unknown> = WebhooksOf<WebhookTypes, Transformed>;
export const Webhooks: WebhooksConstructor<WebhookTypes${argument}> =
  /* @__PURE__ */ createWebhooks<WebhookTypes${argument}>(webhookCatalog, { ${["scheme", ...parts.map(printPart)].join(", ")} });`,
    boundValues: ["Webhooks"],
    boundTypes: [],
  };
}
