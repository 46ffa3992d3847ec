/**
 * Reads the lists `security` of a description. Each member of a list is a requirement: the schemes that a request
 * needs together. A request meets one of them.
 */
import { entriesOf, isMap, itemsOf, type Json, type JsonMap, keysOf } from "../../model/json.js";
import type { ImportedSecurity } from "../model/context.js";
import type { Notes } from "../model/notes.js";
import { followChain } from "../model/references.js";
import { listDeclaredNames } from "./security-schemes.js";

/** The requirements of all operations and of the description, with the names that the description declares. */
export function listDeclaredRequirements(root: JsonMap): readonly Requirement[] {
  const declared = listDeclaredNames(root);
  return listRequirements(root, new Map(declared.map((name) => [name, name])));
}

/**
 * The requirements of all operations and of the description, without those that need an unknown scheme.
 * @param names New names of the known schemes, by their names in the description.
 */
export function listRequirements(
  root: JsonMap,
  names: ReadonlyMap<string, string>,
): readonly Requirement[] {
  return listSecurityLists(root).flatMap((list) => readRequirements(list, names));
}

/** The lists `security` of all operations, and that of the description. */
function listSecurityLists(root: JsonMap): readonly Json[] {
  const lists = entriesOf(root["paths"]).flatMap(([, item]) =>
    entriesOf(followChain(root, item)).flatMap(([, operation]) =>
      isMap(operation) && "responses" in operation ? [securityOf(operation, root)] : [],
    ),
  );
  return [...lists, root["security"]];
}

/** The list of an operation; by default, that of the description. */
function securityOf(operation: JsonMap, root: JsonMap): Json {
  return operation["security"] ?? root["security"];
}

/** The requirements of one list, as {@link listRequirements} gives them. */
function readRequirements(list: Json, names: ReadonlyMap<string, string>): readonly Requirement[] {
  return itemsOf(list)
    .filter(isMap)
    .map((requirement) => keysOf(requirement))
    .filter((declared) => declared.every((name) => names.has(name)))
    .map((declared) => [...new Set(declared.map((name) => names.get(name) ?? name))]);
}

// ---- Routes

/**
 * Creates a function that prints the key `auth` of a route.
 * @param requirements All requirements, by the new names.
 */
export function createRouteAuth(
  root: JsonMap,
  names: ReadonlyMap<string, string>,
  requirements: readonly Requirement[],
  notes: Notes,
): ImportedSecurity["ofRoute"] {
  const required = new Set(requirements.flat());
  const schemesInUse = required.size > 0 ? required : new Set(names.values());
  return (operation, location) => {
    noteUndeclared(operation["security"], root, location, notes);
    const list = securityOf(operation, root);
    if (isOpen(list)) return { auth: false };
    const taken = new Set(readRequirements(list, names).flat());
    return taken.size === schemesInUse.size
      ? {}
      : printSchemes([...schemesInUse].filter((name) => taken.has(name)));
  };
}

/** Tells whether a list is there, and needs no scheme. */
function isOpen(list: Json): boolean {
  return Array.isArray(list) && list.every((each) => isMap(each) && keysOf(each).length === 0);
}

/** The key `auth` of a route that takes some schemes only. A single one stands without a list. */
function printSchemes(schemes: readonly string[]): JsonMap {
  const [first, ...further] = schemes;
  if (first === undefined) return {};
  return { auth: further.length === 0 ? first : [first, ...further] };
}

/** Notes schemes of a list that the description does not declare, and scopes, which are not imported. */
export function noteUndeclared(list: Json, root: JsonMap, location: string, notes: Notes): void {
  const declared = new Set(listDeclaredNames(root));
  for (const [name, scopes] of itemsOf(list).flatMap(entriesOf)) {
    if (!declared.has(name))
      notes.lose(`a security scheme without declaration, \`${name}\``, location);
    if (itemsOf(scopes).length > 0) notes.skip("scopes of security requirements", "text");
  }
}

// ---- Types

/** The names of the schemes that a request needs together. */
export type Requirement = readonly string[];
