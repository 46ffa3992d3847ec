/** Imports servers: the base URL, environments, and the servers of single routes. */
import { isMap, itemsOf, type Json, type JsonMap, mapOf, textOf } from "../../model/json.js";
import { isAddress } from "../../read/documents/text-formats.js";
import { variablesOf } from "../../read/vendor/variables.js";
import type { ImportContext, ImportedServer } from "../model/context.js";
import { fillDefaults, importVariables } from "./server-variables.js";

/** Imports the servers of the description: the first one, and those with names as environments. */
export function importServers(list: Json, context: ServerContext): ImportedServer | undefined {
  const [first] = itemsOf(list);
  const server = importServer(first, "servers", context);
  const environments = readEnvironments(list);
  const areKept = keepsEnvironments(server, environments.get(nameOf(first) ?? ""));
  const kept = areKept ? [...environments.values()] : [];
  noteOtherServers(list, kept, "servers", context);
  if (server === undefined || kept.length === 0) return server;
  return { ...server, environments: Object.fromEntries(environments) };
}

/**
 * Tests whether environments are kept: the one with the name of the first server must have the address that is
 * imported, so not if a user has replaced that address.
 * @param named The address of the environment with the name of the first server.
 */
function keepsEnvironments(server: ImportedServer | undefined, named: string | undefined): boolean {
  // A refused first server speaks for the environments, which need no notes then, unless one has its name.
  if (server === undefined) return named === undefined;
  return named === server.baseUrl;
}

/** Imports the first server of a list, or the replacement that a user has named for its address. */
function importServer(
  first: Json,
  location: string,
  context: ServerContext,
): ImportedServer | undefined {
  const server = mapOf(first);
  const { url } = server;
  if (typeof url !== "string") return undefined;
  const replacement = context.servers.get(url);
  if (replacement !== undefined) return { baseUrl: replacement, variables: {} };
  const address = withoutSlash(url);
  const variables = importVariables(server, address, location, context);
  const filled = variables && fillDefaults({ baseUrl: address, variables });
  const hasHost = filled !== undefined && !EMPTY_LABEL.test(filled);
  if (variables && hasHost && isAddress(filled) && !hasVariables(filled))
    return { baseUrl: address, variables };
  context.notes.lose(`the server \`${url}\`, which is not a plain http(s) address`, location);
  return undefined;
}

/** A host with an empty label, left by an empty variable: `https://.example`. */
const EMPTY_LABEL = /^\w+:\/\/(?:[^/]*\.)?\./;

/** Reads addresses by name; none unless the first server has a name, and another one a different name. */
function readEnvironments(list: Json): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>();
  const [first, ...furtherServers] = itemsOf(list);
  if (nameOf(first) === undefined) return addresses;
  for (const server of [first, ...furtherServers]) {
    const [name, address] = [nameOf(server), addressOf(server)];
    if (name !== undefined && isAddress(address) && !hasVariables(address) && !addresses.has(name))
      addresses.set(name, address);
  }
  return addresses.size > 1 ? addresses : new Map();
}

function addressOf(server: Json): string {
  return withoutSlash(textOf(mapOf(server)["url"]) ?? "");
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, "");
}

function hasVariables(address: string): boolean {
  return /[{}]/.test(address);
}

/** The name of a server (OpenAPI 3.2), or the one that its description says. */
function nameOf(server: Json): string | undefined {
  const { name, description } = mapOf(server);
  const text = textOf(name) ?? textOf(description) ?? "";
  const matching = ENVIRONMENTS.filter(([word]) => word.test(text));
  return matching.length === 1 ? matching[0]?.[1] : undefined;
}

/** Words by which descriptions name an installation, and its name. */
const ENVIRONMENTS: readonly (readonly [word: RegExp, name: string])[] = [
  [/\b(?:prod|production)\b/i, "production"],
  [/\bsandbox\b/i, "sandbox"],
  [/\bstaging\b/i, "staging"],
  [/\b(?:test|testing)\b/i, "test"],
  [/\b(?:dev|development)\b/i, "development"],
  [/\bdemo\b/i, "demo"],
];

/**
 * Imports the server of a path or an operation. Its variables become their defaults, because only the
 * base URL can have variables. If the address cannot be imported, callers must give it: credentials
 * must not go to the address of other routes.
 */
export function importOwnServer(list: Json, location: string, context: ImportContext): JsonMap {
  const [first] = itemsOf(list);
  if (typeof mapOf(first)["url"] !== "string") return {};
  const server = importServer(first, location, context);
  noteOtherServers(list, [], location, context);
  if (server === undefined) return { needsBaseUrl: true };
  for (const name of variablesOf(server.baseUrl)) {
    context.notes.lose(
      `the variable \`${name}\` of a server of its own, written as its default`,
      location,
    );
  }
  const address = fillDefaults(server);
  return address === context.server?.baseUrl ? {} : { server: address };
}

/**
 * Notes the servers of a list that are not imported.
 * @param kept The addresses that are imported besides the first one.
 */
function noteOtherServers(
  list: Json,
  kept: readonly string[],
  location: string,
  { notes }: ServerContext,
): void {
  for (const [index, other] of itemsOf(list).entries()) {
    if (index === 0 || kept.includes(addressOf(other))) continue;
    const url = isMap(other) ? String(other["url"]) : "";
    notes.lose(`the server \`${url}\`, since the first is taken`, `${location}/${index}`);
  }
}

type ServerContext = Pick<ImportContext, "servers" | "notes">;
