/** Unions: the first alternative whose shape fits JSON converts it. */
import type { JsonType, ValueShape } from "../../catalog/values.js";
import { readOwn } from "../endpoint/values.js";
import { isPlainRecord, type Convert, type Source } from "./convert.js";
import type { InvalidValue } from "./invalid-value.js";

/** Creates the conversion of a union; an alternative that is not described yet stays as it is. */
export function convertUnion(alternatives: readonly Alternative[]): Convert {
  return (json, source) => {
    for (const { fits, convert } of alternatives)
      if (fits(json, source)) return convert(json, source);
    return json;
  };
}

/**
 * Creates the test of a shape.
 * @param leaf The conversion of its format; absent for a shape without one, or whose format stays JSON.
 */
export function createTest(shape: ValueShape, leaf: Convert | undefined): Test {
  const { type, is = {}, has = [], types = {} } = shape;
  const values = Object.entries(is);
  const properties = Object.entries(types);

  const hasProperties = (json: Readonly<Record<string, unknown>>): boolean =>
    values.every(([name, known]) => known.includes(readOwn(json, name))) &&
    has.every((name) => readOwn(json, name) !== undefined) &&
    properties.every(([name, known]) => {
      const value = readOwn(json, name);
      return value === undefined || known.includes(typeOf(value));
    });

  return (json, source) => {
    if (type && !type.includes(typeOf(json))) return false;
    if (leaf && !isConverted(leaf, json, source)) return false;
    return isPlainRecord(json) ? hasProperties(json) : values.length + has.length === 0;
  };
}

/** @throws InvalidValue for a number whose digits are needed to tell. */
function isConverted(leaf: Convert, json: unknown, source: Source): boolean {
  try {
    leaf(json, source);
    return true;
  } catch (error) {
    if ((error as InvalidValue).isRounded) throw error;
    return false; // a leaf throws nothing else
  }
}

/** The type of JSON; that of its source for a value that another part of the plan has converted. */
function typeOf(value: unknown): JsonType {
  if (value === null) return "null";
  if (typeof value === "object")
    return Array.isArray(value) ? "array" : isPlainRecord(value) ? "object" : "string";
  return typeof value === "bigint" ? "number" : (typeof value as JsonType); // JSON has no others
}

/** An alternative of a union. */
export interface Alternative {
  readonly fits: Test;
  readonly convert: Convert;
}

/** Tells whether JSON has the shape of an alternative. */
type Test = (json: unknown, source: Source) => boolean;
