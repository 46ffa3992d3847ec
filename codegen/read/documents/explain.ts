/** Explains the errors of a validator in the words of complaints: `The value is 3; expected a list.` */
import { unescapeKey } from "../../../src/base/values.js";
import type { ErrorObject } from "ajv";
import { entriesOf, isMap } from "../../model/json.js";
import { alternatives, describeValue, nearestKey } from "../../model/messages.js";
import { TEXT_FORMATS } from "./text-formats.js";
import type { Complaint, Path } from "./yaml-document.js";

/** Explains an error: tells what was found at a path, and what is expected there. */
export function explain(error: ErrorObject, root: unknown): Explanation {
  const path = pathOfPointer(error.instancePath, root);
  if (error.keyword === "additionalProperties") return explainUnknownKey(error, path);
  if (error.propertyName !== undefined) {
    const message = `The key is ${describeValue(error.propertyName)}; expected ${expectation(error)}.`;
    return { path: [...path, error.propertyName], complaint: { message, atKey: true } };
  }
  if (error.keyword === "required") {
    const message = `The key \`${error.params["missingProperty"]}\` is missing; expected it in this map.`;
    return { path, complaint: { message, atKey: true } };
  }
  const message = `The value is ${describeFound(error)}; expected ${expectation(error)}.`;
  return { path, complaint: { message, suggestion: nearestValue(error) } };
}

function explainUnknownKey({ params, parentSchema, data }: ErrorObject, path: Path): Explanation {
  const key = String(params["additionalProperty"]);
  const known = entriesOf(parentSchema?.["properties"])
    .filter(([, property]) => !isMap(property) || property["deprecated"] !== true)
    .map(([name]) => name);
  const unused = isMap(data) ? known.filter((name) => !(name in data)) : known;
  const message = `The key \`${key}\` is unknown; expected ${alternatives(known)}.`;
  const suggestion = nearestKey(key, unused);
  return { path: [...path, key], complaint: { message, suggestion, atKey: true } };
}

function describeFound({ keyword, data, params }: ErrorObject): string {
  if (keyword === "uniqueItems") {
    const [first, second] = [Number(params["i"]), Number(params["j"])].sort((a, b) => a - b);
    return `a list with equal items at ${first} and ${second}`;
  }
  const size = Array.isArray(data) ? data.length : isMap(data) ? Object.keys(data).length : 1;
  return size === 0 ? `an empty ${Array.isArray(data) ? "list" : "map"}` : describeValue(data);
}

/** The words after `expected`: those that the JSON Schema has for this value, or those of the keyword. */
function expectation(error: ErrorObject): string {
  const obsolete = new Map<unknown, unknown>(entriesOf(error.parentSchema?.["obsoleteValues"]));
  const instead = obsolete.get(error.data);
  if (typeof instead === "string") return instead;
  const words: unknown = error.parentSchema?.["patternErrorMessage"];
  if (typeof words === "string" && error.keyword !== "type") return words;
  return EXPECTATIONS[error.keyword]?.(error) ?? error.message ?? error.keyword;
}

/** The expectation of each keyword of the JSON Schemas of the YAML. */
const EXPECTATIONS: Readonly<Record<string, (error: ErrorObject) => string>> = {
  type: expectationOfType,
  enum: ({ params }) => alternatives((params["allowedValues"] as unknown[]).map(String)), // an array, says ajv
  format: ({ params: { format } }) => TEXT_FORMATS[String(format)]?.phrase ?? String(format),
  minItems: () => "one item or more",
  minProperties: () => "one key or more",
  minLength: () => "some text",
  maximum: ({ params }) => `${String(params["limit"])} or less`,
  minimum: ({ params }) => `${String(params["limit"])} or more`,
  uniqueItems: () => "each item once",
};

function expectationOfType({ params, parentSchema }: ErrorObject): string {
  const types = [params["type"]].flat().map(String);
  const phrases = types.map(typePhrase).join(" or ");
  const isMapOnly = types.length === 1 && types[0] === "object";
  return isMapOnly ? phrases + exampleOf(parentSchema?.["required"]) : phrases;
}

/** The keys that a map needs, as an example after `a map`. */
function exampleOf(required: unknown): string {
  if (!Array.isArray(required) || required.length === 0) return "";
  return ` such as \`{ ${required.map((key) => `${String(key)}: …`).join(", ")} }\``;
}

function typePhrase(type: string): string {
  if (type === "null") return "null";
  if (type === "object") return "a map";
  if (type === "array") return "a list";
  return `${type === "integer" ? "an" : "a"} ${type}`;
}

function nearestValue({ keyword, data, params }: ErrorObject): string | undefined {
  if (keyword !== "enum" || typeof data !== "string") return undefined;
  return nearestKey(data, (params["allowedValues"] as unknown[]).map(String)); // an array, says ajv
}

/** A JSON Pointer as keys and indices. */
function pathOfPointer(pointer: string, root: unknown): Path {
  let value = root;
  return pointer
    .split("/")
    .slice(1)
    .map((token) => {
      const key = unescapeKey(token);
      const step = Array.isArray(value) ? Number(key) : key;
      value = (value as Record<string | number, unknown>)[step]; // ajv has read this path
      return step;
    });
}

// ---- Types

/** A complaint, and the place that it is about. */
interface Explanation {
  readonly path: Path;
  readonly complaint: Complaint;
}
