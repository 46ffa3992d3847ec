import type { EmitContext } from "../prepare/context.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { printUnion } from "../print/print.js";
import { listClientExtensions } from "./extensions.js";
import { runtimeModule } from "./runtime-modules.js";

/** Emits the entry with `createClient`; none if `runtime` is `false`. */
export function emitClientEntry(context: EmitContext): readonly FileDraft[] {
  const { vendor } = context.model;
  if (vendor.runtime === false) return [];
  const body = printClientEntry(context, vendor.runtime);
  return [{ path: "client.ts", sources: filesOf(vendor), body }];
}

function printClientEntry(context: EmitContext, runtime: string): string {
  const from = runtimeModule(runtime, "client");
  const types = `<${listTypes(context).join(", ")}>`;
  const { code, text } = listClientExtensions(context);
  const { variables } = context.model.vendor;
  const names = ["createClientFactory", "isResponseError as isError", ...code];
  return `import { ${names.join(", ")} } from ${from};
import type { Client as ClientOf, CreateClient, IsResponseError, RouteResponseOf } from ${from};
import { clientCatalog } from "./client-catalog.js";
import type { RouteLists, RouteResponses } from "./client-types.js";
${variables ? 'import type { ServerOptions } from "./constants.js";\n' : ""}import { endpoint } from "./endpoint.js";
import type { Routes } from "./routes.js";

export { anyRoute } from "./endpoint.js";
export type { AnyRoute } from "./endpoint.js";
${printExports(from)}
/** Sends requests, and resolves to typed responses. */
export type Client = ClientOf<Routes, RouteResponses, RouteLists>;

/**
 * Creates a client; nothing is sent before its first request.
 * @throws TypeError for a credential that cannot be sent, and for what is no number where one is
 * expected.
 * @throws RangeError for a number that is out of range.
 * @throws EndpointError for a \`baseUrl\`, \`headers\` or \`defaults\` that \`endpoint\` refuses.
 */
export const createClient: CreateClient${types} =
  /* @__PURE__ */ createClientFactory${types}(endpoint, clientCatalog${text});

/** The body that answers a request of \`endpoint\`, for a function of your own that sends it. */
export type ResponseOf<Request> = RouteResponseOf<RouteResponses, Request>;

/** Tells whether an error is a response; with a route, also which type its \`data\` has. */
export const isResponseError: IsResponseError<RouteResponses> = isError;
`;
}

/** The type arguments of `createClient`. Only several schemes are called by their names. */
function listTypes({ model: { vendor } }: EmitContext): readonly string[] {
  const schemes = vendor.sending.auth.map(({ name }) => JSON.stringify(name));
  const types = ["Routes", "RouteResponses", "RouteLists"];
  types.push(schemes.length > 1 ? printUnion(schemes) : "never");
  return vendor.variables ? [...types, "ServerOptions"] : types;
}

function printExports(from: string): string {
  return `export { ConnectionError, ResponseError, TimeoutError } from ${from};
export type {
  AttemptEvent, CallOptions, ClientHooks, ClientOptions, ClientResponse, Credential, Page, Paginated,
  RateLimit, RequestSettings, ResponseErrorCode, ResponseEvent, RetryEvent,
} from ${from};
export type { RouteLists, RouteResponses } from "./client-types.js";
`;
}
