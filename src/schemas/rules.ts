/** Rules for values of any type, for lists, and for alternatives. The parts of a rule are before each. */
import {
  ARRAY,
  checkInside,
  compile,
  fail,
  failMissing,
  failNever,
  join,
  nest,
  run,
  runAll,
  toPart,
  type Check,
  type Mismatches,
  type Part,
  type Parts,
  type Plan,
  type Rule,
} from "./check.js";

// ---- Single values

/** `[never]`: no value is allowed. */
export const never: Rule = () => failNever;

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

// ---- Lists

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

/** Reports the first item with a mismatch. */
function checkItems(items: readonly unknown[], from: number, part: Part): Mismatches | undefined {
  for (let index = from; index < items.length; index++) {
    const inner = run(part, items[index]);
    if (inner !== undefined) return nest(undefined, inner, index);
  }
  return undefined;
}

// ---- Several plans

/** `[all, …plans]` */
export const all: Rule = ([, ...plans]: Parts<Plan[]>) => {
  const parts = plans.map(toPart);
  return (value) => runAll(parts, value);
};

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
