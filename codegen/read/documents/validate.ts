/** Checks a YAML file against the JSON Schema of its format, and explains each error at its position. */
import { unescapeKey } from "../../../src/base/values.js";
import { Ajv, type ErrorObject, type FuncKeywordDefinition, type ValidateFunction } from "ajv";
import { entriesOf, isMap } from "../../model/json.js";
import { alternatives, describeValue, nearestKey } from "../../model/messages.js";
import app from "../../meta/app.schema.json" with { type: "json" };
import components from "../../meta/components.schema.json" with { type: "json" };
import corrections from "../../meta/corrections.schema.json" with { type: "json" };
import events from "../../meta/events.schema.json" with { type: "json" };
import importMapping from "../../meta/import.schema.json" with { type: "json" };
import jsonSchema from "../../meta/json-schema.schema.json" with { type: "json" };
import payload from "../../meta/payload.schema.json" with { type: "json" };
import routes from "../../meta/routes.schema.json" with { type: "json" };
import vendor from "../../meta/vendor.schema.json" with { type: "json" };
import type { Complaint, Path, YamlDocument } from "./yaml-document.js";

/** Complains about each value that the format does not allow. */
export function validate(document: YamlDocument, format: Format): void {
  if (document.value === null) {
    document.complain([], { message: "The file is empty; expected a map." });
    return;
  }
  const check = validatorOf(format);
  if (check(document.value)) return;
  for (const error of check.errors ?? []) {
    if (isSummary(error)) continue;
    const { path, complaint } = explain(error, document.value);
    document.complain(path, complaint);
  }
}

// ---- Validators

const META_SCHEMAS = {
  app,
  vendor,
  events,
  routes,
  payload,
  components,
  corrections,
  import: importMapping,
};

/**
 * The keyword `uniqueItems` in linear time. The one of ajv compares each item with every other, which
 * takes minutes for an `enum` of a hundred thousand values.
 */
export const UNIQUE_ITEMS: FuncKeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  errors: true,
  compile: (isUnique: boolean) => (isUnique ? checkUniqueItems : () => true),
};

const checkUniqueItems: Check = (items: readonly unknown[]) => {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const text = JSON.stringify(item, sortKeys);
    const first = seen.get(text);
    if (first === undefined) {
      seen.set(text, index);
      continue;
    }
    // The names that ajv uses.
    checkUniqueItems.errors = [{ keyword: "uniqueItems", params: { i: index, j: first } }];
    return false;
  }
  return true;
};

/** Sorts keys, because maps are equal in any order. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const ajv = new Ajv({
  allErrors: true,
  // The optimizer takes 110 ms of each command that reads a schema, and makes no check faster.
  code: { optimize: false },
  verbose: true,
  allowUnionTypes: true,
  // Keywords that editors read.
  keywords: ["markdownDescription", "patternErrorMessage", "obsoleteValues"],
  formats: { address: isAddress, addressTemplate: isAddressTemplate, regex: isRegularExpression },
  schemas: { "json-schema.schema.json": jsonSchema, "vendor.schema.json": vendor },
  // `if`, `then` and `else` constrain a value whose type is given beside them.
  strictTypes: false,
});

ajv.removeKeyword("uniqueItems");
ajv.addKeyword(UNIQUE_ITEMS);

const validators = new Map<Format, ValidateFunction>();

/** Compiles a validator at its first use, because most runs need only a few. */
function validatorOf(format: Format): ValidateFunction {
  let validator = validators.get(format);
  if (!validator) validators.set(format, (validator = ajv.compile(META_SCHEMAS[format])));
  return validator;
}

// ---- Formats of texts

/** Tests whether a text is a regular expression, with the flag `u`. */
export function isRegularExpression(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

/** Tests whether a route can be appended to an address: no query, no fragment, no slash at the end. */
export function isAddress(text: string): boolean {
  return /^https?:\/\/[^/?#\\\s]/.test(text) && !/[?#\\\s]|\/$/.test(text) && URL.canParse(text);
}

/** Tests for an address, or a text that can become one with the values of its variables. */
function isAddressTemplate(text: string): boolean {
  return /\{\w[\w-]*\}/.test(text) ? !/[?#\\\s]|\/$/.test(text) : isAddress(text);
}

// ---- Explanations

/** Tests whether an error only summarizes more specific ones. */
function isSummary({ keyword }: ErrorObject): boolean {
  return keyword === "if" || keyword === "propertyNames";
}

function explain(error: ErrorObject, root: unknown): Explanation {
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

/** The expectation of each keyword of the meta schemas. */
const EXPECTATIONS: Readonly<Record<string, (error: ErrorObject) => string>> = {
  type: ({ params }) => [params["type"]].flat().map(String).map(typePhrase).join(" or "),
  enum: ({ params }) => alternatives((params["allowedValues"] as unknown[]).map(String)), // an array, says ajv
  format: ({ params }) => FORMAT_PHRASES[String(params["format"])] ?? String(params["format"]),
  minItems: () => "one item or more",
  minProperties: () => "one key or more",
  minLength: () => "some text",
  maximum: ({ params }) => `${String(params["limit"])} or less`,
  minimum: ({ params }) => `${String(params["limit"])} or more`,
  uniqueItems: () => "each item once",
};

const ADDRESS = "an address such as `https://api.example.com`, without query or slash at its end";

const FORMAT_PHRASES: Readonly<Record<string, string>> = {
  address: ADDRESS,
  addressTemplate: ADDRESS,
  regex: "a regular expression",
};

function expectation(error: ErrorObject): string {
  const obsolete = new Map<unknown, unknown>(entriesOf(error.parentSchema?.["obsoleteValues"]));
  const instead = obsolete.get(error.data);
  if (typeof instead === "string") return instead;
  const words: unknown = error.parentSchema?.["patternErrorMessage"];
  if (typeof words === "string" && error.keyword !== "type") return words;
  const expected = EXPECTATIONS[error.keyword]?.(error) ?? error.message ?? error.keyword;
  return expected === "a map" ? expected + exampleOf(error) : expected;
}

/** The keys that a map needs, as an example in the message. */
function exampleOf({ parentSchema }: ErrorObject): string {
  const required: unknown = parentSchema?.["required"];
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

/** A format of the YAML, which has a JSON Schema. */
export type Format = keyof typeof META_SCHEMAS;

type Check = ReturnType<NonNullable<FuncKeywordDefinition["compile"]>>;

interface Explanation {
  readonly path: Path;
  readonly complaint: Complaint;
}
