/** Imports the variables of the address of a server: `{region}` in `https://{region}.example.com`. */
import {
  entriesOf,
  isMap,
  itemsOf,
  type Json,
  type JsonMap,
  mapOf,
  textOf,
} from "../../model/json.js";
import { fillVariables, variablesOf } from "../../read/vendor/variables.js";
import type { ImportContext, ImportedServer } from "../model/context.js";
import { kindOfKeyword } from "../model/notes.js";

/** Imports the variables of an address; `undefined` if one of them cannot be imported. */
export function importVariables(
  { variables: described }: JsonMap,
  address: string,
  location: string,
  context: VariableContext,
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
  { notes }: VariableContext,
): Json {
  const { default: fallback, enum: listed, description, ...unknownKeys } = mapOf(variable);
  for (const keyword of Object.keys(unknownKeys))
    notes.skip(`\`${keyword}\` of a variable`, kindOfKeyword(keyword));
  const isScalar = ["string", "number", "boolean"].includes(typeof fallback);
  if (!isScalar || !/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)) return undefined;
  const value = String(fallback);
  const values = [...new Set(itemsOf(listed).map(String))];
  const isListed = values.includes(value);
  if (values.length > 0 && !isListed) {
    notes.lose(`the values of the variable \`${name}\`, which its default is not among`, location);
  }
  const text = textOf(description) ?? "";
  if (!isListed && text === "") return value;
  return { default: value, ...(isListed && { values }), ...(text !== "" && { description: text }) };
}

/** The address with the defaults of its variables. */
export function fillDefaults({ baseUrl, variables }: ImportedServer): string {
  const defaults = entriesOf(variables).map(
    ([name, entry]) => [name, String(isMap(entry) ? entry["default"] : entry)] as const,
  );
  return fillVariables(baseUrl, new Map(defaults));
}

type VariableContext = Pick<ImportContext, "notes">;
