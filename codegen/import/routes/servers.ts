import { isAddress } from "../../read/documents/validate.js";
import { fillVariables, variablesOf } from "../../read/vendor.js";
import { entriesOf, isMap, itemsOf, type Json, type JsonMap } from "../model/description.js";
import type { ImportContext } from "../model/context.js";

/** An address with its variables, as `vendor.yaml` has them. */
export interface ImportedServer {
  readonly baseUrl: string;
  readonly variables: JsonMap;
}

/** A host with an empty part, which the empty value of a variable makes. */
const EMPTY_LABEL = /^\w+:\/\/(?:[^/]*\.)?\./;

/** Imports the first address of a list of servers. Notes the others. */
export function importServer(
  list: Json,
  location: string,
  context: ImportContext,
): ImportedServer | undefined {
  const { servers, notes } = context;
  const [first, ...others] = itemsOf(list);
  const server = isMap(first) ? first : {};
  const { url } = server;
  if (typeof url !== "string") return undefined;
  noteOthers(others, location, context);
  const replacement = servers.get(url);
  const address = replacement ?? url.replace(/\/+$/, "");
  if (replacement !== undefined) return { baseUrl: address, variables: {} };
  const variables = importVariables(server, address, location, context);
  const defaults = new Map(entriesOf(variables).map(([name, entry]) => [name, defaultOf(entry)]));
  const filled = variables && fillVariables(address, defaults);
  const hasHost = filled !== undefined && !EMPTY_LABEL.test(filled);
  if (variables && hasHost && isAddress(filled) && !/[{}]/.test(filled)) {
    return { baseUrl: address, variables };
  }
  notes.lose(`the server \`${url}\`, which is not a plain http(s) address`, location);
  return undefined;
}

/**
 * Imports the server of a path or an operation. Defaults replace its variables, because only the
 * base URL can have them. If the address cannot be imported, callers must give it, so that no
 * request with credentials goes to the address of other routes.
 */
export function importOwnServer(list: Json, location: string, context: ImportContext): JsonMap {
  const [first] = itemsOf(list);
  if (!isMap(first) || typeof first["url"] !== "string") return {};
  const server = importServer(list, location, context);
  if (server === undefined) return { needsBaseUrl: true };
  const { baseUrl, variables } = server;
  const defaults = new Map(entriesOf(variables).map(([name, entry]) => [name, defaultOf(entry)]));
  for (const name of variablesOf(baseUrl)) {
    context.notes.lose(
      `the variable \`${name}\` of a server of its own, written as its default`,
      location,
    );
  }
  const address = fillVariables(baseUrl, defaults);
  return address === context.baseUrl ? {} : { server: address };
}

function noteOthers(others: readonly Json[], location: string, { notes }: ImportContext): void {
  for (const [index, other] of others.entries()) {
    const url = isMap(other) ? String(other["url"]) : "";
    notes.lose(`the server \`${url}\`, since the first is taken`, `${location}/${index + 1}`);
  }
}

function defaultOf(entry: Json): string {
  return String(isMap(entry) ? entry["default"] : entry);
}

/** Imports the variables of an address; `undefined` if one of them cannot be imported. */
function importVariables(
  { variables: described }: JsonMap,
  address: string,
  location: string,
  context: ImportContext,
): JsonMap | undefined {
  const used = variablesOf(address);
  for (const [name] of entriesOf(described)) {
    if (used.includes(name)) continue;
    context.notes.lose(`the variable \`${name}\`, which the address does not have`, location);
  }
  const entries = used.map((name) => {
    const variable = isMap(described) && Object.hasOwn(described, name) ? described[name] : {};
    return [name, importVariable(name, variable, location, context)] as const;
  });
  if (entries.some(([, entry]) => entry === undefined)) return undefined;
  return Object.fromEntries(entries);
}

function importVariable(
  name: string,
  variable: Json,
  location: string,
  { notes }: ImportContext,
): Json {
  const {
    default: fallback,
    enum: listed,
    description,
    ...others
  } = isMap(variable) ? variable : {};
  for (const keyword of Object.keys(others)) notes.skip(`\`${keyword}\` of a variable`);
  const isScalar = ["string", "number", "boolean"].includes(typeof fallback);
  if (!isScalar || !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return undefined;
  const value = String(fallback);
  const values = [...new Set(itemsOf(listed).map(String))];
  const isListed = values.includes(value);
  if (values.length > 0 && !isListed) {
    notes.lose(`the values of the variable \`${name}\`, which its default is not among`, location);
  }
  const text = typeof description === "string" && description !== "" ? { description } : {};
  if (!isListed && !("description" in text)) return value;
  return { default: value, ...(isListed && { values }), ...text };
}
