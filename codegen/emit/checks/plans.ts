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

/** The plan of any value. */
const ANY = "-1";

/**
 * Prints a schema as a plan.
 * @param isLater Tells whether the constant of a definition is declared later: a schema may contain
 * itself.
 */
export function printPlan(
  { schema }: Definition,
  isLater: (definition: string) => boolean,
): PrintedPlan {
  const printer = new PlanPrinter(isLater);
  return { text: printer.print(schema), rules: printer.rules };
}

class PlanPrinter {
  readonly rules = new Set<string>();
  readonly #isLater: (definition: string) => boolean;

  constructor(isLater: (definition: string) => boolean) {
    this.#isLater = isLater;
  }

  print(schema: CheckedSchema): string {
    const { $ref, not, enum: values, propertyNames, allOf = [] } = schema;
    if ($ref !== undefined) return this.#isLater($ref) ? this.#rule("lazy", `() => ${$ref}`) : $ref;
    if (not && !not.enum) return this.#rule("never");
    const fields = this.#listFields(schema);
    const inside = [
      ...printFieldRules(fields),
      ...this.#printMap(schema),
      ...this.#printItems(schema),
    ];
    // A rule for the inside of a value also checks its type. With several rules, the type is a rule itself.
    const types = printTypeBits(schema);
    const [single] = inside.length === 1 ? inside : [];
    const plans = [
      ...(single ? [] : [types]),
      ...inside.map(([name, ...parts]) => this.#rule(name, single ? types : ANY, ...parts)),
      ...fields.filter(({ name }) => !isListed(name)).map((field) => this.#printField(field)),
      ...(values ? [this.#rule("oneOf", ...values.map(printJson))] : []),
      ...(not?.enum ? [this.#rule("noneOf", ...not.enum.map(printJson))] : []),
      ...(propertyNames ? [this.#rule("names", this.print(propertyNames))] : []),
      ...allOf.map((member) => this.print(member)),
      ...this.#printAlternatives(alternativesIn(schema)),
    ].filter((plan) => plan !== ANY);
    return plans.length > 1 ? this.#rule("all", ...plans) : (plans[0] ?? ANY);
  }

  /** The properties of an object, without those that may be absent and have any value. */
  #listFields(object: CheckedSchema): readonly PlannedField[] {
    return propertiesIn(object)
      .map(({ name, isRequired, schema }) => ({ name, isRequired, plan: this.print(schema) }))
      .filter(({ isRequired, plan }) => isRequired || plan !== ANY);
  }

  #printField({ name, isRequired, plan }: PlannedField): string {
    return this.#rule("field", JSON.stringify(name), isRequired ? "1" : "0", plan);
  }

  /** The rule for properties without a name of their own. */
  #printMap(object: CheckedSchema): readonly RuleParts[] {
    const { additionalProperties: additional, patternProperties: patterns } = object;
    if (!additional && !patterns) return [];
    if (additional && !patterns && !object.properties) return [["record", this.print(additional)]];
    const known = JSON.stringify(Object.keys(object.properties ?? {}));
    const pairs = Object.entries(patterns ?? {}).map(
      ([pattern, schema]) => `[${JSON.stringify(pattern)}, ${this.print(schema)}]`,
    );
    return [["others", this.print(additional ?? {}), known, ...pairs]];
  }

  #printItems({ prefixItems, minItems, items }: CheckedSchema): readonly RuleParts[] {
    const furtherItems = items ? this.print(items) : ANY;
    if (!prefixItems) return items ? [["list", furtherItems]] : [];
    const least = String(minItems ?? prefixItems.length);
    return [["tuple", least, furtherItems, ...prefixItems.map((item) => this.print(item))]];
  }

  /** Joins alternatives that are only types into one number. */
  #printAlternatives(alternatives: readonly CheckedSchema[]): readonly string[] {
    if (alternatives.length === 0) return [];
    const plans = alternatives.map((alternative) =>
      isNullOnly(alternative) ? String(BITS["null"]) : this.print(alternative),
    );
    const types = plans.filter(isNumber).reduce((bits, plan) => bits | Number(plan), 0);
    const checks = [...new Set(plans.filter((plan) => !isNumber(plan)))];
    const [first] = checks;
    if (first === undefined) return [String(types)];
    if (checks.length === 1 && types === 0) return [first];
    if (checks.length === 1 && types === BITS["null"]) return [this.#rule("nullOr", first)];
    return [this.#rule("anyOf", ...(types === 0 ? [] : [String(types)]), ...checks)];
  }

  /** Prints a rule, and notes its name. */
  #rule(name: string, ...parts: readonly string[]): string {
    this.rules.add(name);
    return `[${[name, ...parts].join(", ")}]`;
  }
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

// ---- Types

/** A plan as text, and the rules of the runtime that it names. */
export interface PrintedPlan {
  readonly text: string;
  readonly rules: ReadonlySet<string>;
}

/** A rule, and its arguments after the types of the value. */
type RuleParts = readonly [rule: string, ...parts: readonly string[]];

/** A property whose schema is printed. */
interface PlannedField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly plan: string;
}
