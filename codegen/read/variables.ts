import { alternatives, nearestKey } from "../model/messages.js";
import type { Variable } from "../model/model.js";
import { isAddress } from "./validate.js";
import { entriesOf, isYamlMap, type Report, type YamlDocument } from "./yaml-document.js";

/** A variable of `vendor.yaml` in its long form. */
export type VariableEntry = Pick<Variable, "default" | "values" | "description">;

/** The names of the variables of an address, in order. */
export function variablesOf(address: string): readonly string[] {
  const names = Array.from(address.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name);
  return [...new Set(names)];
}

/** An address with values in place of its variables. A variable without a value stays. */
export function fillVariables(address: string, values: ReadonlyMap<string, string>): string {
  return address.replace(/\{([^{}]*)\}/g, (text, name: string) => values.get(name) ?? text);
}

/** Complains about variables that the base URL does not have, or that `variables` does not. */
export function checkVariables(document: YamlDocument, report: Report): void {
  const { baseUrl, variables } = isYamlMap(document.value) ? document.value : {};
  if (typeof baseUrl !== "string") return;
  const used = variablesOf(baseUrl);
  const declared = entriesOf(variables).map(([name]) => name);
  for (const name of used.filter((each) => !declared.includes(each))) {
    const message = `The variable \`{${name}}\` is undeclared; expected \`${name}\` under \`variables\`.`;
    const suggestion = nearestKey(name, declared);
    report(document.diagnose(["baseUrl"], { message, suggestion }));
  }
  for (const name of declared.filter((each) => !used.includes(each))) {
    const expected = used.length > 0 ? alternatives(used) : "no variables";
    const message = `The variable \`${name}\` is not in \`baseUrl\`; expected ${expected}.`;
    const suggestion = nearestKey(name, used);
    report(document.diagnose(["variables", name], { message, suggestion, atKey: true }));
  }
  checkDefaults(document, baseUrl, variables, report);
}

/** Complains about defaults that are not allowed, or that make no address. */
function checkDefaults(
  document: YamlDocument,
  baseUrl: string,
  variables: unknown,
  report: Report,
): void {
  const defaults = new Map<string, string>();
  for (const [name, entry] of entriesOf(variables)) {
    const { default: value, values } = isYamlMap(entry) ? entry : { default: entry };
    if (typeof value !== "string") continue;
    defaults.set(name, value);
    const allowed = Array.isArray(values) ? values.map(String) : [value];
    if (allowed.includes(value)) continue;
    const message = `The default is ${JSON.stringify(value)}; expected ${alternatives(allowed)}.`;
    const suggestion = nearestKey(value, allowed);
    report(document.diagnose(["variables", name, "default"], { message, suggestion }));
  }
  const address = fillVariables(baseUrl, defaults);
  const isFilled = variablesOf(baseUrl).every((name) => defaults.has(name));
  if (defaults.size === 0 || !isFilled || isAddress(address)) return;
  const message = `The address is ${JSON.stringify(address)} with the defaults of its variables; expected an http(s) address without query or slash at its end.`;
  report(document.diagnose(["baseUrl"], { message }));
}

export function readVariables({ file, value }: YamlDocument): readonly Variable[] {
  const variables = isYamlMap(value) ? value["variables"] : undefined;
  return entriesOf(variables).map(([name, entry]) => {
    const given = (typeof entry === "string" ? { default: entry } : entry) as VariableEntry; // validated
    return {
      name,
      default: given.default,
      ...(given.values && { values: [...given.values] }),
      ...(given.description !== undefined && { description: given.description }),
      source: { file, path: ["variables", name] },
    };
  });
}
