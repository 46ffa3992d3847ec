/**
 * Checks a value by a plan: the part of a JSON Schema that types express, as compact data. A plan refers to
 * its rules as functions, so that a bundle has only the rules that its plans use. A rule makes a closure of
 * its parts when the plan is first used; a value without a mismatch costs no allocation.
 */

// ---- Plans and their parts

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

/** Makes a part of a rule, which is compiled when it is first used. */
export const toPart = (plan: Plan): Part => ({ plan, check: undefined });

/** Checks a value by a part of a rule. */
export function run(part: Part, value: unknown): Mismatches | undefined {
  if (typeof part.plan === "number") return checkTypes(part.plan, value);
  return (part.check ??= compile(part.plan))(value);
}

/** Checks a value by all of these parts. */
export function runAll(parts: readonly Part[], value: unknown): Mismatches | undefined {
  let found: Mismatches | undefined;
  for (const part of parts) {
    const inner = run(part, value);
    if (inner !== undefined) found = found === undefined ? inner : join(found, inner);
  }
  return found;
}

// ---- Types of values

/** The types of JSON Schema, in the order of their bits. */
export const TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"];
const STRING = 1;
const NUMBER = 2;
const BOOLEAN = 8;
const NULL = 16;
export const ARRAY = 32;
export const OBJECT = 64;
/** An integer is a number, too: it has the bits of both. */
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

/** Checks the type of a value, and its inside if the type is the expected one. */
export function checkInside(
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

// ---- Mismatches

/** Creates the mismatch of a value itself. */
export function fail(keyword: string, message: string): Mismatches {
  return [{ message, path: [], keyword }];
}

/** The mismatch of a value where none is allowed. */
export const failNever = () => fail("never", "may not be there");

/** The mismatch of a value that is not there. */
export const failMissing = () => fail("required", "is missing");

const MAX_MISMATCHES = 100;

/** Adds the mismatches of a value inside, whose place is the key. */
export function nest(
  found: Mismatches | undefined,
  inner: Mismatches,
  key: string | number,
): Mismatches {
  for (const { path } of inner) path.push(key);
  return found === undefined ? inner : join(found, inner);
}

/** Adds the mismatches of another check of the same value. */
export function join(found: Mismatches, added: Mismatches): Mismatches {
  for (const mismatch of added) if (found.length < MAX_MISMATCHES) found.push(mismatch);
  return found;
}

/** Turns the mismatches of a whole value into issues. Reverses their paths in place: they are not read again. */
export function toIssues(found: Mismatches): readonly Issue[] {
  for (const { path } of found) path.reverse();
  return found;
}

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

export type Rule = (plan: never) => Check;

/** Returns what does not match; `undefined` if all does. */
export type Check = (value: unknown) => Mismatches | undefined;

/** At most a hundred: a hostile value could cause any number of them. */
export type Mismatches = Mismatch[];

/** An issue whose path is built from the inside: each level adds its key on the way back. */
interface Mismatch extends Issue {
  readonly path: (string | number)[];
}

/** A plan inside another one. Compiled when it is first used: plans are nested deeper than the call stack. */
export interface Part {
  readonly plan: Plan;
  check: Check | undefined;
}

/** The parts of a plan after its rule. */
export type Parts<Others extends unknown[]> = readonly [Rule, ...Others];
