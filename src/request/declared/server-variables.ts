/** Variables of a base address: `https://{region}.example.com`. */
import { explain } from "../../base/explain.js";
import { isObject } from "../../base/values.js";
import type { EndpointCatalog, ServerVariable } from "../../catalog/requests.js";
import { invalidOption } from "../endpoint/errors.js";
import type { ServerExtension } from "../endpoint/extensions.js";
import { readObject } from "../endpoint/options.js";
import { readBaseUrl } from "../endpoint/addresses.js";
import { readOwn, type UnknownRecord } from "../endpoint/values.js";

/**
 * Variables of the base address, as the option `variables` of calls and of `defaults()`
 * (contract A.35). A `baseUrl` in the same options has precedence.
 */
export const serverVariables: ServerExtension = (catalog) => {
  const pattern = createPattern(catalog.baseUrl);
  return {
    baseUrl: expandBaseUrl(catalog, {}, "defaults"),
    isBaseUrl: (address) => pattern.test(address),
    replaceVariables(options, chosen, route) {
      if (!hasVariables(options)) return options;
      const { variables, ...otherOptions } = options;
      const baseUrl = expandBaseUrl(catalog, addVariables(chosen, variables, route), route);
      return { ...otherOptions, baseUrl: readOwn(otherOptions, "baseUrl") ?? baseUrl };
    },
    chooseVariables: (options, chosen) =>
      hasVariables(options) ? addVariables(chosen, options["variables"], "defaults") : chosen,
  };
};

/** Matches the base address with any values, without trailing slashes. */
function createPattern(template: string): RegExp {
  const literals = template.replace(/\/+$/, "").split(/\{[^}]*\}/);
  const escaped = literals.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join("[^/?#@]*")}$`);
}

/** Puts the variables of a call over those that have defaults. */
function addVariables(chosen: UnknownRecord, variables: unknown, route: string): UnknownRecord {
  return { ...chosen, ...readObject(variables, "variables", route) };
}

/** Only own properties count (contract A.12). */
function hasVariables(options: unknown): options is UnknownRecord {
  return isObject(options) && Object.hasOwn(options, "variables");
}

/** Replaces the variables of the catalog's base address. */
function expandBaseUrl(
  { baseUrl, variables = {} }: Pick<EndpointCatalog, "baseUrl" | "variables">,
  chosen: UnknownRecord,
  route: string,
): string {
  for (const name of Object.keys(chosen))
    if (!Object.hasOwn(variables, name)) {
      const expected = explain(() => `one of ${Object.keys(variables).join(", ")} as its name`);
      throw invalidOption(`variables.${name}`, chosen[name], expected, route);
    }
  const address = baseUrl.replace(/\{([^}]*)\}/g, (_, name: string) => {
    const variable = readOwn(variables, name) ?? { default: "" };
    const value = readOwn(chosen, name);
    return value === undefined ? variable.default : readVariableValue(value, name, variable, route);
  });
  return readBaseUrl(address, route);
}

/** Text that is safe between dots and slashes, and not a dot segment. */
const SAFE_TEXT = /^(?!\.+$)[\w.~:-]+$/;

/** @throws EndpointError for a value that is not allowed. */
function readVariableValue(
  value: unknown,
  name: string,
  variable: ServerVariable,
  route: string,
): string {
  const { values } = variable;
  const text = typeof value === "number" ? String(value) : value;
  const isAllowed =
    typeof text === "string" &&
    (values === undefined
      ? text === variable.default || SAFE_TEXT.test(text)
      : values.includes(text));
  if (isAllowed) return text;
  const expected = explain(() =>
    values === undefined
      ? "letters, digits and any of . _ ~ : -"
      : `one of ${values.map((each) => JSON.stringify(each)).join(", ")}`,
  );
  throw invalidOption(`variables.${name}`, value, expected, route);
}
