import { alternatives, nearestKey } from "../messages.js";
import type { ComponentDocuments } from "./references.js";
import { componentOf, PARAMETER_LOCATIONS } from "./route-entry.js";
import { complaintsOfRouteKey, faultOfUrl, placeholdersOf, splitRouteKey } from "./route-key.js";
import {
  entriesOf,
  isYamlMap,
  type Path,
  type Report,
  type YamlDocument,
  type YamlMap,
} from "./yaml-document.js";

/** Options of every call. A parameter cannot have one of these names. */
const RESERVED_PARAMETERS: ReadonlySet<string> = new Set([
  "baseUrl",
  "data",
  "headers",
  "mediaType",
  "method",
  "request",
  "url",
]);

/** Reports mistakes that the JSON Schema of the format cannot find. */
export function checkRoutes(
  document: YamlDocument,
  components: ComponentDocuments,
  report: Report,
): void {
  const routeOf = new Map<string, string>();
  for (const [key, entry] of entriesOf(document.value)) {
    for (const complaint of complaintsOfRouteKey(key)) report(document.diagnose([key], complaint));
    if (!isYamlMap(entry)) continue;
    checkOperation(document, key, entry, routeOf, report);
    checkPlaceholders(document, key, entry, report);
    checkParameters(document, key, entry, components, report);
    checkBody(document, key, entry, report);
  }
}

function checkOperation(
  document: YamlDocument,
  key: string,
  { operation }: YamlMap,
  routeOf: Map<string, string>,
  report: Report,
): void {
  if (typeof operation !== "string") return;
  const first = routeOf.get(operation);
  if (first === undefined) routeOf.set(operation, key);
  else {
    const message = `The operation is \`${operation}\`, as in \`${first}\`; expected a unique name.`;
    report(document.diagnose([key, "operation"], { message }));
  }
}

function checkPlaceholders(
  document: YamlDocument,
  key: string,
  entry: YamlMap,
  report: Report,
): void {
  const { url } = splitRouteKey(key);
  if (faultOfUrl(url) !== undefined) return;
  const placeholders = placeholdersOf(url);
  const declared = entriesOf(entry["path"]).map(([name]) => name);
  for (const [index, name] of placeholders.entries()) {
    if (placeholders.indexOf(name) < index) {
      const message = `The placeholder \`{${name}}\` is repeated; expected it once.`;
      report(document.diagnose([key], { message, atKey: true }));
    } else if (!declared.includes(name)) {
      const message = `The placeholder \`{${name}}\` is undeclared; expected \`${name}\` under \`path\`.`;
      report(document.diagnose([key], { message, atKey: true }));
    }
  }
  for (const name of declared.filter((parameter) => !placeholders.includes(parameter))) {
    const expected = placeholders.length > 0 ? alternatives(placeholders) : "no path parameters";
    const message = `The parameter \`${name}\` is not in the URL; expected ${expected}.`;
    const suggestion = nearestKey(
      name,
      placeholders.filter((known) => !declared.includes(known)),
    );
    report(document.diagnose([key, "path", name], { message, suggestion, atKey: true }));
  }
}

function checkParameters(
  document: YamlDocument,
  key: string,
  entry: YamlMap,
  components: ComponentDocuments,
  report: Report,
): void {
  for (const location of PARAMETER_LOCATIONS) {
    for (const [name, parameter] of entriesOf(entry[location])) {
      const complain = (message: string, ...more: Path) =>
        report(document.diagnose([key, location, name, ...more], { message, atKey: true }));
      if (RESERVED_PARAMETERS.has(name)) {
        complain(
          `The parameter \`${name}\` is named like an option of every call; expected another name.`,
        );
      }
      if (location === "query") checkStyle(document, parameter, components, complain);
      if (location === "query" && isYamlMap(entry["path"]) && name in entry["path"]) {
        complain(`The parameter \`${name}\` is also in the path; expected another name.`);
      }
    }
  }
}

/** Lists have a default style, objects need an explicit one, and other types have none. */
function checkStyle(
  document: YamlDocument,
  parameter: unknown,
  components: ComponentDocuments,
  complain: (message: string, ...more: Path) => void,
): void {
  const types = typesOfParameter(document.file, parameter, components);
  const style = isYamlMap(parameter) ? parameter["style"] : undefined;
  if (types.includes("object") && style === undefined) {
    complain("The style is missing; expected `comma` or `brackets` for an object.");
  }
  const isPlain = types.length > 0 && !types.includes("object") && !types.includes("array");
  if (isPlain && style !== undefined) {
    complain(
      `The style is given for the type ${types.join(" or ")}; expected one for array or object only.`,
      "style",
    );
  }
}

/** The types that a parameter or its component names directly. */
function typesOfParameter(
  file: string,
  parameter: unknown,
  components: ComponentDocuments,
): string[] {
  if (typeof parameter === "string") return [parameter];
  if (!isYamlMap(parameter)) return [];
  if (typeof parameter["$ref"] !== "string") return [parameter["type"] ?? []].flat().map(String);
  const component = componentOf(file, parameter["$ref"], components);
  return isYamlMap(component) ? [component["type"] ?? []].flat().map(String) : [];
}

function checkBody(document: YamlDocument, key: string, { body }: YamlMap, report: Report): void {
  if (body === undefined || splitRouteKey(key).method !== "GET") return;
  const message =
    "The body is given for GET; expected none. GET sends its parameters in the query.";
  report(document.diagnose([key, "body"], { message, atKey: true }));
}
