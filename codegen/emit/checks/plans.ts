/**
 * Prints schemas as plans, by which the runtime checks values (`src/schemas/rules.ts`). A plan is a number, whose bits
 * are types, or a rule with its arguments: a list of texts is `[list, 32, 1]`.
 */
import { alternativesIn, type CheckedSchema, isNullOnly, propertiesIn } from "./checked-schema.js";
import type { Definition } from "./definitions.js";

/** Types as bits, as the runtime has them. */
const BITS: Readonly<Record<string, number>> = {
  string: 1,
  number: 2,
  integer: 4,
  boolean: 8,
  null: 16,
  array: 32,
  object: 64,
};

/** Any value. */
const ANY = "-1";

/** A plan as text, and the rules of the runtime that it names. */
export interface PrintedPlan {
  readonly text: string;
  readonly rules: ReadonlySet<string>;
}

/**
 * Prints a schema as the plan by which the runtime checks values (`src/schemas/rules.ts`).
 * @param isLater Tells whether the constant of a definition is declared later: a schema may contain
 * itself.
 */
export function printPlan(
  { schema }: Definition,
  isLater: (definition: string) => boolean,
): PrintedPlan {
  const rules = new Set<string>();
  const rule = (name: string, ...parts: readonly string[]): string => {
    rules.add(name);
    return `[${[name, ...parts].join(", ")}]`;
  };
  const text = print(schema);
  return { text, rules };

  function print(schema: CheckedSchema): string {
    const { $ref, not, enum: values, propertyNames, allOf = [] } = schema;
    if ($ref !== undefined) return isLater($ref) ? rule("lazy", `() => ${$ref}`) : $ref;
    if (not && !not.enum) return rule("never");
    const fields = listFields(schema);
    const inside = [...printFieldRules(fields), ...printMap(schema), ...printItems(schema)];
    // A rule for the inside of a value also checks its type. With several rules, the type is a rule itself.
    const types = printTypeBits(schema);
    const [single] = inside.length === 1 ? inside : [];
    const plans = [
      ...(single ? [] : [types]),
      ...inside.map(([name, ...parts]) => rule(name, single ? types : ANY, ...parts)),
      ...fields.filter(({ name }) => !isListed(name)).map(printField),
      ...(values ? [rule("oneOf", ...values.map(printJson))] : []),
      ...(not?.enum ? [rule("noneOf", ...not.enum.map(printJson))] : []),
      ...(propertyNames ? [rule("names", print(propertyNames))] : []),
      ...allOf.map(print),
      ...printAlternatives(alternativesIn(schema)),
    ].filter((plan) => plan !== ANY);
    return plans.length > 1 ? rule("all", ...plans) : (plans[0] ?? ANY);
  }

  function listFields(object: CheckedSchema): readonly PlannedField[] {
    return propertiesIn(object)
      .map(({ name, isRequired, schema }) => ({ name, isRequired, plan: print(schema) }))
      .filter(({ isRequired, plan }) => isRequired || plan !== ANY);
  }

  function printField({ name, isRequired, plan }: PlannedField): string {
    return rule("field", JSON.stringify(name), isRequired ? "1" : "0", plan);
  }

  function printMap(object: CheckedSchema): readonly RuleParts[] {
    const { additionalProperties: additional, patternProperties: patterns } = object;
    if (!additional && !patterns) return [];
    if (additional && !patterns && !object.properties) return [["record", print(additional)]];
    const known = JSON.stringify(Object.keys(object.properties ?? {}));
    const pairs = Object.entries(patterns ?? {}).map(
      ([pattern, schema]) => `[${JSON.stringify(pattern)}, ${print(schema)}]`,
    );
    return [["others", print(additional ?? {}), known, ...pairs]];
  }

  function printItems({ prefixItems, minItems, items }: CheckedSchema): readonly RuleParts[] {
    const furtherItems = items ? print(items) : ANY;
    if (!prefixItems) return items ? [["list", furtherItems]] : [];
    const least = String(minItems ?? prefixItems.length);
    return [["tuple", least, furtherItems, ...prefixItems.map(print)]];
  }

  /** Joins alternatives that are only types into one number. */
  function printAlternatives(alternatives: readonly CheckedSchema[]): readonly string[] {
    if (alternatives.length === 0) return [];
    const plans = alternatives.map((alternative) =>
      isNullOnly(alternative) ? String(BITS["null"]) : print(alternative),
    );
    const types = plans.filter(isNumber).reduce((bits, plan) => bits | Number(plan), 0);
    const checks = [...new Set(plans.filter((plan) => !isNumber(plan)))];
    const [first] = checks;
    if (first === undefined) return [String(types)];
    if (checks.length === 1 && types === 0) return [first];
    if (checks.length === 1 && types === BITS["null"]) return [rule("nullOr", first)];
    return [rule("anyOf", ...(types === 0 ? [] : [String(types)]), ...checks)];
  }
}

/** A rule, and its arguments after the types of the value. */
type RuleParts = readonly [rule: string, ...parts: readonly string[]];

interface PlannedField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly plan: string;
}

/** Groups fields by plan, and sorts their names: equal runs of names in several objects compress best. */
function printFieldRules(fields: readonly PlannedField[]): readonly RuleParts[] {
  const groups = new Map<string, { required: string[]; optional: string[] }>();
  for (const { name, isRequired, plan } of fields) {
    if (!isListed(name)) continue;
    const group = groups.get(plan) ?? { required: [], optional: [] };
    group[isRequired ? "required" : "optional"].push(name);
    groups.set(plan, group);
  }
  if (groups.size === 0) return [];
  const parts = [...groups].flatMap(([plan, { required, optional }]) => {
    const marked = optional.length > 0 ? ["?", ...optional.sort()] : [];
    return [JSON.stringify([...required.sort(), ...marked].join(" ")), plan];
  });
  return [["object", ...parts]];
}

function printTypeBits({ type, enum: values }: CheckedSchema): string {
  if (type === undefined || values !== undefined) return ANY;
  return String(type.reduce((bits, name) => bits | (BITS[name] ?? 0), 0));
}

function printJson(value: unknown): string {
  return JSON.stringify(value);
}

function isNumber(plan: string): boolean {
  return /^-?\d+$/.test(plan);
}

/** Tells whether a list of names, with spaces between them and `?` before optional ones, can hold a name. */
function isListed(name: string): boolean {
  return name !== "" && name !== "?" && !name.includes(" ");
}
