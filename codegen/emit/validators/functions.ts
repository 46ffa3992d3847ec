/**
 * Prints a schema as a function, for payloads of webhooks. A function checks 10 KB in 6 µs, and a plan
 * (`plans.ts`) in 42 µs, which is longer than a server takes for the rest of such a delivery. A plan has a
 * third of the bytes, so programs bundle plans.
 */
import { escapeToken } from "../../model/json.js";
import { isIdentifier } from "../../model/names.js";
import {
  alternativesIn,
  type CheckedSchema,
  isNullOnly,
  type Member,
  propertiesIn,
} from "./checked-schema.js";
import type { Definition } from "./definitions.js";

/** Prints a function that returns the mismatches of a value, with paths that begin at the value. */
export function printFunction({ name, schema }: Definition): string {
  return [
    `function ${name}(data: any): Mismatches {`,
    "let found: Mismatches = null;",
    ...checkValue(schema, { value: "data", found: "found", path: "", depth: 0 }),
    "return found;",
    "}",
  ].join("\n");
}

/** A value that printed lines check. */
interface CheckedPlace {
  /** The constant with the value. */
  readonly value: string;
  /** The variable for its mismatches. */
  readonly found: string;
  /** The JSON pointer to the value, from the value at which those mismatches begin. */
  readonly path: string;
  /** The number of blocks around the value. Names of variables end with it, so that none occurs twice. */
  readonly depth: number;
}

type Lines = readonly string[];

// ---- Checks of a value itself: its type, its values, a definition, alternatives

function checkValue(schema: CheckedSchema, at: CheckedPlace): Lines {
  const { $ref, type, enum: values, not, allOf = [] } = schema;
  if ($ref !== undefined) return [nest(at, `${$ref}(${at.value})`)];
  if (not && !not.enum) return [fail(at, "never")];
  return [
    ...allOf.flatMap((each) => checkValue(each, at)),
    ...(type ? checkType(type, at) : []),
    ...(values ? [`if (${isOther(at, values)}) ${fail(at, "enum", describeValues(values))}`] : []),
    // Lists no values, because the member of a union that excludes values never explains a failure.
    ...(not?.enum ? [`if (!(${isOther(at, not.enum)})) ${fail(at, "enum")}`] : []),
    ...checkAlternatives(schema, at),
    ...block(`if (Array.isArray(${at.value}))`, [
      ...checkTuple(schema, at),
      ...checkItems(schema, at),
    ]),
    ...block(`if (isRecord(${at.value}))`, [
      ...propertiesIn(schema).flatMap((property) => checkMember(property, at)),
      ...checkPatterns(schema, at),
      ...checkNames(schema, at),
      ...checkOthers(schema, at),
    ]),
  ];
}

/** The conditions under which a value is not of a type. */
const MISMATCHES: Readonly<Record<string, (value: string) => string>> = {
  string: (value) => `typeof ${value} !== "string"`,
  number: (value) => `typeof ${value} !== "number"`,
  integer: (value) => `!Number.isInteger(${value})`,
  boolean: (value) => `typeof ${value} !== "boolean"`,
  null: (value) => `${value} !== null`,
  array: (value) => `!Array.isArray(${value})`,
  object: (value) => `!isRecord(${value})`,
};

function checkType(types: readonly string[], at: CheckedPlace): Lines {
  const conditions = types.map((type) => {
    const condition = MISMATCHES[type];
    if (condition === undefined)
      throw new Error(`The type is ${JSON.stringify(type)}; expected a type of JSON Schema.`);
    return condition(at.value);
  });
  return [`if (${conditions.join(" && ")}) ${fail(at, "type", types.join(" or "))}`];
}

function isOther({ value }: CheckedPlace, values: readonly unknown[]): string {
  return values.map((each) => `${value} !== ${JSON.stringify(each)}`).join(" && ");
}

/** Lists the first twelve values. */
function describeValues(values: readonly unknown[]): string {
  const texts = values.slice(0, 12).map((value) => JSON.stringify(value));
  return values.length > texts.length ? `${texts.join(", ")} …` : texts.join(", ");
}

/** Checks a nullable schema itself, so that mismatches name the wrong property. */
function checkAlternatives(schema: CheckedSchema, at: CheckedPlace): Lines {
  const alternatives = alternativesIn(schema);
  const others = alternatives.filter((each) => !isNullOnly(each));
  if (others.length > 1) return ["{", ...checkAny(alternatives, at), "}"];
  const [other] = others;
  if (other === undefined) return alternatives.length > 0 ? checkType(["null"], at) : [];
  const lines = checkValue(other, at);
  return alternatives.length > 1 ? block(`if (${at.value} !== null)`, lines) : lines;
}

/** @param candidates Variables with the mismatches of earlier alternatives that are definitions. */
function checkAny(
  [first, ...others]: readonly CheckedSchema[],
  at: CheckedPlace,
  candidates: readonly string[] = [],
): Lines {
  if (first === undefined) return reportNearest(candidates, at);
  return collect(first, at, (found) => {
    const known = first.$ref === undefined ? candidates : [...candidates, found];
    return checkAny(others, { ...at, depth: at.depth + 1 }, known);
  });
}

/** For an object, reports the mismatches of the alternative with the fewest. */
function reportNearest(candidates: readonly string[], at: CheckedPlace): Lines {
  const none = fail(at, "anyOf");
  if (candidates.length === 0) return [none];
  const nearest = nest(at, `nearest(${candidates.join(", ")})`);
  return [`if (isRecord(${at.value})) ${nearest}`, `else ${none}`];
}

// ---- Checks of values inside a value: items of a list, properties of an object

