import { alternatives, nearestKey } from "../model/messages.js";
import type { ComponentDocuments } from "./references.js";
import {
  complaintsOfRouteKey,
  componentOf,
  complaintOfUrl,
  isLongForm,
  PARAMETER_LOCATIONS,
  placeholdersOf,
  splitRouteKey,
} from "./route-entry.js";
import {
  entriesOf,
  isYamlMap,
  type Path,
  type Report,
  type YamlDocument,
  type YamlMap,
} from "./yaml-document.js";
import { hasRequestBody, type ParameterLocation } from "../model/model.js";
import { isForm, kindOf } from "../model/media-types.js";

/**
 * Complains about routes beyond the JSON Schema of the format.
 * @param methods Methods that `vendor.yaml` declares.
 */
export function checkRoutes(
  document: YamlDocument,
  components: ComponentDocuments,
  methods: readonly string[],
  report: Report,
): void {
  const routeOf = new Map<string, string>();
  for (const [key, entry] of entriesOf(document.value)) {
    for (const complaint of complaintsOfRouteKey(key, methods))
      report(document.diagnose([key], complaint));
    if (!isYamlMap(entry)) continue;
    checkOperation(document, key, entry, routeOf, report);
    checkPlaceholders(document, key, entry, report);
    checkParameters(document, key, entry, components, report);
    checkBody(document, key, entry, components, report);
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
  if (complaintOfUrl(url) !== undefined) return;
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

/** Headers that are no parameters, with the part of a call that sets them. */
const OWN_HEADERS: ReadonlyMap<string, string> = new Map([
  ["accept", "`accept` of the route"],
  ["content-type", "`contentType` of the body"],
  ["authorization", "the caller's option `headers`"],
]);

type Complain = (message: string, ...more: Path) => void;

/**
 * Complains about names that occur twice, headers that are no parameters, and styles without
 * effect.
 */
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

/**
 * Complains about a header that is no parameter or occurs twice. HTTP ignores the case of header
 * names.
 */
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

/**
 * Complains about styles. Lists have a default style, objects need an explicit one, and single
 * values can only be JSON.
 */
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

/** Complains about bodies that cannot be sent as they are described. */
export function checkBody(
  document: YamlDocument,
  key: string,
  { body }: YamlMap,
  components: ComponentDocuments,
  report: Report,
): void {
  if (body === undefined) return;
  const complain: ComplainAt = (path, message, suggestion) =>
    report(document.diagnose([key, "body", ...path], { message, suggestion, atKey: true }));
  const { method } = splitRouteKey(key);
  if (!hasRequestBody(method)) {
    complain(
      [],
      `The body is given for ${method}; expected none. ${method} sends its parameters in the query.`,
    );
  }
  if (!isYamlMap(body)) return;
  const { content, contentType = "application/json" } = body;
  const check = (path: Path, types: readonly string[], described: unknown) =>
    checkForm(path, types, described, { file: document.file, components, complain });
  if (content === undefined) {
    check([], [contentType].flat().map(String), body);
    return;
  }
  for (const other of ["contentType", "schema", "lists", "encoding"]) {
    if (!(other in body)) continue;
    complain([other], `The key \`${other}\` is beside \`content\`; expected it inside.`);
  }
  for (const [type, value] of entriesOf(content)) {
    if (isLongForm(value)) check(["content", type], [type], value);
  }
}

type ComplainAt = (path: Path, message: string, suggestion?: string) => void;

interface FormContext {
  readonly file: string;
  readonly components: ComponentDocuments;
  readonly complain: ComplainAt;
}

/**
 * Complains about `lists` and `encoding` outside forms, and media types of parts outside
 * `multipart/form-data`.
 */
function checkForm(
  path: Path,
  types: readonly string[],
  described: unknown,
  { file, components, complain }: FormContext,
): void {
  if (!isYamlMap(described)) return;
  const { lists, encoding, schema } = described;
  const other = types.find((type) => !isForm(type));
  for (const [name, value] of Object.entries({ lists, encoding })) {
    if (value === undefined || other === undefined) continue;
    const expected = "`application/x-www-form-urlencoded` or `multipart/form-data`";
    complain(
      [...path, name],
      `The key \`${name}\` is given for \`${other}\`; expected it for ${expected}.`,
    );
  }
  const known = propertyNames(schema, file, components);
  const isMultipart = types.every((type) => kindOf(type) === "multipart");
  for (const [name, each] of entriesOf(encoding)) {
    const at = [...path, "encoding", name];
    if (known !== undefined && !known.includes(name)) {
      const message = `The property is \`${name}\`; expected ${alternatives(known)}.`;
      complain(at, message, nearestKey(name, known));
    }
    if (isMultipart || !isYamlMap(each) || !("contentType" in each)) continue;
    complain(
      [...at, "contentType"],
      "The content type of a part is given; expected it for `multipart/form-data` only.",
    );
  }
}

/** The properties of a body, unless they depend on compositions. */
function propertyNames(
  schema: unknown,
  file: string,
  components: ComponentDocuments,
): readonly string[] | undefined {
  if (!isYamlMap(schema)) return undefined;
  const { $ref: reference, properties } = schema;
  if (typeof reference === "string") {
    const component = componentOf(file, reference, components);
    return isYamlMap(component) && !("$ref" in component)
      ? propertyNames(component, file, components)
      : undefined;
  }
  const isComposed = ["oneOf", "anyOf", "allOf"].some((keyword) => keyword in schema);
  return isYamlMap(properties) && !isComposed ? Object.keys(properties) : undefined;
}
