/**
 * Checks a value by a plan: the part of a JSON Schema that types express, as compact data. A plan refers to
 * its rules as functions, so that a bundle has only the rules that its plans use. A rule makes a closure of
 * its parts when the plan is first used; a value without a mismatch costs no allocation.
 */
import { isRecord } from "../base/values.js";

/** Checks of plans that were compiled. */
const checks = new WeakMap<object, Check>();

/** Returns the check of a plan. Plans share parts, each of which is compiled once. */
export function compile(plan: Plan): Check {
  if (typeof plan === "number") return (value) => checkTypes(plan, value);
  let check = checks.get(plan);
  if (check === undefined) {
    check = plan[0](plan as never); // the generator gives each rule its parts
    checks.set(plan, check);
  }
  return check;
}

/** Turns the mismatches of a whole value into issues. Reverses their paths in place: they are not read again. */
export function toIssues(found: Mismatches): readonly Issue[] {
  for (const { path } of found) path.reverse();
  return found;
}

/** The types of JSON Schema, in the order of their bits. */
export const TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"];
const STRING = 1;
const NUMBER = 2;
const BOOLEAN = 8;
const NULL = 16;
const ARRAY = 32;
const OBJECT = 64;
/** An integer is a number, too. */
const INTEGER = 6;
/** Of values that JSON does not have: allowed where any value is. */
const OTHER = 128;

function typeOf(value: unknown): number {
  switch (typeof value) {
    case "string":
      return STRING;
    case "number":
      return Number.isInteger(value) ? INTEGER : NUMBER;
    case "boolean":
      return BOOLEAN;
    case "object":
      return value === null ? NULL : Array.isArray(value) ? ARRAY : OBJECT;
    default:
      return OTHER;
  }
}

function checkTypes(types: number, value: unknown): Mismatches | undefined {
  return types & typeOf(value) ? undefined : failTypes(types);
}

function failTypes(types: number): Mismatches {
  const expected = TYPES.filter((_, index) => types & (1 << index));
  return fail("type", `is not of type ${expected.join(" or ")}`);
}

/** Creates the mismatch of a value itself. */
export function fail(keyword: string, message: string): Mismatches {
  return [{ message, path: [], keyword }];
}

const MAX_MISMATCHES = 100;

/** Adds the mismatches of a value inside, whose place is the key. */
function nest(found: Mismatches | undefined, inner: Mismatches, key: string | number): Mismatches {
  for (const { path } of inner) path.push(key);
  return found === undefined ? inner : join(found, inner);
}

function join(found: Mismatches, added: Mismatches): Mismatches {
  for (const mismatch of added) if (found.length < MAX_MISMATCHES) found.push(mismatch);
  return found;
}

const toPart = (plan: Plan): Part => ({ plan, check: undefined });

function run(part: Part, value: unknown): Mismatches | undefined {
  if (typeof part.plan === "number") return checkTypes(part.plan, value);
  return (part.check ??= compile(part.plan))(value);
}

// ---- Rules

/** `[never]`: no value is allowed. */
export const never: Rule = () => failNever;

const failNever = () => fail("never", "may not be there");

/** `[oneOf, …values]` */
export const oneOf: Rule =
  ([, ...values]: Parts<unknown[]>) =>
  (value) =>
    values.includes(value) ? undefined : fail("enum", `is not one of ${listValues(values)}`);

/** Of many values, the first ones are enough to see what is expected. */
const MAX_LISTED_VALUES = 12;

function listValues(values: readonly unknown[]): string {
  const texts = values.slice(0, MAX_LISTED_VALUES).map((value) => JSON.stringify(value));
  return texts.join(", ") + (values.length > MAX_LISTED_VALUES ? " …" : "");
}

/** `[noneOf, …values]`, in a member of a union for values that are not known yet. */
export const noneOf: Rule =
  ([, ...values]: Parts<unknown[]>) =>
  (value) =>
    values.includes(value) ? fail(KNOWN, "is a known value") : undefined;

/** {@link anyOf} never reports a member with such a mismatch. */
const KNOWN = "known";

/** `[object, types, "required names ? optional names", plan, …]`: names, and the plan of their values. */
export const object: Rule = ([, types, ...parts]: Parts<[number, ...(string | Plan)[]]>) => {
  const fields = createFields();
  readFields(parts, (name, isRequired, plan) => addField(fields, name, isRequired, plan));
  return checkInside(types, OBJECT, (value) => checkFields(fields, value as Entries));
};

