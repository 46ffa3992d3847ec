/**
 * Checks a value by a plan: the part of a JSON Schema that types express, as compact data. A plan refers to
 * its rules as functions, so that a bundle has only the rules that its plans use. The code above the rules is
 * in every bundle with a schema.
 */
import { isRecord } from "../../base/expect.js";

/** Reason why a value does not match its schema. It shows no text of the value. */
export interface Issue {
  readonly message: string;
  /** The keys that lead to it; empty for the value itself. */
  readonly path: readonly (string | number)[];
}

/**
 * Types as bits, in the order of {@link TYPES}, and `-1` for any value; or a rule and its parts. The
 * generator writes plans, so the rules do not check them.
 */
export type Plan = number | readonly [rule: Rule, ...parts: never[]];

type Rule = (plan: never, value: unknown, state: CheckState) => void;

export interface CheckState {
  /** The path of the value that is being checked; changed in place, because most values have no issue. */
  readonly path: (string | number)[];
  readonly issues: Issue[];
}

const TYPES = ["string", "number", "integer", "boolean", "null", "array", "object"];
/** An integer is a number, too. */
const INTEGER = 6;
const NULL = 16;
const ARRAY = 32;
const OBJECT = 64;

/** Adds the issues of a value to the state. */
export function check(plan: Plan, value: unknown, state: CheckState): void {
  if (typeof plan === "number") readType(plan, value, state);
  else plan[0](plan as never, value, state); // the generator gives each rule its parts
}

function checkAt(key: string | number, plan: Plan, value: unknown, state: CheckState): void {
  state.path.push(key);
  check(plan, value, state);
  state.path.pop();
}

/** @returns the bits of the value's types; 0 for a value of other types. */
function readType(types: number, value: unknown, state: CheckState): number {
  const bits =
    value === null
      ? NULL
      : Array.isArray(value)
        ? ARRAY
        : Number.isInteger(value)
          ? INTEGER
          : 1 << TYPES.indexOf(typeof value);
  if (types & bits) return bits;
  const expected = TYPES.filter((_, index) => types & (1 << index));
  addIssue(state, `is not of type ${expected.join(" or ")}`);
  return 0;
}

/** Limits the list: a hostile value could cause any number of issues. */
const MOST_ISSUES = 100;

function addIssue({ path, issues }: CheckState, message: string): void {
  if (issues.length < MOST_ISSUES) issues.push({ message, path: [...path] });
}

const missing: Rule = (_plan, _value, state) => {
  addIssue(state, "is missing");
};

// ---- Rules

/** `[never]`: no value is allowed. */
export const never: Rule = (_plan, _value, state) => {
  addIssue(state, "may not be there");
};

/** `[oneOf, …values]` */
export const oneOf: Rule = ([, ...values]: Parts<unknown[]>, value, state) => {
  if (values.includes(value)) return;
  addIssue(state, `is not one of ${JSON.stringify(values).slice(1, -1)}`);
};

/**
 * `[noneOf, …values]`, in a member of a union for values that are not known yet. Its issue has an empty
 * path, so that {@link anyOf} never reports this member.
 */
export const noneOf: Rule = ([, ...values]: Parts<unknown[]>, value, state) => {
  if (values.includes(value)) state.issues.push({ message: "is a known value", path: [] });
};

/** `[object, types, "required names ? optional names", plan, …]`: names, and the plan of their values. */
export const object: Rule = (
  [, types, ...fields]: Parts<[number, ...(string | Plan)[]]>,
  value,
  state,
) => {
  if (readType(types, value, state) !== OBJECT) return;
  for (let index = 0; index < fields.length; index += 2) {
    let isRequired = 1;
    for (const name of String(fields[index]).split(" "))
      if (name === "?") isRequired = 0;
      else checkField(name, isRequired, fields[index + 1] as Plan, value as Entries, state);
  }
};

/** `[field, name, isRequired, plan]`, for a name that a list of names cannot hold. */
export const field: Rule = (
  [, name, isRequired, plan]: Parts<[string, number, Plan]>,
  value,
  state,
) => {
  if (isRecord(value)) checkField(name, isRequired, plan, value, state);
};

/** Inherited names, such as `toString`, do not count. */
function checkField(
  name: string,
  isRequired: number,
  plan: Plan,
  value: Entries,
  state: CheckState,
): void {
  const isThere = Object.hasOwn(value, name) && value[name] !== undefined;
  if (isThere || isRequired) checkAt(name, isThere ? plan : [missing], value[name], state);
}

