/** The entries with `createClient`: the client by routes, and the one of functions alone. */
import { type DeclaredScheme, OAUTH_FLOWS, type OAuthFlow } from "../../model/client.js";
import type { Vendor } from "../../model/model.js";
import { toTypeKey } from "../../model/names.js";
import type { EmitContext } from "../context/context.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import {
  CLIENT,
  code,
  exported,
  joinCode,
  listPassedOn,
  ofModule,
  ofRuntime,
  printOptions,
} from "../print/module.js";
import { printUnion, toDocComment } from "../print/print.js";
import type { Code, Imported, Printable } from "../print/types.js";
import { hasStreams } from "../plans/streams.js";
import { hasOAuth, listClientOptions, listCoreOptions } from "./client-code.js";
import { CONSTANTS, listServiceConstants } from "./constants.js";
import { listBuilderExtensions } from "./entry.js";

const OAUTH = ofRuntime("oauth");
const ENDPOINT_ERROR = ofRuntime("endpoint").value("EndpointError");
const ROUTES = ofModule("./routes.js").type("Routes");
const RESPONSES = ofModule("./client-types.js").type("RouteResponses");
const LISTS = ofModule("./client-types.js").type("RouteLists");
const STREAMS = ofModule("./client-types.js").type("RouteStreams");

/** Emits the entry with `createClient`; none if `runtime` is `false`. */
export function emitClientEntry(context: EmitContext): readonly ModuleDraft[] {
  const { vendor } = context.model;
  const { runtime } = vendor;
  if (runtime === false) return [];
  const blocks = [
    ...(hasOAuth(vendor) ? [printGrants(vendor.sending.auth)] : []),
    printClient(context),
  ];
  const module = { exports: [listExports(context)], blocks };
  return [{ path: "client.ts", sources: filesOf(vendor), module }];
}

/** Emits the entry with the client of functions alone; none if `runtime` is `false`. */
export function emitCoreEntry(context: EmitContext): readonly ModuleDraft[] {
  const { vendor } = context.model;
  const { runtime } = vendor;
  if (runtime === false) return [];
  const passedOn = [
    ...listPassedOn("client", "client"),
    ENDPOINT_ERROR,
    ...listPassedOn("client", "core"),
  ];
  const module = { exports: [passedOn], blocks: [printCoreClient(context)] };
  return [{ path: "core.ts", sources: filesOf(vendor), module }];
}

/** The names of other modules that the entry with `createClient` passes on. */
function listExports(context: EmitContext): readonly Imported[] {
  return [
    ...listPassedOn("client", "client"),
    ...(hasOAuth(context.model.vendor) ? listPassedOn("oauth", "oauth") : []),
    ofModule("./endpoint.js").value("anyRoute"),
    ofModule("./endpoint.js").type("AnyRoute"),
    RESPONSES,
    LISTS,
    ...(hasStreams(context) ? [...listPassedOn("client", "streams"), STREAMS] : []),
  ];
}

// ---- The client by routes

function printClient(context: EmitContext): Code {
  const types = code`<${listTypeArguments(context)}>`;
  const endpoint = ofModule("./endpoint.js").value("endpoint");
  const catalog = ofModule("./client-catalog.js").value("clientCatalog");
  return code`/** Sends requests, and resolves to typed responses. */
${exported("type", "Client")} = ${CLIENT.type("Client", "ClientOf")}<${ROUTES}, ${RESPONSES}, ${LISTS}${hasStreams(context) ? code`, never, ${STREAMS}` : ""}>;

/**
 * Creates a client; nothing is sent before its first request.
 * @example
 * const client = createClient({ timeout: 10_000 });
 * @throws TypeError for a credential that cannot be sent, and for a numeric option of another type.
 * @throws RangeError for a number that is out of range.
 * @throws EndpointError for a \`baseUrl\`, \`headers\` or \`defaults\` that \`endpoint\` refuses.
 */
${exported("const", "createClient")}: ${CLIENT.type("CreateClient")}${types} =
  /* @__PURE__ */ ${CLIENT.value("createClientFactory")}${types}(${endpoint}, ${catalog}${printOptions(listClientOptions(context))});

/** The body that answers a request of \`endpoint\`, for a function of your own that sends it. */
${exported("type", "ResponseOf")}<Request> = ${CLIENT.type("RouteResponseOf")}<${RESPONSES}, Request>;

/**
 * Tells whether an error is a response; with a route, also which type its \`data\` has.
 * @example
 * if (isResponseError(error) && error.status === 404) return undefined;
 */
${exported("const", "isResponseError")}: ${CLIENT.type("IsResponseError")}<${RESPONSES}> = ${CLIENT.value("isResponseError", "isError")};`;
}

