import type { EmitContext } from "../prepare/context.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { code, type Code, joinCode, ofModule, ofRuntime, printModule } from "../print/module.js";
import { printUnion } from "../print/print.js";
import { printClientOptions } from "./extensions.js";

const CLIENT = ofRuntime("client");
const ROUTES = ofModule("./routes.js").type("Routes");
const RESPONSES = ofModule("./client-types.js").type("RouteResponses");
const LISTS = ofModule("./client-types.js").type("RouteLists");

/** Emits the entry with `createClient`; none if `runtime` is `false`. */
export function emitClientEntry(context: EmitContext): readonly FileDraft[] {
  const { vendor } = context.model;
  const { runtime } = vendor;
  if (runtime === false) return [];
  const body = printModule(
    { exports: printExports(`"${runtime}/client"`), blocks: [printClient(context)] },
    runtime,
  );
  return [{ path: "client.ts", sources: filesOf(vendor), body }];
}

function printExports(from: string): readonly string[] {
  return [
    `export { anyRoute } from "./endpoint.js";
export type { AnyRoute } from "./endpoint.js";
export { ConnectionError, ResponseError, TimeoutError } from ${from};
export type {
  AttemptEvent, CallOptions, ClientHooks, ClientOptions, ClientResponse, Credential, Page, Paginated,
  RateLimit, RequestSettings, ResponseErrorCode, ResponseEvent, RetryEvent,
} from ${from};
export type { RouteLists, RouteResponses } from "./client-types.js";`,
  ];
}

function printClient(context: EmitContext): Code {
  const types = code`<${listTypes(context)}>`;
  const endpoint = ofModule("./endpoint.js").value("endpoint");
  const catalog = ofModule("./client-catalog.js").value("clientCatalog");
  return code`/** Sends requests, and resolves to typed responses. */
export type Client = ${CLIENT.type("Client", "ClientOf")}<${ROUTES}, ${RESPONSES}, ${LISTS}>;

/**
 * Creates a client; nothing is sent before its first request.
 * @throws TypeError for a credential that cannot be sent, and for what is no number where one is
 * expected.
 * @throws RangeError for a number that is out of range.
 * @throws EndpointError for a \`baseUrl\`, \`headers\` or \`defaults\` that \`endpoint\` refuses.
 */
export const createClient: ${CLIENT.type("CreateClient")}${types} =
  /* @__PURE__ */ ${CLIENT.value("createClientFactory")}${types}(${endpoint}, ${catalog}${printClientOptions(context)});

/** The body that answers a request of \`endpoint\`, for a function of your own that sends it. */
export type ResponseOf<Request> = ${CLIENT.type("RouteResponseOf")}<${RESPONSES}, Request>;

/** Tells whether an error is a response; with a route, also which type its \`data\` has. */
export const isResponseError: ${CLIENT.type("IsResponseError")}<${RESPONSES}> = ${CLIENT.value("isResponseError", "isError")};
`;
}

/** The type arguments of `createClient`. Only several schemes are called by their names. */
function listTypes({ model: { vendor } }: EmitContext): Code {
  const schemes = vendor.sending.auth.map(({ name }) => JSON.stringify(name));
  const variables = vendor.variables ? [ofModule("./constants.js").type("ServerOptions")] : [];
  const names = schemes.length > 1 ? printUnion(schemes) : "never";
  return joinCode([ROUTES, RESPONSES, LISTS, names, ...variables], ", ");
}
