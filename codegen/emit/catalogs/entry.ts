import type { EmitContext } from "../context.js";
import { type Extensions, listExtensions } from "./extensions.js";
import { type FileDraft, filesOf } from "../file.js";
import { sharedPayloadFile, specifierOf } from "../layout.js";

/** Emits the entries that bind the runtime to the catalogs; none if `runtime` is `false`. */
export function emitEntry(context: EmitContext): readonly FileDraft[] {
  const { model, components } = context;
  const { vendor } = model;
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
  const sources = filesOf(vendor);
  return [
    { path: "index.ts", sources, body: printEntry(modules) },
    { path: "validate.ts", sources, body: printValidateEntry(modules) },
    { path: "testing.ts", sources, body: printTestingEntry(modules) },
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

/** A separate entry, so that the main entry loads no validators. */
function printValidateEntry({ runtime, events }: EntryModules): string {
  const from = JSON.stringify(runtime);
  return `import { createPayloadValidator } from ${from};
import type { PayloadValidator } from ${from};
import { emitterEventNames } from "./event-names.js";
import type { EventMap } from "${events}";
import { validatorLoaders } from "./validators/index.js";

export type { InvalidPayload, PayloadError, PayloadValidator, ValidPayload } from ${from};

/**
 * Checks a payload against the type of an event. The validators of an event are imported at the
 * first call for it. Rejects with a TypeError for an unknown event name.
 */
export const validatePayload: PayloadValidator<EventMap> =
  /* @__PURE__ */ createPayloadValidator<EventMap>({
    eventNames: emitterEventNames,
    loaders: validatorLoaders,
  });
`;
}

/** A separate entry, so that the main entry loads no samples. */
function printTestingEntry({ runtime, events }: EntryModules): string {
  const from = JSON.stringify(runtime);
  return `import { bindBodyScheme, createDeliveryFactory, HMAC_SHA256 } from ${from};
import type { CreateDelivery } from ${from};
import type { EventMap } from "${events}";
import { sampleLoaders } from "./samples/index.js";
import { webhookCatalog, webhookSignature } from "./webhook-catalog.js";

export type { CreateDelivery, Delivery, DeliveryOptions, Overrides } from ${from};

const scheme = /* @__PURE__ */ bindBodyScheme(webhookSignature, HMAC_SHA256);

/** Creates a signed delivery with a payload that matches the schema, for tests of handlers. */
export const createDelivery: CreateDelivery<EventMap> =
  /* @__PURE__ */ createDeliveryFactory<EventMap>({
    catalog: webhookCatalog,
    scheme,
    loaders: sampleLoaders,
  });
`;
}

function printEntry(modules: EntryModules): string {
  return `${printEntryImports(modules)}

${printEntryExports(modules)}

${printEndpoint(modules)}

${BOUND_EXPORTS}`;
}

function printEndpoint({ extensions, hasVariables }: EntryModules): string {
  const parts = Object.entries(extensions).map(([key, code]) =>
    typeof code === "string" ? `${key}: ${code}` : `${key}: [${code.join(", ")}]`,
  );
  const extension = parts.length === 0 ? "" : `, { ${parts.join(", ")} }`;
  const [type, create] = hasVariables
    ? ["Routes, never, ServerOptions", "Routes, ServerOptions"]
    : ["Routes", "Routes"];
  return `/** Turns a route and its parameters into plain request options. */
export const endpoint: Endpoint<${type}> = /* @__PURE__ */ createEndpoint<${create}>(endpointCatalog${extension});`;
}

function printEntryImports({ runtime, events, extensions, hasVariables }: EntryModules): string {
  const from = JSON.stringify(runtime);
  const values = [
    ...["bindBodyScheme", "createEndpoint", "createEventNameValidator"],
    ...["createWebhooks", "HMAC_SHA256"],
    ...Object.values(extensions).flat(),
  ];
  const options = hasVariables ? `\nimport type { ServerOptions } from "./constants.js";` : "";
  return `import { ${values.sort().join(", ")} } from ${from};
import type {
  Endpoint,
  EventHandler,
  EventNameValidator,
  Webhooks as WebhooksOf,
  WebhooksConstructor,
} from ${from};${options}
import { endpointCatalog } from "./endpoint-catalog.js";
import { emitterEventNames } from "./event-names.js";
import type { EmitterWebhookEvent, EmitterWebhookEventName, WebhookTypes } from "${events}";
import type { Routes } from "./routes.js";
import { webhookCatalog, webhookSignature } from "./webhook-catalog.js";`;
}

function printEntryExports({ runtime, events, types }: EntryModules): string {
  const from = JSON.stringify(runtime);
  const exports = types.map((module) => `export type * from ${JSON.stringify(module)};`);
  return `export {
  createNodeMiddleware,
  createWebMiddleware,
  EndpointError,
  toRequest,
  WebhookAggregateError,
  WebhookError,
} from ${from};
export type {
  Endpoint,
  EndpointDefaults,
  EndpointErrorCode,
  EndpointOptions,
  FailedEvent,
  HeadersInput,
  Log,
  MediaTypeOptions,
  MergedOptions,
  NodeMiddleware,
  NodeMiddlewareOptions,
  RawPayload,
  RequestOptions,
  RequestParameters,
  UnknownEvent,
  UnknownParameters,
  Unregister,
  ValidateEventNameOptions,
  WebhookErrorCode,
  WebMiddleware,
  WebMiddlewareOptions,
} from ${from};
export type { Endpoints } from "./endpoints.js";
export type { EmitterWebhookEvent, EmitterWebhookEventName } from "${events}";
${exports.join("\n")}
export type { Routes } from "./routes.js";
export { emitterEventNames };`;
}

/** The exports that are bound to the generated catalogs and types. */
const BOUND_EXPORTS = `const scheme = /* @__PURE__ */ bindBodyScheme(webhookSignature, HMAC_SHA256);

/** Signs, verifies, receives and dispatches deliveries. */
export type Webhooks<Transformed = unknown> = WebhooksOf<WebhookTypes, Transformed>;
export const Webhooks: WebhooksConstructor<WebhookTypes> =
  /* @__PURE__ */ createWebhooks<WebhookTypes>(webhookCatalog, { scheme });

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
  /* @__PURE__ */ createEventNameValidator<EmitterWebhookEventName>(emitterEventNames);
`;
