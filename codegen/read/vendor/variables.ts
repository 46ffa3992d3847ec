/** Checks and reads the variables of the base URL. */
import { entriesOf, isMap } from "../../model/json.js";
import { alternatives, nearestKey } from "../../model/messages.js";
import type { Variable } from "../../model/model.js";
import { isAddress } from "../documents/text-formats.js";
import { valueAt, type YamlDocument } from "../documents/yaml-document.js";
import { placeholdersOf } from "../route-entries.js";

/** The names of the variables in an address, in order and each once. */
export function variablesOf(address: string): readonly string[] {
  return [...new Set(placeholdersOf(address))];
}

/** Replaces the variables of an address by values. A variable without a value stays. */
export function fillVariables(address: string, values: ReadonlyMap<string, string>): string {
  return address.replace(/\{([^{}]*)\}/g, (text, name: string) => values.get(name) ?? text);
}

/** Complains about variables that are not both in the base URL and in `variables`. */
export function checkVariables(document: YamlDocument): void {
  const { baseUrl, variables } = isMap(document.value) ? document.value : {};
  if (typeof baseUrl !== "string") return;
  const used = variablesOf(baseUrl);
  const declared = entriesOf(variables).map(([name]) => name);
  for (const name of used.filter((each) => !declared.includes(each))) {
    const message = `The variable \`{${name}}\` is undeclared; expected \`${name}\` under \`variables\`.`;
    const suggestion = nearestKey(name, declared);
    document.complain(["baseUrl"], { message, suggestion });
  }
  for (const name of declared.filter((each) => !used.includes(each))) {
    const expected = used.length > 0 ? alternatives(used) : "no variables";
    const message = `The variable \`${name}\` is not in \`baseUrl\`; expected ${expected}.`;
    const suggestion = nearestKey(name, used);
    document.complain(["variables", name], { message, suggestion, atKey: true });
  }
  checkDefaults(document, baseUrl, variables);
}

/** Complains about defaults that are not among the values, or with which the base URL is no address. */
function checkDefaults(document: YamlDocument, baseUrl: string, variables: unknown): void {
  const defaults = new Map<string, string>();
  for (const [name, entry] of entriesOf(variables)) {
    const { default: value, values } = isMap(entry) ? entry : { default: entry };
    if (typeof value !== "string") continue;
    defaults.set(name, value);
    const allowed = Array.isArray(values) ? values.map(String) : [value];
    if (allowed.includes(value)) continue;
    const message = `The default is ${JSON.stringify(value)}; expected ${alternatives(allowed)}.`;
    const suggestion = nearestKey(value, allowed);
    document.complain(["variables", name, "default"], { message, suggestion });
  }
  const address = fillVariables(baseUrl, defaults);
  const isFilled = variablesOf(baseUrl).every((name) => defaults.has(name));
  if (defaults.size === 0 || !isFilled || isAddress(address)) return;
  const message = `The address is ${JSON.stringify(address)} with the defaults of its variables; expected an http(s) address without query or slash at its end.`;
  document.complain(["baseUrl"], { message });
}

/** Reads validated variables, in the order of the file. */
export function readVariables({ value }: YamlDocument): readonly Variable[] {
  return entriesOf(valueAt(value, "variables")).map(([name, entry]) => {
    const variable = (typeof entry === "string" ? { default: entry } : entry) as VariableEntry; // validated
    return {
      name,
      default: variable.default,
      ...(variable.values && { values: [...variable.values] }),
      ...(variable.description !== undefined && { description: variable.description }),
    };
  });
}

/** A variable of `vendor.yaml` in its long form. */
export type VariableEntry = Pick<Variable, "default" | "values" | "description">;
