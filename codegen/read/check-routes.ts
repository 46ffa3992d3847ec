/** Checks of `routes.yaml` that a JSON Schema cannot express. */
import { hasRequestBody, isForm, kindOf } from "../model/http.js";
import { entriesOf, isMap, type JsonMap } from "../model/json.js";
import { alternatives, nearestKey } from "../model/messages.js";
import type { ParameterLocation } from "../model/model.js";
import type { ComponentDocuments } from "./documents/documents.js";
import {
  componentOf,
  isLongForm,
  PARAMETER_LOCATIONS,
  placeholdersOf,
  splitRouteKey,
} from "./route-entries.js";
import { type Path, valueAt, type YamlDocument } from "./documents/yaml-document.js";
import { complaintOfUrl, complaintsOfRouteKey } from "./check-route-keys.js";

/**
 * Complains about routes beyond the JSON Schema of the format.
 * @param methods Methods that `vendor.yaml` declares.
 */
export function checkRoutes(
  document: YamlDocument,
  components: ComponentDocuments,
  methods: readonly string[],
): void {
  const { file } = document;
  const routeOf = new Map<string, string>();
  for (const [key, entry] of entriesOf(document.value)) {
    for (const complaint of complaintsOfRouteKey(key, methods)) document.complain([key], complaint);
    if (!isMap(entry)) continue;
    const { operation } = entry;
    const first = routeOf.get(String(operation));
    if (typeof operation === "string" && first !== undefined) {
      const message = `The operation is \`${operation}\`, as in \`${first}\`; expected a unique name.`;
      document.complain([key, "operation"], { message });
    } else if (typeof operation === "string") routeOf.set(operation, key);
    const complain: CheckedRoute["complain"] = (path, message, suggestion) =>
      document.complain([key, ...path], { message, suggestion, atKey: true });
    const route = { key, entry, file, components, complain };
    checkPlaceholders(route);
    checkParameters(route);
    checkBody(route);
    checkStream(route);
  }
}

function checkPlaceholders({ key, entry, complain }: CheckedRoute): void {
  const { url } = splitRouteKey(key);
  if (complaintOfUrl(url) !== undefined) return;
  const placeholders = placeholdersOf(url);
  const declared = entriesOf(entry["path"]).map(([name]) => name);
  for (const [index, name] of placeholders.entries()) {
    if (placeholders.indexOf(name) < index) {
      complain([], `The placeholder \`{${name}}\` is repeated; expected it once.`);
    } else if (!declared.includes(name)) {
      complain(
        [],
        `The placeholder \`{${name}}\` is undeclared; expected \`${name}\` under \`path\`.`,
      );
    }
  }
  const unused = placeholders.filter((known) => !declared.includes(known));
  for (const name of declared.filter((parameter) => !placeholders.includes(parameter))) {
    const expected = placeholders.length > 0 ? alternatives(placeholders) : "no path parameters";
    const message = `The parameter \`${name}\` is not in the URL; expected ${expected}.`;
    complain(["path", name], message, nearestKey(name, unused));
  }
}

function checkStream({ entry: { stream }, complain }: CheckedRoute): void {
  if (!isMap(stream) || stream["events"] === undefined) return;
  const path = ["stream", "events"];
  if (stream["item"] !== undefined)
    complain(path, "The key `events` is beside `item`; expected one of them.");
  if (stream["format"] !== "sse")
    complain(path, "The format has no events with names; expected `events` only with `sse`.");
}

// ---- Parameters

/** Headers that cannot be parameters, with the part of a route or a call that sets them. */
const SETTERS_OF_HEADERS: ReadonlyMap<string, string> = new Map([
  ["accept", "`accept` of the route"],
  ["content-type", "`contentType` of the body"],
  ["authorization", "the caller's option `headers`"],
]);

/** Complains about repeated names, headers that cannot be parameters, and styles without effect. */
function checkParameters(route: CheckedRoute): void {
  const locationOf = new Map<string, ParameterLocation>();
  const headers = new Map<string, string>();
  for (const location of PARAMETER_LOCATIONS) {
    for (const [name, parameter] of entriesOf(route.entry[location])) {
      const complain: ComplainOf = (message, ...more) =>
        route.complain([location, name, ...more], message);
      const first = locationOf.get(name);
      if (first === undefined) locationOf.set(name, location);
      else complain(`The parameter \`${name}\` is also in the ${first}; expected another name.`);
      if (location === "header") checkHeader(name, headers, complain);
      if (location === "path") checkSegments(parameter, complain);
      if (location === "query") checkStyle(route, parameter, complain);
    }
  }
}

/** Complains about a header that cannot be a parameter, or is repeated. HTTP ignores the case of header names. */
function checkHeader(name: string, seen: Map<string, string>, complain: ComplainOf): void {
  const folded = name.toLowerCase();
  const setter = SETTERS_OF_HEADERS.get(folded);
  const first = seen.get(folded);
  if (setter !== undefined) {
    complain(`The header is \`${name}\`, which ${setter} sets; expected another header.`);
  }
  if (first === undefined) seen.set(folded, name);
  else complain(`The header is \`${name}\`, the same as \`${first}\`; expected a different one.`);
}

function checkSegments(parameter: unknown, complain: ComplainOf): void {
  if (!isMap(parameter) || parameter["multiSegment"] !== true) return;
  const { style = "simple" } = parameter;
  if (style === "simple") return;
  const message = `The style is \`${String(style)}\` beside \`multiSegment\`; expected one of the two.`;
  complain(message, "style");
}