/** Checks a property, or an item of a tuple. */
function checkMember({ key, isRequired, schema }: Member, at: CheckedPlace): Lines {
  const value = `value${at.depth + 1}`;
  const path = `${at.path}/${escapeToken(String(key))}`;
  const member = { ...at, value, path, depth: at.depth + 1 };
  const checks = checkValue(schema, member);
  const lines = isRequired
    ? [`if (${value} === undefined) ${fail(member, "required")}`, ...block("else", checks)]
    : block(`if (${value} !== undefined)`, checks);
  return lines.length === 0 ? [] : ["{", `const ${value} = ${read(at.value, key)};`, ...lines, "}"];
}

/** Inherited members, such as `toString`, do not count. */
function read(value: string, key: string | number): string {
  const name = JSON.stringify(key);
  const member = isIdentifier(String(key)) ? `${value}.${key}` : `${value}[${name}]`;
  return key in Object.prototype
    ? `Object.hasOwn(${value}, ${name}) ? ${member} : undefined`
    : member;
}

function checkTuple({ prefixItems = [], minItems = 0 }: CheckedSchema, at: CheckedPlace): Lines {
  return prefixItems.flatMap((schema, key) =>
    checkMember({ key, isRequired: key < minItems, schema }, at),
  );
}

/** Checks the items after those of a tuple. */
function checkItems({ prefixItems = [], items }: CheckedSchema, at: CheckedPlace): Lines {
  if (items === undefined) return [];
  const index = `index${at.depth + 1}`;
  const { length } = prefixItems;
  return block(
    `for (let ${index} = ${length}; ${index} < ${at.value}.length; ${index}++)`,
    checkEntry(items, index, index, at),
  );
}

/** Checks each property whose name matches a pattern, also if `properties` describes it. */
function checkPatterns({ patternProperties = {} }: CheckedSchema, at: CheckedPlace): Lines {
  return forEachKey(at, (key) =>
    Object.entries(patternProperties).flatMap(([pattern, schema]) =>
      block(`if (${printMatch(pattern, key)})`, checkEntry(schema, key, `toToken(${key})`, at)),
    ),
  );
}

/** Reports a property whose name is not allowed. */
function checkNames({ propertyNames }: CheckedSchema, at: CheckedPlace): Lines {
  if (propertyNames === undefined) return [];
  return forEachKey(at, (key) =>
    collect(propertyNames, { value: key, depth: at.depth + 1 }, () => [
      fail(at, "never", "", pathTo(`toToken(${key})`, at)),
      "break;",
    ]),
  );
}

/** Checks the properties that neither `properties` nor a pattern describes. */
function checkOthers(schema: CheckedSchema, at: CheckedPlace): Lines {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  if (additionalProperties === undefined) return [];
  return forEachKey(at, (key) => {
    const isDescribed = [
      ...Object.keys(properties).map((name) => `${key} === ${JSON.stringify(name)}`),
      ...Object.keys(patternProperties).map((pattern) => printMatch(pattern, key)),
    ];
    return [
      ...(isDescribed.length > 0 ? [`if (${isDescribed.join(" || ")}) continue;`] : []),
      ...checkEntry(additionalProperties, key, `toToken(${key})`, at),
    ];
  });
}

function printMatch(pattern: string, key: string): string {
  return `new RegExp(${JSON.stringify(pattern)}, "u").test(${key})`;
}

function forEachKey(at: CheckedPlace, checkKey: (key: string) => Lines): Lines {
  const key = `key${at.depth + 1}`;
  return block(`for (const ${key} in ${at.value})`, checkKey(key));
}

/** Checks an entry of a list or a map. The first one with mismatches ends the loop. */
function checkEntry(schema: CheckedSchema, key: string, token: string, at: CheckedPlace): Lines {
  const value = `value${at.depth + 1}`;
  return [
    `const ${value} = ${at.value}[${key}];`,
    ...collect(schema, { value, depth: at.depth + 1 }, (found) => [
      nest(at, found, pathTo(token, at)),
      "break;",
    ]),
  ];
}

// ---- Mismatches

/** Puts the mismatches of a value into a variable of their own, and adds the code that handles them. */
function collect(
  schema: CheckedSchema,
  { value, depth }: Pick<CheckedPlace, "value" | "depth">,
  react: (found: string) => Lines,
): Lines {
  const found = `found${depth + 1}`;
  const checks =
    schema.$ref === undefined
      ? [
          `let ${found}: Mismatches = null;`,
          ...checkValue(schema, { value, found, path: "", depth: depth + 1 }),
        ]
      : [`const ${found} = ${schema.$ref}(${value});`];
  return [...checks, ...block(`if (${found} !== null)`, react(found))];
}

function fail(
  { found, path }: CheckedPlace,
  keyword: string,
  expected = "",
  pathText = JSON.stringify(path),
): string {
  const texts = [keyword, ...(expected === "" ? [] : [expected])].map((text) =>
    JSON.stringify(text),
  );
  return `${found} = fail(${[found, pathText, ...texts].join(", ")});`;
}

/** Adds mismatches, if there are any, that begin at the value. */
function nest(
  { found, path }: CheckedPlace,
  inner: string,
  pathText = JSON.stringify(path),
): string {
  return `${found} = nest(${found}, ${inner}, ${pathText});`;
}

/** The path to an entry, as an expression. */
function pathTo(token: string, { path }: CheckedPlace): string {
  return `${JSON.stringify(`${path}/`)} + ${token}`;
}

function block(head: string, lines: Lines): Lines {
  return lines.length === 0 ? [] : [`${head} {`, ...lines, "}"];
}
