/** `client.ts`: the `createClient` whose clients send requests by their routes. */
import type { EmitContext } from "../context/context.js";
import { hasStreams } from "../plans/streams.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import {
  CLIENT,
  code,
  exported,
  joinArguments,
  listPassedOn,
  ofModule,
  printObject,
} from "../print/module.js";
import type { Code, Imported } from "../print/types.js";
import { hasOAuth, listClientOptions } from "./client-code.js";
import { serverOptionsOf } from "./constants.js";
import { printOAuthTypes, printSchemeNames } from "./credential-types.js";

/** Emits the entry with `createClient`; none if `runtime` is `false`. */
export function emitClientEntry(context: EmitContext): readonly ModuleDraft[] {
  const { vendor } = context.model;
  if (vendor.runtime === false) return [];
  const blocks = [
    ...(hasOAuth(vendor) ? printOAuthTypes(vendor.sending.auth) : []),
    printClientType(context),
    printCreateClient(context),
    RESPONSE_TYPES,
  ];
  const module = { exports: [listExports(context)], blocks };
  return [{ path: "client.ts", sources: filesOf(vendor), module }];
}

const ENDPOINT = ofModule("./endpoint.js");
const ROUTES = ofModule("./routes.js").type("Routes");
const RESPONSES = ofModule("./client-types.js").type("RouteResponses");
const LISTS = ofModule("./client-types.js").type("RouteLists");
const STREAMS = ofModule("./client-types.js").type("RouteStreams");

/** The names of other modules that the entry passes on. */
function listExports(context: EmitContext): readonly Imported[] {
  return [
    ...listPassedOn("client", "client"),
    ...(hasOAuth(context.model.vendor) ? listPassedOn("oauth", "oauth") : []),
    ENDPOINT.value("anyRoute"),
    ENDPOINT.type("AnyRoute"),
    RESPONSES,
    LISTS,
    ...(hasStreams(context) ? [...listPassedOn("client", "streams"), STREAMS] : []),
  ];
}

function printClientType(context: EmitContext): Code {
  const streams = hasStreams(context) ? STREAMS : undefined;
  const types = joinArguments([ROUTES, RESPONSES, LISTS], [undefined, streams], "never");
  return code`/** Sends requests, and resolves to typed responses. */
${exported("type", "Client")} = ${CLIENT.type("Client", "ClientOf")}<${types}>;`;
}

function printCreateClient(context: EmitContext): Code {
  const types = listFactoryTypes(context);
  const type = code`${CLIENT.type("CreateClient")}<${types}>`;
  const create = code`${CLIENT.value("createClientFactory")}<${types}>`;
  const factoryArguments = joinArguments(
    [ENDPOINT.value("endpoint"), ofModule("./client-catalog.js").value("clientCatalog")],
    [printObject(listClientOptions(context))],
    "{}",
  );
  return code`/**
 * Creates a client; nothing is sent before its first request.
 * @example
 * const client = createClient({ timeout: 10_000 });
 * @throws TypeError for a credential that cannot be sent, and for a numeric option of another type.
 * @throws RangeError for a number that is out of range.
 * @throws EndpointError for a \`baseUrl\`, \`headers\` or \`defaults\` that \`endpoint\` refuses.
 */
${exported("const", "createClient")}: ${type} =
  /* @__PURE__ */ ${create}(${factoryArguments});`;
}

/** The type arguments of `createClient`. */
function listFactoryTypes(context: EmitContext): Code {
  const { vendor } = context.model;
  const grants = hasOAuth(vendor) ? "OAuthGrants" : undefined;
  const streams = hasStreams(context) ? STREAMS : undefined;
  return joinArguments(
    [ROUTES, RESPONSES, LISTS, printSchemeNames(vendor)],
    [serverOptionsOf(vendor), grants, streams],
    "unknown",
  );
}

/** Declarations for programs that handle responses and errors of the service themselves. */
const RESPONSE_TYPES = code`/** The body that answers a request of \`endpoint\`, for a function of your own that sends it. */
${exported("type", "ResponseOf")}<Request> = ${CLIENT.type("RouteResponseOf")}<${RESPONSES}, Request>;

/**
 * Tells whether an error is a response; with a route, also which type its \`data\` has.
 * @example
 * if (isResponseError(error) && error.status === 404) return undefined;
 */
${exported("const", "isResponseError")}: ${CLIENT.type("IsResponseError")}<${RESPONSES}> = ${CLIENT.value("isResponseError", "isError")};`;
