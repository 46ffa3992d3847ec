import type { EmitContext } from "../context.js";
import { type FileDraft, filesOf } from "../file.js";
import { printUnion } from "../print.js";
import { listExtensions, printEndpointCall } from "./extensions.js";
import { runtimeModule } from "./runtime-modules.js";

/**
 * Emits the entry with `createClient`; none if `runtime` is `false`. It binds a request builder of its
 * own, so that a program that only sends requests loads nothing of deliveries.
 */
export function emitClientEntry(context: EmitContext): readonly FileDraft[] {
  const { vendor } = context.model;
  if (vendor.runtime === false) return [];
  const body = printClientEntry(context, vendor.runtime);
  return [{ path: "client.ts", sources: filesOf(vendor), body }];
}

function printClientEntry(context: EmitContext, runtime: string): string {
  const from = runtimeModule(runtime, "client");
  const endpoint = runtimeModule(runtime, "endpoint");
  const { vendor } = context.model;
  const hasVariables = vendor.variables !== undefined;
  const extensions = listExtensions(context);
  const names = Object.values(extensions).flat();
  const schemes = vendor.sending.auth.map(({ name }) => JSON.stringify(name));
  const auth = printUnion(schemes.length > 0 ? schemes : ["string"]);
  const types = ["Routes", "RouteResponses", "RouteLists", auth];
  if (hasVariables) types.push("ServerOptions");
  const requests =
    names.length === 0
      ? ""
      : `import { ${names.join(", ")} } from ${runtimeModule(runtime, "requests")};\n`;
  return `import { createClientFactory, isResponseError as isError } from ${from};
import type { Client as ClientOf, CreateClient, IsResponseError, RouteResponseOf } from ${from};
import { createEndpoint } from ${endpoint};
${requests}import { clientCatalog } from "./client-catalog.js";
import type { RouteLists, RouteResponses } from "./client-types.js";
${hasVariables ? 'import type { ServerOptions } from "./constants.js";\n' : ""}import { endpointCatalog } from "./endpoint-catalog.js";
import type { Routes } from "./routes.js";

export { ConnectionError, ResponseError, TimeoutError } from ${from};
export type {
  AttemptEvent, CallOptions, ClientHooks, ClientOptions, ClientResponse, Credential, Page, Paginated,
  RateLimit, RequestSettings, ResponseErrorCode, ResponseEvent, RetryEvent,
} from ${from};
export type { RouteLists, RouteResponses } from "./client-types.js";

const endpoint = ${printEndpointCall(extensions, hasVariables)};

/** Sends requests, and resolves to typed responses. */
export type Client = ClientOf<Routes, RouteResponses, RouteLists>;
export const createClient: CreateClient<${types.join(", ")}> =
  /* @__PURE__ */ createClientFactory<${types.join(", ")}>(endpoint, clientCatalog);

/** The body that answers a request of \`endpoint\`, for a function of your own that sends it. */
export type ResponseOf<Request> = RouteResponseOf<RouteResponses, Request>;

/** Tells whether an error is a response; with a route, also which type its \`data\` has. */
export const isResponseError: IsResponseError<RouteResponses> = isError;
`;
}
