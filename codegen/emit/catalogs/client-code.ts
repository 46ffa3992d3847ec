/** Chooses the parts of the runtime that the client of one service needs, so that it bundles no other. */
import type { StreamFormat } from "../../../src/catalog/client.js";
import { listRouteLists } from "../../json-schema/route-lists.js";
import type { Vendor } from "../../model/model.js";
import type { EmitContext } from "../context/context.js";
import { PAGE_STYLES } from "../plans/pages.js";
import { listStreams } from "../plans/streams.js";
import {
  CLIENT,
  code,
  joinArguments,
  joinCode,
  ofModule,
  ofRuntime,
  printObject,
} from "../print/module.js";
import type { Code, Imported } from "../print/types.js";
import { hasRouteFacts } from "./client-catalog.js";
import { printBodyValues } from "./value-options.js";

/** The options of `createClient` that a service needs: those of the core, and facts of routes with code for pages. */
export function listClientOptions(context: EmitContext): readonly Code[] {
  const styles = new Set(listRouteLists(context).map(({ pagination }) => pagination.style));
  const pages = [...styles].map((style) => code`${style}: ${PAGE_STYLES[style]}`);
  const routes = ofModule("./client-catalog.js").value("routeCatalog");
  return [
    ...(hasRouteFacts(context) ? [code`routes: ${routes}`] : []),
    ...(pages.length > 0 ? [code`pages: { ${joinCode(pages, ", ")} }`] : []),
    ...listCoreOptions(context),
  ];
}

/** The options of the core that a service needs: code for credentials, values and streams. */
export function listCoreOptions(context: EmitContext): readonly Code[] {
  const { auth } = context.model.vendor.sending;
  const values = printBodyValues(context);
  // On a redirect to another origin, `fetch` removes the header `authorization` alone.
  const needsOwnRedirects = auth.some(
    (credential) => credential.in !== "header" || credential.key !== "authorization",
  );
  return [
    ...printAuthenticator(context.model.vendor),
    ...(needsOwnRedirects ? [code`${CLIENT.value("followRedirects")}`] : []),
    ...values,
    ...printStreams(context, values.length > 0),
  ];
}

/** The runtime's own authenticator has one credential in a header; others are passed in. */
function printAuthenticator(vendor: Vendor): readonly Code[] {
  const { auth } = vendor.sending;
  const isSimple = auth.every(
    (credential) =>
      credential.in === "header" &&
      credential.key !== "cookie" &&
      !credential.isBasic &&
      !credential.oauth,
  );
  if (isSimple && auth.length < 2) return [];
  const hasQuery = auth.some((credential) => credential.in === "query");
  const authenticator = hasOAuth(vendor)
    ? ofRuntime("oauth").value("createOAuthAuthenticator")
    : CLIENT.value(hasQuery ? "createSchemeAuthenticator" : "createHeaderAuthenticator");
  return [code`createAuthenticator: ${authenticator}`];
}

/** Tells whether a client gets its tokens by OAuth 2. */
export function hasOAuth({ sending }: Vendor): boolean {
  return sending.auth.some(({ oauth }) => oauth);
}

// ---- Streams

/**
 * The option of a client for its streams.
 * @param convertsItems Items hold values that JSON does not have.
 */
function printStreams(context: EmitContext, convertsItems: boolean): readonly Code[] {
  const rules = listStreams(context);
  if (rules.length === 0) return [];
  const usedFormats = new Set(rules.map(([, { format }]) => format));
  const formats = [...usedFormats].map(
    (format) => code`${JSON.stringify(format)}: ${STREAM_READERS[format]}`,
  );
  const isDeclared = rules.some(([, { events, text }]) => (events ?? text) !== undefined);
  const parts = [
    ...(isDeclared ? [code`readItem: ${CLIENT.value("readDeclaredItem")}`] : []),
    ...(convertsItems ? [code`${CLIENT.value("convertItem")}`] : []),
  ];
  const readers = code`{ ${joinCode(formats, ", ")} }`;
  const streamArguments = joinArguments([readers], [printObject(parts)], "{}");
  const create = code`/* @__PURE__ */ ${CLIENT.value("createStreams")}(${streamArguments})`;
  const hasReconnecting = rules.some(([key, { format }]) => format === "sse" && /^GET /.test(key));
  return hasReconnecting
    ? [code`addStreams: /* @__PURE__ */ ${CLIENT.value("reconnecting")}(${create})`]
    : [code`addStreams: ${create}`];
}

/** The functions of the runtime that read streams, by format. */
const STREAM_READERS: Readonly<Record<StreamFormat, Imported>> = {
  sse: CLIENT.value("eventStream"),
  "json-lines": CLIENT.value("jsonLines"),
  "json-seq": CLIENT.value("jsonSequence"),
};
