import type { StreamFormat } from "../../../src/catalog/client.js";
import { listRouteLists } from "../../json-schema/route-lists.js";
import type { Pagination } from "../../model/client.js";
import { kindOf } from "../../model/media-types.js";
import type { EmitContext } from "../prepare/types.js";
import { code, type Code, type Imported, joinCode, ofModule, ofRuntime } from "../print/module.js";
import { listExceptions } from "./list-exceptions.js";
import { listStreams } from "./list-streams.js";
import { listSentValues, printBodyValues } from "./values.js";

/** Runtime code that only some vendors need, by the key that passes it to `createEndpoint`. */
export type Extensions = Readonly<Record<string, Imported | readonly Imported[]>>;

const REQUESTS = ofRuntime("requests");
const CLIENT = ofRuntime("client");
const OAUTH = ofRuntime("oauth");

/** The code that some route needs, so that a client bundles no other. */
export function listExtensions(context: EmitContext): Extensions {
  const { vendor, routes } = context.model;
  const types = routes.flatMap(({ body }) => (body ? [body, ...(body.others ?? [])] : []));
  const kinds = new Set(types.flatMap(({ contentTypes }) => contentTypes.map(kindOf)));
  const bodies = [
    ...(kinds.has("form") ? [REQUESTS.value("formBody")] : []),
    ...(kinds.has("multipart") ? [REQUESTS.value("multipartBody")] : []),
  ];
  const declared = ["query", "headers", "cookies", "accept", "named"];
  const hasDeclared = listExceptions(context).some(([, { more }]) =>
    declared.some((key) => key in more),
  );
  return {
    ...(bodies.length > 0 && { bodies }),
    ...(hasDeclared && { parameters: REQUESTS.value("declaredParameters") }),
    ...(vendor.variables && { variables: REQUESTS.value("serverVariables") }),
    ...listSentValues(context.values),
  };
}

/** The call that creates the request builder of a client. */
export function printEndpointCall(extensions: Extensions, hasVariables: boolean): Code {
  const parts = Object.entries(extensions).map(([key, used]) =>
    "name" in used ? code`${key}: ${used}` : code`${key}: [${joinCode(used, ", ")}]`,
  );
  const variables = hasVariables ? code`, ${ofModule("./constants.js").type("ServerOptions")}` : "";
  const types = code`${ofModule("./routes.js").type("Routes")}${variables}`;
  const catalog = ofModule("./endpoint-catalog.js").value("endpointCatalog");
  const create = ENDPOINT.value("createEndpoint");
  return code`/* @__PURE__ */ ${create}<${types}>(${catalog}${printOptions(parts)})`;
}

const ENDPOINT = ofRuntime("endpoint");

/** A second argument, if it has members. */
function printOptions(parts: readonly Code[]): Code {
  return parts.length === 0 ? code`` : code`, { ${joinCode(parts, ", ")} }`;
}

/** Functions of the runtime by style of pagination. */
const PAGES: Readonly<Record<Pagination["style"], Imported>> = {
  link: CLIENT.value("linkPages"),
  cursor: CLIENT.value("cursorPages"),
  offset: CLIENT.value("offsetPages"),
  page: CLIENT.value("numberedPages"),
};

/** The argument that passes in the code that the client needs for credentials and lists. */
export function printClientOptions(context: EmitContext): Code {
  const { auth } = context.model.vendor.sending;
  const styles = new Set(listRouteLists(context).map(({ pagination }) => pagination.style));
  const pages = [...styles].map((style) => code`${style}: ${PAGES[style]}`);
  const isHeader = auth.every((each) => each.in === "header" && each.key !== "cookie");
  const isSimple =
    auth.length < 2 && isHeader && !auth.some(({ isBasic, oauth }) => isBasic || oauth);
  const authenticator = auth.some(({ oauth }) => oauth)
    ? OAUTH.value("createOAuthAuthenticator")
    : CLIENT.value("createSchemeAuthenticator");
  const isRedirected = auth.some((each) => each.in !== "header" || each.key !== "authorization");
  return printOptions([
    ...(pages.length > 0 ? [code`pages: { ${joinCode(pages, ", ")} }`] : []),
    ...(isSimple ? [] : [code`createAuthenticator: ${authenticator}`]),
    ...(isRedirected ? [code`${CLIENT.value("followRedirects")}`] : []),
    ...printBodyValues(context),
    ...printStreams(context),
  ]);
}

/** Functions of the runtime by format of a stream. */
const FORMATS: Readonly<Record<StreamFormat, Imported>> = {
  sse: CLIENT.value("eventStream"),
  "json-lines": CLIENT.value("jsonLines"),
  "json-seq": CLIENT.value("jsonSequence"),
};

/** The code for responses that come item by item. */
function printStreams(context: EmitContext): readonly Code[] {
  const rules = listStreams(context);
  if (rules.length === 0) return [];
  const used = new Set(rules.map(([, { format }]) => format));
  const formats = [...used].map((format) => code`${JSON.stringify(format)}: ${FORMATS[format]}`);
  const isDeclared = rules.some(([, { events, text }]) => (events ?? text) !== undefined);
  const parts = [
    ...(isDeclared ? [code`readItem: ${CLIENT.value("readDeclaredItem")}`] : []),
    ...(printBodyValues(context).length > 0 ? [code`${CLIENT.value("convertItem")}`] : []),
  ];
  const reader = printOptions(parts);
  const create = code`/* @__PURE__ */ ${CLIENT.value("createStreams")}({ ${joinCode(formats, ", ")} }${reader})`;
  const connectsAgain = rules.some(([key, { format }]) => format === "sse" && /^GET /.test(key));
  return [
    connectsAgain
      ? code`addStreams: /* @__PURE__ */ ${CLIENT.value("reconnecting")}(${create})`
      : code`addStreams: ${create}`,
  ];
}
