/** Rules for objects: their fields, their other properties and their names. The parts of a rule are before each. */
import { isRecord } from "../base/values.js";
import {
  checkInside,
  failMissing,
  failNever,
  nest,
  OBJECT,
  run,
  runAll,
  toPart,
  type Mismatches,
  type Part,
  type Parts,
  type Plan,
  type Rule,
} from "./check.js";

// ---- Fields

/**
 * `[object, types, "required names ? optional names", plan, …]`: names, and the plan of their values. So
 * `[object, 16, "id name ? nick", 1]` is `{ id: string; name: string; nick?: string } | null`.
 */
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

// ---- Properties of any name

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

// ---- Types

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