/** The type arguments of `createClient`. */
function listTypeArguments(context: EmitContext): Code {
  const { vendor } = context.model;
  return joinTypes(
    [ROUTES, RESPONSES, LISTS, printSchemeNames(vendor)],
    [
      serverOptions(vendor),
      hasOAuth(vendor) ? "OAuthGrants" : undefined,
      hasStreams(context) ? STREAMS : undefined,
    ],
  );
}

// ---- The client of functions

function printCoreClient(context: EmitContext): Code {
  const { vendor } = context.model;
  const grants = hasOAuth(vendor) ? ofModule("./client.js").type("OAuthGrants") : undefined;
  const types = code`<${joinTypes([printSchemeNames(vendor)], [serverOptions(vendor), grants])}>`;
  const constants = listServiceConstants(vendor).map((name) => CONSTANTS.value(name));
  const catalog = ofModule("./client-catalog.js").value("clientCatalog");
  const extensions = Object.entries(listBuilderExtensions(context)).map(
    ([key, imported]) => code`${key}: ${imported}`,
  );
  const clientOptions = listCoreOptions(context);
  // The extensions are the next argument, so that none can be left out before them.
  const options =
    clientOptions.length === 0 && extensions.length > 0 ? ", {}" : printOptions(clientOptions);
  // Variables of the base address are among the option `defaults`. They are a part of the builder, too.
  const builderParts = vendor.variables ? code`, [${CLIENT.value("defaults")}]` : "";
  return code`/**
 * Creates a client for functions of resources, which bring the plans of their routes: the smallest bundle.
 * Nothing is sent before its first request.
 * @example
 * const client = createClient({ timeout: 10_000 });
 * @throws TypeError for a credential that cannot be sent, and for a numeric option of another type.
 * @throws RangeError for a number that is out of range.
 * @throws EndpointError for a \`baseUrl\`, \`headers\` or \`defaults\` that cannot be sent.
 */
${exported("const", "createClient")}: ${CLIENT.type("CreateCore")}${types} =
  /* @__PURE__ */ ${CLIENT.value("createCoreFactory")}${types}({ ${joinCode(constants, ", ")} }, ${catalog}${options}${printOptions(extensions)}${builderParts});`;
}

// ---- Type arguments

/** The type of the option for variables in the base address. */
function serverOptions({ variables }: Vendor): Imported | undefined {
  return variables && ofModule("./constants.js").type("ServerOptions");
}

/** Joins type arguments. Optional ones are `unknown` before others, and left out at the end. */
function joinTypes(
  required: readonly Printable[],
  optional: readonly (Printable | undefined)[],
): Code {
  const last = optional.findLastIndex((type) => type !== undefined);
  const optionalTypes = optional.slice(0, last + 1).map((type) => type ?? "unknown");
  return joinCode([...required, ...optionalTypes], ", ");
}

/** The names of schemes as a type. Only several schemes are called by their names. */
export function printSchemeNames({ sending: { auth } }: Vendor): string {
  return auth.length > 1 ? printUnion(auth.map(({ name }) => JSON.stringify(name))) : "never";
}

// ---- OAuth 2

/** Prints the types of scopes, and of the credentials that each scheme with OAuth 2 gets tokens with. */
function printGrants(schemes: readonly DeclaredScheme[]): Code {
  const scopes = new Map(schemes.flatMap((scheme) => scheme.scopes ?? []));
  const list = [...scopes].map(
    ([scope, text]) => `- \`${scope.replaceAll("`", "")}\`${text === "" ? "" : `: ${text}`}`,
  );
  const type =
    scopes.size === 0
      ? "string"
      : printUnion([...scopes.keys()].map((scope) => JSON.stringify(scope)));
  const members = schemes.flatMap(({ name, oauth, flows = OAUTH_FLOWS }) => {
    if (!oauth) return [];
    const grants = flows.map((flow) => code`${GRANTS[flow]}<OAuthScope>`);
    return [code`readonly ${toTypeKey(name)}: ${joinCode(grants, " | ")};`];
  });
  return code`${toDocComment({ text: ["Scopes of a token.", ...list].join("\n") })}
${exported("type", "OAuthScope")} = ${type};

/** Credentials that a client gets tokens with, by the names of schemes. */
${exported("interface", "OAuthGrants")} {
${joinCode(members, "\n")}
}`;
}

/** The types of the runtime for the credentials of each flow. */
const GRANTS: Readonly<Record<OAuthFlow, Imported>> = {
  clientCredentials: OAUTH.type("ClientCredentials"),
  refreshToken: OAUTH.type("RefreshTokens"),
};