/** Complains about an object without a style, and about a style of a single value, which can only be JSON. */
function checkStyle(route: CheckedRoute, parameter: unknown, complain: ComplainOf): void {
  const types = typesOfParameter(route, parameter);
  const style = valueAt(parameter, "style");
  const expected = "expected `comma`, `brackets`, `explode` or `json` for an object";
  if (types.includes("object") && style === undefined)
    complain(`The style is missing; ${expected}.`);
  const isPlain = types.length > 0 && !types.includes("object") && !types.includes("array");
  if (!isPlain || style === undefined || style === "json" || style === "whole") return;
  const typeNames = types.join(" or ");
  complain(
    `The style is given for the type ${typeNames}; expected one for array or object only.`,
    "style",
  );
}

function typesOfParameter({ file, components }: CheckedRoute, parameter: unknown): string[] {
  if (typeof parameter === "string") return [parameter];
  if (!isMap(parameter)) return [];
  if (typeof parameter["$ref"] !== "string") return [parameter["type"] ?? []].flat().map(String);
  const component = componentOf(file, parameter["$ref"], components);
  return [valueAt(component, "type") ?? []].flat().map(String);
}

// ---- Bodies

/** Complains about bodies that cannot be sent as they are described. */
function checkBody(route: CheckedRoute): void {
  const { key, complain } = route;
  const { body, bodyParameter } = route.entry;
  checkBodyParameter(route, bodyParameter);
  if (body === undefined) return;
  const { method } = splitRouteKey(key);
  if (!hasRequestBody(method)) {
    complain(
      ["body"],
      `The body is given for ${method}; expected none. ${method} sends its parameters in the query.`,
    );
  }
  if (!isMap(body)) return;
  const { content, contentType = "application/json" } = body;
  if (content === undefined) {
    checkForm(route, ["body"], [contentType].flat().map(String), body);
    return;
  }
  for (const misplaced of ["contentType", "schema", "lists", "encoding"]) {
    if (!(misplaced in body)) continue;
    complain(
      ["body", misplaced],
      `The key \`${misplaced}\` is beside \`content\`; expected it inside.`,
    );
  }
  for (const [type, value] of entriesOf(content)) {
    if (isLongForm(value)) checkForm(route, ["body", "content", type], [type], value);
  }
}

/** Complains about `lists` and `encoding` outside forms, and about media types of parts outside multipart. */
function checkForm(
  route: CheckedRoute,
  path: Path,
  types: readonly string[],
  { lists, encoding, schema }: Partial<Record<"lists" | "encoding" | "schema", unknown>>,
): void {
  const { complain } = route;
  const typeOfNoForm = types.find((type) => !isForm(type));
  for (const [name, value] of Object.entries({ lists, encoding })) {
    if (value === undefined || typeOfNoForm === undefined) continue;
    const expected = "`application/x-www-form-urlencoded` or `multipart/form-data`";
    const message = `The key \`${name}\` is given for \`${typeOfNoForm}\`; expected it for ${expected}.`;
    complain([...path, name], message);
  }
  const known = propertyNames(route, schema);
  const isMultipart = types.every((type) => kindOf(type) === "multipart");
  for (const [name, fieldEncoding] of entriesOf(encoding)) {
    const at = [...path, "encoding", name];
    if (known !== undefined && !known.includes(name)) {
      const message = `The property is \`${name}\`; expected ${alternatives(known)}.`;
      complain(at, message, nearestKey(name, known));
    }
    if (isMultipart || !isMap(fieldEncoding) || !("contentType" in fieldEncoding)) continue;
    const message =
      "The content type of a part is given; expected it for `multipart/form-data` only.";
    complain([...at, "contentType"], message);
  }
}

/** Complains about `bodyParameter` without a body, and about a name that a parameter has. */
function checkBodyParameter({ entry, complain }: CheckedRoute, name: unknown): void {
  if (typeof name !== "string") return;
  const taken = PARAMETER_LOCATIONS.find((location) =>
    entriesOf(entry[location]).some(([other]) => other === name),
  );
  if (entry["body"] === undefined) {
    const message = "The key `bodyParameter` is beside no `body`; expected it only there.";
    complain(["bodyParameter"], message);
  } else if (taken !== undefined) {
    const message = `The parameter \`${name}\` is also in the ${taken}; expected another name.`;
    complain(["bodyParameter"], message);
  }
}

/** The names of the properties of a body; `undefined` if it has compositions. */
function propertyNames(route: CheckedRoute, schema: unknown): readonly string[] | undefined {
  if (!isMap(schema)) return undefined;
  const { $ref: reference, properties } = schema;
  if (typeof reference === "string") {
    const component = componentOf(route.file, reference, route.components);
    const isReference = isMap(component) && "$ref" in component;
    return isReference ? undefined : propertyNames(route, component);
  }
  const isComposed = ["oneOf", "anyOf", "allOf"].some((keyword) => keyword in schema);
  return isMap(properties) && !isComposed ? Object.keys(properties) : undefined;
}

// ---- Types

/** A route with a way to complain about it. */
interface CheckedRoute {
  readonly key: string;
  readonly entry: JsonMap;
  readonly file: string;
  readonly components: ComponentDocuments;
  /** Complains about the key at a path below the route. */
  readonly complain: (path: Path, message: string, suggestion?: string) => void;
}

type ComplainOf = (message: string, ...more: Path) => void;