/** `[record, types, plan]`: the plan of all properties. */
export const record: Rule = ([, types, plan]: Parts<[number, Plan]>, value, state) => {
  if (readType(types, value, state) !== OBJECT) return;
  checkUntilIssue(Object.entries(value as Entries), state, ([name, member]) =>
    checkAt(name, plan, member, state),
  );
};

/** `[others, types, plan, known, …[pattern, plan]]`: `plan` for names neither known nor matched. */
export const others: Rule = (
  [, types, rest, known, ...patterns]: Parts<
    [number, Plan, readonly string[], ...(readonly [string, Plan])[]]
  >,
  value,
  state,
) => {
  if (readType(types, value, state) !== OBJECT) return;
  checkUntilIssue(Object.entries(value as Entries), state, ([name, member]) => {
    const plans = patterns.flatMap(([pattern, plan]) =>
      new RegExp(pattern, "u").test(name) ? [plan] : [],
    );
    if (plans.length === 0 && !known.includes(name)) plans.push(rest);
    for (const plan of plans) checkAt(name, plan, member, state);
  });
};

/** `[names, plan]`: the names of all properties. */
export const names: Rule = ([, plan]: Parts<[Plan]>, value, state) => {
  if (!isRecord(value)) return;
  checkUntilIssue(Object.keys(value), state, (name) => {
    const issues: Issue[] = [];
    check(plan, name, { path: [], issues });
    if (issues.length > 0) checkAt(name, [never], name, state);
  });
};

/** `[list, types, plan]` */
export const list: Rule = ([, types, plan]: Parts<[number, Plan]>, value, state) => {
  if (readType(types, value, state) !== ARRAY) return;
  checkUntilIssue(value as unknown[], state, (item, index) => checkAt(index, plan, item, state));
};

/** `[tuple, types, least, others, …plans]`: the plans of the first items, `least` of which must be there. */
export const tuple: Rule = (
  [, types, least, others, ...plans]: Parts<[number, number, Plan, ...Plan[]]>,
  value,
  state,
) => {
  if (readType(types, value, state) !== ARRAY) return;
  const items = value as unknown[];
  for (const [index, plan] of plans.entries())
    if (index < items.length) checkAt(index, plan, items[index], state);
    else if (index < least) checkAt(index, [missing], undefined, state);
  checkUntilIssue(items.slice(plans.length), state, (item, index) =>
    checkAt(index + plans.length, others, item, state),
  );
};

/** Checks the entries of a list or a map up to the first one with an issue. */
function checkUntilIssue<Entry>(
  entries: readonly Entry[],
  { issues }: CheckState,
  checkEntry: (entry: Entry, index: number) => void,
): void {
  const before = issues.length;
  entries.some((entry, index) => {
    checkEntry(entry, index);
    return issues.length > before;
  });
}

/** `[all, …plans]` */
export const all: Rule = ([, ...plans]: Parts<Plan[]>, value, state) => {
  for (const plan of plans) check(plan, value, state);
};

/** `[nullOr, plan]` */
export const nullOr: Rule = ([, plan]: Parts<[Plan]>, value, state) => {
  if (value !== null) check(plan, value, state);
};

/** `[anyOf, …plans]`. Reports the issues of the nearest alternative of the value's type. */
export const anyOf: Rule = ([, ...plans]: Parts<Plan[]>, value, state) => {
  const { path } = state;
  let nearest: readonly Issue[] | undefined;
  for (const plan of plans) {
    const issues: Issue[] = [];
    check(plan, value, { path, issues });
    const [first] = issues;
    if (!first) return;
    // With an issue at the value itself, the alternative is for values of another type.
    const isNear = first.path.length > path.length;
    if (isNear && issues.length < (nearest?.length ?? Infinity)) nearest = issues;
  }
  if (nearest) state.issues.push(...nearest);
  else addIssue(state, "matches none of the alternatives");
};

/** `[lazy, () => plan]`, for a schema that contains itself. */
export const lazy: Rule = ([, read]: Parts<[() => Plan]>, value, state) => {
  check(read(), value, state);
};

type Entries = Readonly<Record<string, unknown>>;

/** The parts of a plan after its rule. */
type Parts<Others extends unknown[]> = readonly [Rule, ...Others];
