/** `endpoint.ts`: the request builder, bound to the catalog of routes. */
import type { EmitContext } from "../context/context.js";
import { listExceptions } from "../plans/exceptions.js";
import { findRequestCode } from "../plans/plans.js";
import {
  code,
  exported,
  joinArguments,
  joinCode,
  listPassedOn,
  ofModule,
  ofRuntime,
  printObject,
} from "../print/module.js";
import type { Code, Imported } from "../print/types.js";
import { serverOptionsOf } from "./constants.js";
import type { EntryPart } from "./entry-parts.js";
import { listSentValues } from "./value-options.js";

const ENDPOINT = ofRuntime("endpoint");
const REQUESTS = ofRuntime("requests");
const ROUTES = ofModule("./routes.js").type("Routes");

/** `endpoint`, with the types of the runtime that its users name. */
export function createEndpointPart(context: EmitContext): EntryPart {
  const extensions = listExtensions(context);
  const serverOptions = serverOptionsOf(context.model.vendor);
  const types = joinArguments([ROUTES], [undefined, serverOptions], "never");
  return {
    passedOn: [...listPassedOn("endpoint", "endpoint"), ROUTES],
    bound: code`/** Turns a route and its parameters into plain request options. */
${exported("const", "endpoint")}: ${ENDPOINT.type("Endpoint")}<${types}> = ${printEndpointCall(extensions, serverOptions)};`,
  };
}

/** The code that some route or every request needs, so that a client bundles no other. */
function listExtensions(context: EmitContext): Extensions {
  const exceptions = listExceptions(context).map(([, { more }]) => more);
  return {
    ...findRequestCode(context.model.routes, exceptions),
    ...listBuilderExtensions(context),
  };
}

/** The code that every request of a service needs, beside that of its routes. */
export function listBuilderExtensions({
  model: { vendor },
  values,
}: EmitContext): Readonly<Record<string, Imported>> {
  return {
    ...(vendor.variables && { variables: REQUESTS.value("serverVariables") }),
    ...listSentValues(values),
  };
}

/** The call that creates the request builder of a client. */
function printEndpointCall(extensions: Extensions, serverOptions: Imported | undefined): Code {
  const parts = Object.entries(extensions).map(([key, used]) =>
    "name" in used ? code`${key}: ${used}` : code`${key}: [${joinCode(used, ", ")}]`,
  );
  const types = joinArguments([ROUTES], [serverOptions], "unknown");
  const catalog = ofModule("./endpoint-catalog.js").value("endpointCatalog");
  const create = ENDPOINT.value("createEndpoint");
  const callArguments = joinArguments([catalog], [printObject(parts)], "{}");
  return code`/* @__PURE__ */ ${create}<${types}>(${callArguments})`;
}

/** Runtime code that only some vendors need, by the key that passes it to `createEndpoint`. */
type Extensions = Readonly<Record<string, Imported | readonly Imported[]>>;
