import type { ParameterLocation } from "../model/model.js";
import type { ComponentDocuments } from "./references.js";
import { componentOf, PARAMETER_LOCATIONS } from "./route-entry.js";
import {
  entriesOf,
  isYamlMap,
  type Path,
  type Report,
  type YamlDocument,
  type YamlMap,
} from "./yaml-document.js";

/** Headers that a call has for another reason, with what sets them. */
const OWN_HEADERS: ReadonlyMap<string, string> = new Map([
  ["accept", "`accept` of the route"],
  ["content-type", "`contentType` of the body"],
  ["authorization", "the caller's option `headers`"],
]);

type Complain = (message: string, ...more: Path) => void;

/** Reports names that occur twice, headers that are no parameters, and styles without effect. */
export function checkParameters(
  document: YamlDocument,
  key: string,
  entry: YamlMap,
  components: ComponentDocuments,
  report: Report,
): void {
  const locationOf = new Map<string, ParameterLocation>();
  const headers = new Map<string, string>();
  for (const location of PARAMETER_LOCATIONS) {
    for (const [name, parameter] of entriesOf(entry[location])) {
      const complain: Complain = (message, ...more) =>
        report(document.diagnose([key, location, name, ...more], { message, atKey: true }));
      const first = locationOf.get(name);
      if (first === undefined) locationOf.set(name, location);
      else complain(`The parameter \`${name}\` is also in the ${first}; expected another name.`);
      if (location === "header") checkHeader(name, headers, complain);
      if (location === "path") checkSegments(parameter, complain);
      if (location === "query") checkStyle(document, parameter, components, complain);
    }
  }
}

/** HTTP ignores the case of header names. */
function checkHeader(name: string, seen: Map<string, string>, complain: Complain): void {
  const folded = name.toLowerCase();
  const setter = OWN_HEADERS.get(folded);
  const first = seen.get(folded);
  if (setter !== undefined) {
    complain(`The header is \`${name}\`, which ${setter} sets; expected another header.`);
  }
  if (first === undefined) seen.set(folded, name);
  else complain(`The header is \`${name}\`, the same as \`${first}\`; expected a different one.`);
}

function checkSegments(parameter: unknown, complain: Complain): void {
  if (!isYamlMap(parameter) || parameter["multiSegment"] !== true) return;
  const { style = "simple" } = parameter;
  if (style === "simple") return;
  complain(
    `The style is \`${String(style)}\` beside \`multiSegment\`; expected one of the two.`,
    "style",
  );
}

/** Lists have a default style, objects need an explicit one. Single values are only ever JSON. */
function checkStyle(
  document: YamlDocument,
  parameter: unknown,
  components: ComponentDocuments,
  complain: Complain,
): void {
  const types = typesOfParameter(document.file, parameter, components);
  const style = isYamlMap(parameter) ? parameter["style"] : undefined;
  if (types.includes("object") && style === undefined) {
    complain(
      "The style is missing; expected `comma`, `brackets`, `explode` or `json` for an object.",
    );
  }
  const isPlain = types.length > 0 && !types.includes("object") && !types.includes("array");
  if (isPlain && style !== undefined && style !== "json" && style !== "whole") {
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
