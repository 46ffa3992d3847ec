/** `core.ts`: the `createClient` whose clients only functions of resources use. */
import type { EmitContext } from "../context/context.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import {
  CLIENT,
  code,
  exported,
  joinArguments,
  joinCode,
  listPassedOn,
  ofModule,
  ofRuntime,
  printObject,
} from "../print/module.js";
import type { Code } from "../print/types.js";
import { hasOAuth, listCoreOptions } from "./client-code.js";
import { CONSTANTS, listServiceConstants, serverOptionsOf } from "./constants.js";
import { printSchemeNames } from "./credential-types.js";
import { listBuilderExtensions } from "./endpoint-entry.js";

/** Emits the entry with the client of functions alone; none if `runtime` is `false`. */
export function emitCoreEntry(context: EmitContext): readonly ModuleDraft[] {
  const { vendor } = context.model;
  if (vendor.runtime === false) return [];
  const passedOn = [
    ...listPassedOn("client", "client"),
    ofRuntime("endpoint").value("EndpointError"),
    ...listPassedOn("client", "core"),
  ];
  const module = { exports: [passedOn], blocks: [printCreateClient(context)] };
  return [{ path: "core.ts", sources: filesOf(vendor), module }];
}

function printCreateClient(context: EmitContext): Code {
  const { vendor } = context.model;
  const grants = hasOAuth(vendor) ? ofModule("./client.js").type("OAuthGrants") : undefined;
  const types = joinArguments(
    [printSchemeNames(vendor)],
    [serverOptionsOf(vendor), grants],
    "unknown",
  );
  const type = code`${CLIENT.type("CreateCore")}<${types}>`;
  const create = code`${CLIENT.value("createCoreFactory")}<${types}>`;
  return code`/**
 * Creates a client for functions of resources, which bring the plans of their routes: the smallest bundle.
 * Nothing is sent before its first request.
 * @example
 * const client = createClient({ timeout: 10_000 });
 * @throws TypeError for a credential that cannot be sent, and for a numeric option of another type.
 * @throws RangeError for a number that is out of range.
 * @throws EndpointError for a \`baseUrl\`, \`headers\` or \`defaults\` that cannot be sent.
 */
${exported("const", "createClient")}: ${type} =
  /* @__PURE__ */ ${create}(${listFactoryArguments(context)});`;
}

/** The service, its catalog, and the code of the runtime that it needs. */
function listFactoryArguments(context: EmitContext): Code {
  const { vendor } = context.model;
  const constants = listServiceConstants(vendor).map((name) => CONSTANTS.value(name));
  const service = code`{ ${joinCode(constants, ", ")} }`;
  const catalog = ofModule("./client-catalog.js").value("clientCatalog");
  const clientOptions = printObject(listCoreOptions(context));
  const builderExtensions = printObject(
    Object.entries(listBuilderExtensions(context)).map(
      ([key, imported]) => code`${key}: ${imported}`,
    ),
  );
  // Variables of the base address are among the option `defaults`. They are a part of the builder, too.
  const builderParts = vendor.variables && code`[${CLIENT.value("defaults")}]`;
  return joinArguments([service, catalog], [clientOptions, builderExtensions, builderParts], "{}");
}
