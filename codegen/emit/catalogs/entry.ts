import type { EmitContext } from "../context.js";
import { type Extensions, listExtensions, printEndpointCall } from "./extensions.js";
import { type FileDraft, filesOf } from "../file.js";
import { sharedPayloadFile, specifierOf } from "../layout.js";
import { joinBlocks, joinLines } from "../print.js";
import { CATALOG, type DeliveryCode, listDeliveryCode } from "./delivery-code.js";
import { printRuntimeNames } from "./runtime-modules.js";
import { emitSubpaths, printConstants, printPart } from "./subpaths.js";

/** Emits the entries that bind the runtime to the catalogs; none if `runtime` is `false`. */
export function emitEntry(context: EmitContext): readonly FileDraft[] {
  const { model, components } = context;
  const { vendor, hasEvents, hasRoutes } = model;
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
  const halves: readonly Half[] = [
    ...(hasRoutes ? [createEndpointHalf(modules)] : []),
    ...(hasEvents ? [createEventsHalf(modules)] : []),
    ...(code ? [createWebhooksHalf(modules, code)] : []),
  ];
  const body = printEntry(modules.runtime, halves);
  return [
    { path: "index.ts", sources: filesOf(vendor), body },
    ...emitSubpaths({ vendor, hasEvents, hasRoutes, code, ...modules }),
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

type Import = readonly [start: "import" | "import type", name: string, module: string];

/** What a half of a client adds to the main entry. */
interface Half {
  /** Values of the runtime that the bound exports need. */
  readonly runtimeValues: readonly string[];
  /** Types of the runtime that the bound exports need. */
  readonly runtimeTypes: readonly string[];
  /** What is imported from generated files. */
  readonly imports: readonly Import[];
  /** Values and types of the runtime that are exported as they are. */
  readonly values: readonly string[];
  readonly types: readonly string[];
  /** Exports of generated files. */
  readonly exports: readonly string[];
  /** Exports that are bound to generated catalogs and types. */
  readonly bound: string;
}

function printEntry(runtime: string, halves: readonly Half[]): string {
  const gather = (key: "runtimeValues" | "runtimeTypes" | "values" | "types"): readonly string[] =>
    halves.flatMap((half) => half[key]);
  return joinBlocks([
    joinLines([
      printRuntimeNames("import", gather("runtimeValues"), runtime),
      printRuntimeNames("import type", gather("runtimeTypes"), runtime),
      ...printImports(halves.flatMap(({ imports }) => imports)),
    ]),
    joinLines([
      printRuntimeNames("export", gather("values"), runtime),
      printRuntimeNames("export type", gather("types"), runtime),
      ...halves.flatMap(({ exports }) => exports),
    ]),
    ...halves.map(({ bound }) => bound),
  ]);
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

function createEndpointHalf({ extensions, hasVariables }: EntryModules): Half {
  const type = hasVariables ? "Routes, never, ServerOptions" : "Routes";
  return {
    runtimeValues: ["createEndpoint", ...Object.values(extensions).flat()],
    runtimeTypes: ["Endpoint"],
    imports: [
      ["import", "endpointCatalog", "./endpoint-catalog.js"],
      ["import type", "Routes", "./routes.js"],
      ...(hasVariables ? ([["import type", "ServerOptions", "./constants.js"]] as const) : []),
    ],
    values: ["EndpointError", "toRequest"],
    types: [
      ...["Endpoint", "EndpointDefaults", "EndpointErrorCode", "EndpointOptions", "HeadersInput"],
      ...["MediaTypeOptions", "MergedOptions", "RequestOptions", "RequestParameters"],
      "UnknownParameters",
    ],
    exports: [
      'export type { Endpoints } from "./endpoints.js";',
      'export type { Routes } from "./routes.js";',
    ],
    bound: `/** Turns a route and its parameters into plain request options. */
export const endpoint: Endpoint<${type}> = ${printEndpointCall(extensions, hasVariables)};`,
  };
}

function createEventsHalf({ events, types }: EntryModules): Half {
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
    exports: [
      `export type { EmitterWebhookEvent, EmitterWebhookEventName } from "${events}";`,
      ...types.map((module) => `export type * from ${JSON.stringify(module)};`),
      "export { emitterEventNames };",
    ],
    bound: `/** A handler for one event, or for several if \`Name\` is a union. */
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
  };
}

function createWebhooksHalf({ events }: EntryModules, code: DeliveryCode): Half {
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
    values: [
      "createNodeMiddleware",
      "createWebMiddleware",
      "WebhookAggregateError",
      "WebhookError",
    ],
    types: [
      ...["FailedEvent", "NodeMiddleware", "NodeMiddlewareOptions", "RawPayload", "Unregister"],
      ...["WebhookErrorCode", "WebMiddleware", "WebMiddlewareOptions"],
    ],
    exports: [],
    bound: `${printConstants(code)}

/** Signs, verifies, receives and dispatches deliveries. */
export type Webhooks<Transformed = unknown> = WebhooksOf<WebhookTypes, Transformed>;
export const Webhooks: WebhooksConstructor<WebhookTypes${argument}> =
  /* @__PURE__ */ createWebhooks<WebhookTypes${argument}>(webhookCatalog, { ${["scheme", ...parts.map(printPart)].join(", ")} });`,
  };
}
