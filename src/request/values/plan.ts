/** Turns plans into functions that convert parsed JSON (contract J.3). */
import { isObject, isRecord } from "../../base/values.js";
import type { JsonType, ValueFormat, ValuePlan, ValueShape } from "../../catalog/values.js";
import { readOwn } from "../endpoint/values.js";
import { ROUNDED, type ValueKind } from "./kinds.js";

/** Creates the function that compiles the plans of a catalog. */
export function createCompiler(shared: readonly unknown[], kinds: readonly ValueKind[]): Compile {
  const leaves = new Map<ValueFormat, Convert>(kinds.map((kind) => [kind.format, readAs(kind)]));
  const compiled = new Map<number, Convert>();

  function compile(plan: ValuePlan): Convert {
    if (typeof plan === "string") return leaves.get(plan) ?? keep;
    if (plan === 0) return keep;
    if (typeof plan === "number") return (json, source) => compileShared(plan)(json, source);
    if (!isTagged(plan)) return convertProperties(mapEntries(plan, compile));
    switch (plan[0]) {
      case "list":
        return convertItems([], compile(plan[1]));
      case "tuple":
        return convertItems(plan[1].map(compile), compile(plan[2]));
      case "map":
        return convertOthers(compile(plan[1]), new Set(plan[2]));
      case "all":
        return convertAll(plan[1].map(compile));
      case "union":
        return convertUnion(
          plan[1].map(([shape, inner]) => [createTest(shape, leaves), compile(inner)]),
        );
    }
  }

  function compileShared(index: number): Convert {
    let convert = compiled.get(index);
    if (convert === undefined) compiled.set(index, (convert = compile(shared[index] as ValuePlan)));
    return convert;
  }

  return (plan) => compile(plan as ValuePlan); // the generator wrote it
}

type TaggedPlan = Extract<ValuePlan, readonly unknown[]>;

function isTagged(plan: Exclude<ValuePlan, string | number>): plan is TaggedPlan {
  return Array.isArray(plan);
}

const keep: Convert = (json) => json;

/** Reads values of one kind. */
function readAs({ read, expected }: ValueKind): Convert {
  return (json, { digits }) => {
    const value = read(json, digits);
    if (value === undefined || value === ROUNDED)
      throw new InvalidValue(`is not ${expected}`, value === ROUNDED);
    return value;
  };
}

// ---- Objects and lists

type NamedConverts = readonly (readonly [name: string, convert: Convert])[];

function convertProperties(properties: NamedConverts): Convert {
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

/** @param named Properties with plans of their own, or without values. */
function convertOthers(convert: Convert, named: ReadonlySet<string>): Convert {
  return (json, source) => {
    if (!isPlainRecord(json)) return json;
    const names = Object.keys(json).filter((name) => !named.has(name));
    return convertProperties(names.map((name) => [name, convert]))(json, source);
  };
}

function convertItems(first: readonly Convert[], furtherItems: Convert): Convert {
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

function convertAll(parts: readonly Convert[]): Convert {
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

// ---- Unions

type Test = (json: unknown, source: Source) => boolean;

function convertUnion(alternatives: readonly (readonly [Test, Convert])[]): Convert {
  return (json, source) => {
    for (const [fits, convert] of alternatives)
      if (fits(json, source)) return convert(json, source);
    return json; // an alternative that is not described yet
  };
}

function createTest(shape: ValueShape, leaves: ReadonlyMap<ValueFormat, Convert>): Test {
  const { type, format, is = {}, has = [], types = {} } = shape;
  const values = Object.entries(is);
  const properties = Object.entries(types);
  const leaf = format && leaves.get(format);
  return (json, source) => {
    if (type && !type.includes(typeOf(json))) return false;
    if (leaf && !isConverted(leaf, json, source)) return false;
    if (!isPlainRecord(json)) return values.length + has.length === 0;
    return (
      values.every(([name, known]) => known.includes(readOwn(json, name))) &&
      has.every((name) => readOwn(json, name) !== undefined) &&
      properties.every(([name, known]) => {
        const value = readOwn(json, name);
        return value === undefined || known.includes(typeOf(value));
      })
    );
  };
}

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

/** True for an object of JSON; false for a date and the like. */
function isPlainRecord(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !("toJSON" in value && typeof value["toJSON"] === "function");
}

function mapEntries<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): readonly (readonly [string, To])[] {
  return Object.entries(record).map(([name, value]) => [name, map(value)]);
}

// ---- Errors and types

/** A value that cannot be read or sent. Each level that rethrows the error adds a step to its path. */
export class InvalidValue extends Error {
  override readonly name = "InvalidValue";
  readonly code = "INVALID_VALUE";
  /** Such as `data.items[3].created_at`. */
  path = "";
  /** Set if the digits of an integer may make it valid. */
  readonly isRounded: boolean;

  readonly detail: string;

  constructor(detail: string, isRounded = false) {
    super(detail);
    this.detail = detail;
    this.isRounded = isRounded;
  }

  /** Puts a step before the path. A long path keeps its last steps. */
  within(step: string | number): this {
    if (this.path.length > MAX_PATH) return this;
    const isName = typeof step === "string" && /^[A-Za-z_$][\w$]*$/.test(step);
    const shown = isName ? step : `[${JSON.stringify(step)}]`;
    const joiner = this.path === "" || this.path.startsWith("[") ? "" : ".";
    this.path = shown + joiner + this.path;
    this.message = `${this.path} ${this.detail}`;
    return this;
  }
}

/** The longest path, in characters. */
const MAX_PATH = 1_000;

/** Compiles a plan. Shared plans are compiled when they are first used, and may lead to themselves. */
export type Compile = (plan: unknown) => Convert;

/** The origin of a value in JSON. */
export interface Source {
  /** The same value with long integers as texts. `undefined` until an integer needs its digits. */
  readonly digits: unknown;
  /** Set if the JSON may be changed in place; otherwise, parts that change are copied. */
  readonly isMutable: boolean;
}

/** Converts JSON that is not `null`. */
export type Convert = (json: unknown, source: Source) => unknown;
