/** Conversion of the parts of JSON: the properties of objects, and the items of lists. */
import { isObject, isRecord } from "../../base/values.js";
import { InvalidValue } from "./invalid-value.js";

/** Converts the properties that have plans; `null` stays. Other JSON than an object stays, too. */
export function convertProperties(properties: NamedConverts): Convert {
  return (json, source) => {
    if (!isPlainRecord(json)) return json;
    const target = source.isMutable ? json : { ...json };
    let at = "";
    try {
      for (const [name, convert] of properties) {
        const value = json[name];
        if (value === undefined || value === null || !Object.hasOwn(json, name)) continue;
        at = name;
        target[name] = convert(value, stepInto(source, name));
      }
    } catch (error) {
      throw error instanceof InvalidValue ? error.within(at) : error;
    }
    return target;
  };
}

/**
 * Converts all other properties of an object.
 * @param named Properties with plans of their own, or without values.
 */
export function convertOthers(convert: Convert, named: ReadonlySet<string>): Convert {
  return (json, source) => {
    if (!isPlainRecord(json)) return json;
    const names = Object.keys(json).filter((name) => !named.has(name));
    return convertProperties(names.map((name) => [name, convert]))(json, source);
  };
}

/** Converts the items of a list: the first ones each by its own conversion. */
export function convertItems(first: readonly Convert[], furtherItems: Convert): Convert {
  return (json, source) => {
    if (!Array.isArray(json)) return json;
    const items = json as unknown[];
    const target = source.isMutable ? items : [...items];
    let at = 0;
    try {
      for (; at < items.length; at++) {
        const item = items[at];
        const convert = first[at] ?? furtherItems;
        if (item !== null) target[at] = convert(item, stepInto(source, at));
      }
    } catch (error) {
      throw error instanceof InvalidValue ? error.within(at) : error;
    }
    return target;
  };
}

/** Converts by one conversion after another. */
export function convertAll(parts: readonly Convert[]): Convert {
  return (json, source) => parts.reduce((converted, convert) => convert(converted, source), json);
}

/** The source of a property or an item. Without digits, all places share one source. */
function stepInto(source: Source, key: string | number): Source {
  const { digits, isMutable } = source;
  if (digits === undefined) return source;
  const inner = isObject(digits)
    ? (digits as Readonly<Record<string | number, unknown>>)[key] // it has the form of the JSON
    : undefined;
  return { digits: inner, isMutable };
}

/** True for an object of JSON; false for a date and the like. */
export function isPlainRecord(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !("toJSON" in value && typeof value["toJSON"] === "function");
}

// ---- Types

/** The origin of a value in JSON. */
export interface Source {
  /** The same value with long integers as texts. `undefined` until an integer needs its digits. */
  readonly digits: unknown;
  /** Set if the JSON may be changed in place; otherwise, parts that change are copied. */
  readonly isMutable: boolean;
}

/** Converts JSON that is not `null`. */
export type Convert = (json: unknown, source: Source) => unknown;

/** Conversions of properties, by their names. */
type NamedConverts = readonly (readonly [name: string, convert: Convert])[];
