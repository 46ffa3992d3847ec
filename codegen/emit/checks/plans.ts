/**
 * Prints schemas as plans, by which the runtime checks values (`src/schemas/check.ts`). A plan is a number, whose bits
 * are types, or a rule with its arguments: a list of texts is `[list, 32, 1]`, and an object with a text `name` is
 * `[object, 64, "name", 1]`. A definition is referred to by the name of its constant.
 */
import { alternativesIn, type CheckedSchema, isNullOnly, propertiesIn } from "./checked-schema.js";
import type { Definition } from "./definitions.js";

const NULL = 16;

/** Types as bits, as the runtime has them. */
const BITS: Readonly<Record<string, number>> = {
  string: 1,
  number: 2,
  integer: 4,
  boolean: 8,
  null: NULL,
  array: 32,
  object: 64,
};

/** The plan of any value: all bits. */
const ANY = -1;

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
  return { text: String(printer.print(schema)), rules: printer.rules };
}

class PlanPrinter {
  readonly rules = new Set<string>();
  readonly #isLater: (definition: string) => boolean;

  constructor(isLater: (definition: string) => boolean) {
    this.#isLater = isLater;
  }

  print(schema: CheckedSchema): Plan {
    const { $ref, not, propertyNames, allOf = [] } = schema;
    if ($ref !== undefined) return this.#isLater($ref) ? this.#rule("lazy", `() => ${$ref}`) : $ref;
    if (not && !not.enum) return this.#rule("never");
    const fields = this.#listFields(schema);
    const inside = [
      ...listFieldRules(fields),
      ...this.#listMapRules(schema),
      ...this.#listItemRules(schema),
    ];
    return this.#printAll([
      ...this.#printInside(typeBits(schema), inside),
      ...fields.filter(({ name }) => !isListed(name)).map((field) => this.#printField(field)),
      ...this.#printListedValues(schema),
      ...(propertyNames ? [this.#rule("names", this.print(propertyNames))] : []),
      ...allOf.map((member) => this.print(member)),
      ...this.#printAlternatives(alternativesIn(schema)),
    ]);
  }

  /** A value must fit all plans. */
  #printAll(plans: readonly Plan[]): Plan {
    const checks = plans.filter((plan) => plan !== ANY);
    return checks.length > 1 ? this.#rule("all", ...checks) : (checks[0] ?? ANY);
  }

  /** A rule for the inside of a value also checks its type. With several rules, the type is a plan itself. */
  #printInside(types: number, rules: readonly InsideRule[]): readonly Plan[] {
    const typesOfRule = rules.length === 1 ? types : ANY;
    const plans = rules.map(({ rule, parts }) => this.#rule(rule, typesOfRule, ...parts));
    return rules.length === 1 ? plans : [types, ...plans];
  }

  /** The properties of an object, without those that may be absent and have any value. */
  #listFields(object: CheckedSchema): readonly PlannedField[] {
    return propertiesIn(object)
      .map(({ name, isRequired, schema }) => ({ name, isRequired, plan: this.print(schema) }))
      .filter(({ isRequired, plan }) => isRequired || plan !== ANY);
  }

  #printField({ name, isRequired, plan }: PlannedField): Plan {
    return this.#rule("field", JSON.stringify(name), isRequired ? 1 : 0, plan);
  }

  /** The rule for properties without a name of their own, or none. */
  #listMapRules(object: CheckedSchema): readonly InsideRule[] {
    const { additionalProperties: additional, patternProperties: patterns } = object;
    if (!additional && !patterns) return [];
    if (additional && !patterns && !object.properties) {
      return [{ rule: "record", parts: [this.print(additional)] }];
    }
    const known = JSON.stringify(Object.keys(object.properties ?? {}));
    const pairs = Object.entries(patterns ?? {}).map(
      ([pattern, schema]) => `[${JSON.stringify(pattern)}, ${this.print(schema)}]`,
    );
    return [{ rule: "others", parts: [this.print(additional ?? {}), known, ...pairs] }];
  }

  /** The rule for the items of a list, or none. */
  #listItemRules({ prefixItems, minItems, items }: CheckedSchema): readonly InsideRule[] {
    const furtherItems = items ? this.print(items) : ANY;
    if (!prefixItems) return items ? [{ rule: "list", parts: [furtherItems] }] : [];
    const least = minItems ?? prefixItems.length;
    const first = prefixItems.map((item) => this.print(item));
    return [{ rule: "tuple", parts: [least, furtherItems, ...first] }];
  }

  /** The values of `enum`, and those that `not` excludes. */
  #printListedValues({ enum: values, not }: CheckedSchema): readonly Plan[] {
    return [
      ...(values ? [this.#rule("oneOf", ...values.map(printJson))] : []),
      ...(not?.enum ? [this.#rule("noneOf", ...not.enum.map(printJson))] : []),
    ];
  }

  /** Joins alternatives that are only types into one number. */
  #printAlternatives(alternatives: readonly CheckedSchema[]): readonly Plan[] {
    if (alternatives.length === 0) return [];
    const plans = alternatives.map((alternative) =>
      isNullOnly(alternative) ? NULL : this.print(alternative),
    );
    const types = plans.filter(isTypes).reduce((bits, plan) => bits | plan, 0);
    const checks = [...new Set(plans.filter((plan) => !isTypes(plan)))];
    const [first] = checks;
    if (first === undefined) return [types];
    if (checks.length === 1 && types === 0) return [first];
    if (checks.length === 1 && types === NULL) return [this.#rule("nullOr", first)];
    return [this.#rule("anyOf", ...(types === 0 ? [] : [types]), ...checks)];
  }

  /** Prints a rule, and notes its name. */
  #rule(name: string, ...parts: readonly Argument[]): Plan {
    this.rules.add(name);
    return `[${[name, ...parts].join(", ")}]`;
  }
}

/**
 * The rule for the fields of an object, or none: fields by plan, such as `"id size ? rank", 2, "name", 1`. Their names
 * are sorted, because equal runs of names in several objects compress best.
 */
function listFieldRules(fields: readonly PlannedField[]): readonly InsideRule[] {
  const groups = new Map<Plan, { required: string[]; optional: string[] }>();
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
  return [{ rule: "object", parts }];
}

/** The types that a value may have. Listed values have theirs. */
function typeBits({ type, enum: values }: CheckedSchema): number {
  if (type === undefined || values !== undefined) return ANY;
  return type.reduce((bits, name) => bits | (BITS[name] ?? 0), 0);
}

function printJson(value: unknown): string {
  return JSON.stringify(value);
}

function isTypes(plan: Plan): plan is number {
  return typeof plan === "number";
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

/** The bits of types, or the code of a rule or of a name. */
type Plan = number | string;

/** A plan, or the code of another value. */
type Argument = number | string;

/** A rule for the inside of a value, and its arguments after the types of the value. */
interface InsideRule {
  readonly rule: string;
  readonly parts: readonly Argument[];
}

/** A property whose schema is printed. */
interface PlannedField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly plan: Plan;
}