/** Reads the parts of the rule {@link object} after its types: the names come in texts, which take less space than lists. */
export function readFields(
  parts: readonly (string | Plan)[],
  onField: (name: string, isRequired: boolean, plan: Plan) => void,
): void {
  for (let index = 0; index < parts.length; index += 2) {
    let isRequired = true;
    for (const name of String(parts[index]).split(" "))
      if (name === "?") isRequired = false;
      else onField(name, isRequired, parts[index + 1] as Plan);
  }
}

/** `[field, name, isRequired, plan]`, for a name that a list of names cannot hold. */
export const field: Rule = ([, name, isRequired, plan]: Parts<[string, number, Plan]>) => {
  const fields = createFields();
  addField(fields, name, isRequired > 0, plan);
  return (value) => (isRecord(value) ? checkFields(fields, value) : undefined);
};

function createFields(): Fields {
  return { byName: new Map(), required: [], start: createField("", -1, false) };
}

function createField(name: string, plan: Plan, isRequired: boolean): Field {
  return { name, plan, isRequired, check: undefined, next: undefined };
}

function addField(fields: Fields, name: string, isRequired: boolean, plan: Plan): void {
  fields.byName.set(name, createField(name, plan, isRequired));
  if (isRequired) fields.required.push(name);
}

/**
 * Iterates over the properties of the value, because V8 reads these much faster than properties from a list of
 * names. Inherited properties do not count. Most values of a kind have their fields in one order, so trying the
 * field that came next in the first one halves the time beside looking up each name.
 */
function checkFields({ byName, required, start }: Fields, value: Entries): Mismatches | undefined {
  const members = Object.getPrototypeOf(value) === Object.prototype ? value : { ...value };
  let missing = required.length;
  let found: Mismatches | undefined;
  let previous = start;
  for (const name in members) {
    let field = previous.next;
    if (field?.name !== name) {
      field = byName.get(name);
      if (field === undefined) continue;
      previous.next ??= field;
    }
    previous = field;
    const memberValue = members[name];
    if (memberValue === undefined) continue; // JSON leaves it out
    if (field.isRequired) missing--;
    const inner = run(field, memberValue);
    if (inner !== undefined) found = nest(found, inner, name);
  }
  if (missing > 0)
    for (const name of required)
      if (!Object.hasOwn(members, name) || members[name] === undefined)
        found = nest(found, failMissing(), name);
  return found;
}

const failMissing = () => fail("required", "is missing");

/** `[record, types, plan]`: the plan of all properties. */
export const record: Rule = ([, types, plan]: Parts<[number, Plan]>) => {
  const part = toPart(plan);
  return checkInside(types, OBJECT, (value) =>
    findFirst(Object.keys(value), (name) => run(part, (value as Entries)[name])),
  );
};

/** `[others, types, plan, known, …[pattern, plan]]`: `plan` for names neither known nor matched. */
export const others: Rule = ([, types, plan, known, ...patterns]: Parts<
  [number, Plan, readonly string[], ...(readonly [string, Plan])[]]
>) => {
  const knownNames = new Set(known);
  const other = toPart(plan);
  const matched = patterns.map(
    ([pattern, patternPlan]) => [new RegExp(pattern, "u"), toPart(patternPlan)] as const,
  );
  return checkInside(types, OBJECT, (value) =>
    findFirst(Object.keys(value), (name) => {
      const parts = matched.flatMap(([pattern, part]) => (pattern.test(name) ? [part] : []));
      if (parts.length === 0 && !knownNames.has(name)) parts.push(other);
      return runAll(parts, (value as Entries)[name]);
    }),
  );
};

/** `[names, plan]`: the names of all properties. */
export const names: Rule = ([, plan]: Parts<[Plan]>) => {
  const part = toPart(plan);
  return (value) =>
    isRecord(value)
      ? findFirst(Object.keys(value), (name) => run(part, name) && failNever())
      : undefined;
};

/** `[list, types, plan]` */
export const list: Rule = ([, types, plan]: Parts<[number, Plan]>) => {
  const part = toPart(plan);
  return checkInside(types, ARRAY, (value) => checkItems(value as unknown[], 0, part));
};

/** `[tuple, types, least, others, …plans]`: the plans of the first items, `least` of which must be there. */
export const tuple: Rule = ([, types, least, planOfLaterItems, ...plans]: Parts<
  [number, number, Plan, ...Plan[]]
>) => {
  const other = toPart(planOfLaterItems);
  const parts = plans.map(toPart);
  return checkInside(types, ARRAY, (value) => {
    const items = value as unknown[];
    let found: Mismatches | undefined;
    for (const [index, part] of parts.entries()) {
      if (index >= items.length && index >= least) break;
      const inner = index < items.length ? run(part, items[index]) : failMissing();
      if (inner !== undefined) found = nest(found, inner, index);
    }
    const inner = checkItems(items, parts.length, other);
    return found === undefined ? inner : join(found, inner ?? []);
  });
};

