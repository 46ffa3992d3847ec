/** A schema as a sample needs it: references followed, compositions merged, one alternative chosen. */
import {
  followPlan,
  isNullPlan,
  type Limits,
  type ObjectRule,
  type Rule,
  ruleOf,
  type RulesPlan,
  type SchemaPlan,
} from "../../json-schema/plan.js";
import type { ResolveComponent } from "../../json-schema/references.js";

/** Merges schemas that must all hold. Alternatives are replaced by the first that is not `null`. */
export function flatten(schemas: readonly SchemaPlan[], resolve: ResolveComponent): FlatSchema {
  const seen = new Set<SchemaPlan>();
  const parts = schemas.flatMap((schema) => listParts(schema, resolve, seen));
  const [firstTypes = [], ...otherTypes] = parts
    .map(({ types }) => types)
    .filter((types) => types.length > 0);
  const rules = mergeRules(parts.flatMap((part) => part.rules));
  const [firstValues, ...otherValues] = rules.literals;
  const valueType = rules.valueTypes.at(-1);
  return {
    types: otherTypes.reduce(commonTypes, firstTypes),
    ...(firstValues && { values: otherValues.reduce(commonValues, firstValues) }),
    known: rules.known,
    isFile: rules.isFile,
    ...(valueType !== undefined && { valueType }),
    required: [...rules.required],
    properties: rules.properties,
    items: rules.items,
    firstItems: transpose(rules.tuples),
    limits: parts.reduce<Limits>((limits, part) => ({ ...limits, ...part.limits }), {}),
    examples: parts.flatMap(({ notes }) => notes.examples),
    defaults: parts.flatMap(({ notes }) => ("default" in notes ? [notes.default] : [])),
  };
}

/** The rules of several parts, joined kind by kind. */
class MergedRules {
  readonly literals: (readonly unknown[])[] = [];
  readonly known: unknown[] = [];
  isFile = false;
  readonly valueTypes: string[] = [];
  readonly required = new Set<string>();
  readonly properties = new Map<string, SchemaPlan[]>();
  readonly items: SchemaPlan[] = [];
  readonly tuples: (readonly SchemaPlan[])[] = [];

  /** Adds a rule. The members of compositions are added by themselves. */
  add(rule: Rule): void {
    switch (rule.kind) {
      case "literal":
        this.literals.push(rule.values);
        return;
      case "open":
        this.known.push(...rule.values);
        return;
      case "file":
        this.isFile = true;
        return;
      case "value":
        this.valueTypes.push(rule.type);
        return;
      case "object":
        this.#addObject(rule);
        return;
      case "list":
        this.items.push(rule.items);
        return;
      case "tuple":
        this.tuples.push(rule.first);
        if (rule.furtherItems) this.items.push(rule.furtherItems);
        return;
      case "intersection":
      case "union":
      case "excluded": // no sample has it
        return;
      default:
        rule satisfies never;
    }
  }

  #addObject({ required, properties }: ObjectRule): void {
    for (const name of required) this.required.add(name);
    for (const [name, property] of properties) {
      const known = this.properties.get(name);
      if (known === undefined) this.properties.set(name, [property]);
      else known.push(property);
    }
  }
}

function mergeRules(rules: readonly Rule[]): MergedRules {
  const merged = new MergedRules();
  for (const rule of rules) merged.add(rule);
  return merged;
}

/** The schemas of the first items of several tuples, by index. */
function transpose(tuples: readonly (readonly SchemaPlan[])[]): readonly (readonly SchemaPlan[])[] {
  const length = Math.max(0, ...tuples.map((tuple) => tuple.length));
  return Array.from({ length }, (_, index) =>
    tuples.flatMap((tuple) => tuple.slice(index, index + 1)),
  );
}

/**
 * The parts of a schema: itself, the members of its `allOf`, and its first alternative.
 * @param seen Collects the parts, so that a part that is reached in several ways counts once.
 */
function listParts(
  schema: SchemaPlan,
  resolve: ResolveComponent,
  seen: Set<SchemaPlan>,
): readonly RulesPlan[] {
  const target = followPlan(schema, resolve);
  if (target.kind !== "rules" || seen.has(target)) return [];
  seen.add(target);
  const intersected = ruleOf(target, "intersection")?.members ?? [];
  const chosen = chooseAlternative(ruleOf(target, "union")?.members ?? [], resolve);
  return [
    target,
    ...[...intersected, ...chosen].flatMap((member) => listParts(member, resolve, seen)),
  ];
}

/** Prefers a value to `null`, because it shows more of the payload. */
function chooseAlternative(
  members: readonly SchemaPlan[],
  resolve: ResolveComponent,
): readonly SchemaPlan[] {
  const something = members.find((member) => !isNullPlan(followPlan(member, resolve)));
  return [something ?? members[0]].filter((member) => member !== undefined);
}

/** The values that both lists have. */
function commonValues(one: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  return one.filter((value) => other.includes(value));
}

/** The types that both lists allow. An integer is a number, too. */
function commonTypes(one: readonly string[], other: readonly string[]): readonly string[] {
  const allows = (types: readonly string[], type: string): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...one, ...other])].filter(
    (type) => allows(one, type) && allows(other, type),
  );
}

// ---- Types

/** A schema whose references are followed and whose compositions are merged. */
export interface FlatSchema {
  readonly types: readonly string[];
  readonly values?: readonly unknown[];
  /** Known values of an open `enum`. */
  readonly known: readonly unknown[];
  readonly isFile: boolean;
  /** The type of a value that JSON does not have. */
  readonly valueType?: string;
  readonly required: readonly string[];
  /** A value of a property satisfies all of its schemas. */
  readonly properties: ReadonlyMap<string, readonly SchemaPlan[]>;
  readonly items: readonly SchemaPlan[];
  /** The items of a tuple, by index. */
  readonly firstItems: readonly (readonly SchemaPlan[])[];
  /** The limits of all parts; the last one of a kind counts. */
  readonly limits: Limits;
  /** Described examples, which may break the schema. */
  readonly examples: readonly unknown[];
  readonly defaults: readonly unknown[];
}