/** Checks the type of a value, and its inside if the type is the expected one. */
function checkInside(
  types: number,
  expected: number,
  check: (value: object) => Mismatches | undefined,
): Check {
  return (value) => {
    const type = typeOf(value);
    if (type === expected) return check(value as object);
    return types & type ? undefined : failTypes(types);
  };
}

/** Reports the first name with a mismatch. */
function findFirst(
  keys: readonly string[],
  check: (key: string) => Mismatches | undefined,
): Mismatches | undefined {
  for (const key of keys) {
    const inner = check(key);
    if (inner !== undefined) return nest(undefined, inner, key);
  }
  return undefined;
}

/** Reports the first item with a mismatch. */
function checkItems(items: readonly unknown[], from: number, part: Part): Mismatches | undefined {
  for (let index = from; index < items.length; index++) {
    const inner = run(part, items[index]);
    if (inner !== undefined) return nest(undefined, inner, index);
  }
  return undefined;
}

/** `[all, …plans]` */
export const all: Rule = ([, ...plans]: Parts<Plan[]>) => {
  const parts = plans.map(toPart);
  return (value) => runAll(parts, value);
};

function runAll(parts: readonly Part[], value: unknown): Mismatches | undefined {
  let found: Mismatches | undefined;
  for (const part of parts) {
    const inner = run(part, value);
    if (inner !== undefined) found = found === undefined ? inner : join(found, inner);
  }
  return found;
}

/** `[nullOr, plan]` */
export const nullOr: Rule = ([, plan]: Parts<[Plan]>) => {
  const part = toPart(plan);
  return (value) => (value === null ? undefined : run(part, value));
};

/** `[anyOf, …plans]`. Reports the mismatches of the nearest alternative of the value's type. */
export const anyOf: Rule = ([, ...plans]: Parts<Plan[]>) => {
  const parts = plans.map(toPart);
  return (value) => {
    let nearest: Mismatches | undefined;
    for (const part of parts) {
      const found = run(part, value);
      if (found === undefined) return undefined;
      if (isNear(found) && found.length < (nearest?.length ?? Infinity)) nearest = found;
    }
    return nearest ?? fail("anyOf", "matches none of the alternatives");
  };
};

/** Tells whether an alternative is for values of this type: its first mismatch is not at the value itself. */
function isNear(found: Mismatches): boolean {
  return found[0]?.path.length !== 0 && found.every(({ keyword }) => keyword !== KNOWN);
}

/** `[lazy, () => plan]`, for a schema that contains itself. */
export const lazy: Rule = ([, read]: Parts<[() => Plan]>) => {
  let check: Check | undefined;
  return (value) => (check ??= compile(read()))(value);
};

// ---- Types

/** Reason why a value does not match its schema. It shows no text of the value. */
export interface Issue {
  readonly message: string;
  /** The keys that lead to it; empty for the value itself. */
  readonly path: readonly (string | number)[];
  /** The violated rule: `type`, `enum`, `required`, `anyOf`, `never` or `depth`. */
  readonly keyword: string;
}

/**
 * Types as bits, in the order of {@link TYPES}, and `-1` for any value; or a rule and its parts. The
 * generator writes plans, so the rules do not check them.
 */
export type Plan = number | readonly [rule: Rule, ...parts: never[]];

type Rule = (plan: never) => Check;

/** Returns what does not match; `undefined` if all does. */
export type Check = (value: unknown) => Mismatches | undefined;

/** At most a hundred: a hostile value could cause any number of them. */
type Mismatches = Mismatch[];

/** An issue whose path is built from the inside: each level adds its key on the way back. */
interface Mismatch extends Issue {
  readonly path: (string | number)[];
}

/** A plan inside another one. Compiled when it is first used: plans are nested deeper than the call stack. */
interface Part {
  readonly plan: Plan;
  check: Check | undefined;
}

/** The properties that a plan names. */
interface Fields {
  readonly byName: Map<string, Field>;
  readonly required: string[];
  /** Precedes the first field of a value. */
  readonly start: Field;
}

interface Field extends Part {
  readonly name: string;
  readonly isRequired: boolean;
  /** The field that came next in the first value; most values have the same order. */
  next: Field | undefined;
}

/** Properties by name. */
type Entries = Readonly<Record<string, unknown>>;

/** The parts of a plan after its rule. */
type Parts<Others extends unknown[]> = readonly [Rule, ...Others];
