/**
 * Sample values of schemas, for tests and documentation: an order with a required `id` and `status` becomes
 * `{ id: 1, status: "open" }`.
 */
import {
  followPlan,
  isNullPlan,
  type Limits,
  type ObjectRule,
  readPlan,
  type Rule,
  ruleOf,
  type RulesPlan,
  type SchemaPlan,
} from "../../json-schema/plan.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { JsonSchema } from "../../model/model.js";

/** Settings of {@link createSample}. */
export interface SampleSettings {
  readonly resolve: ResolveComponent;
  /** Prefix of sample URLs. */
  readonly baseUrl: string;
  /**
   * The number of levels that have optional properties, too, and an item in each list. Deprecated properties are
   * left out. Default: 0.
   */
  readonly fullLevels?: number;
}

/** Only schemas that require themselves are deeper. */
const MAX_SAMPLE_DEPTH = 30;

/** More values than any real payload requires. */
const MAX_SAMPLE_VALUES = 10_000;
const MAX_ITEMS = 100;

/**
 * Creates the smallest realistic value of a schema: required properties only, unless the settings ask for more, empty
 * lists, and values from the schema's examples and defaults if they are valid. Other texts are chosen by format and
 * name. A schema that requires itself ends with `null`. Deterministic.
 */
export function createSample(schema: JsonSchema, settings: SampleSettings): unknown {
  return new Sampler(settings).sample([readPlan(schema)], "", 0);
}

class Sampler {
  readonly #resolve: ResolveComponent;
  readonly #baseUrl: string;
  readonly #fullLevels: number;
  #count = 0;

  constructor({ resolve, baseUrl, fullLevels = 0 }: SampleSettings) {
    this.#resolve = resolve;
    this.#baseUrl = baseUrl;
    this.#fullLevels = fullLevels;
  }

  /**
   * @param schemas The value satisfies all of them.
   * @param name The property that holds the value; of an item, that of its list.
   * @param outer The values in this place of the examples of outer values.
   */
  sample(
    schemas: readonly SchemaPlan[],
    name: string,
    depth: number,
    outer: readonly unknown[] = [],
  ): unknown {
    this.#count += 1;
    if (depth > MAX_SAMPLE_DEPTH || this.#count > MAX_SAMPLE_VALUES) return null;
    const flat = flatten(schemas, this.#resolve);
    const examples = [...flat.examples, ...outer, ...flat.defaults];
    const { values } = flat;
    if (values) {
      const example = examples.find(
        (candidate) => candidate !== null && values.includes(candidate),
      );
      return example ?? values.find((value) => value !== null) ?? null;
    }
    switch (chooseType(flat)) {
      case "string":
        return this.#sampleText(name, flat, examples);
      case "integer":
      case "number":
        return (
          examples.find((candidate) => isFittingNumber(candidate, flat)) ?? sampleNumber(name, flat)
        );
      case "boolean":
        return examples.find((candidate) => typeof candidate === "boolean") ?? false;
      case "array":
        return this.#sampleList(flat, name, depth, examples);
      case "object":
        return this.#sampleObject(flat, depth, examples);
      default:
        return null;
    }
  }

  #sampleText(name: string, { known, limits }: FlatSchema, examples: readonly unknown[]): string {
    const texts = known.filter((value) => typeof value === "string");
    const isFitting = (candidate: unknown): boolean =>
      texts.length === 0
        ? isFittingText(candidate, limits)
        : texts.some((text) => text === candidate);
    const example = examples.filter((candidate) => typeof candidate === "string").find(isFitting);
    return example ?? texts[0] ?? sampleText(name, limits, this.#baseUrl);
  }

  #sampleObject(
    { required, properties }: FlatSchema,
    depth: number,
    examples: readonly unknown[],
  ): object {
    const isRequired = new Set(required);
    const isShown = (name: string): boolean =>
      isRequired.has(name) ||
      (depth < this.#fullLevels && !isDeprecated(properties.get(name) ?? [], this.#resolve));
    const records = examples.filter((example) => typeof example === "object" && example !== null);
    const entries = [...new Set([...properties.keys(), ...required])]
      .filter(isShown)
      .map((name) => {
        const inside = records.map((record): unknown => new Map(Object.entries(record)).get(name));
        const known = inside.filter((each) => each !== undefined);
        return [name, this.sample(properties.get(name) ?? [], name, depth + 1, known)] as const;
      });
    return Object.fromEntries(entries);
  }

  #sampleList(
    { items, firstItems, limits }: FlatSchema,
    name: string,
    depth: number,
    examples: readonly unknown[],
  ): unknown[] {
    const least = limits.minItems ?? firstItems.length;
    const length = Math.min(Math.max(least, depth < this.#fullLevels ? 1 : 0), MAX_ITEMS);
    const singular = name.replace(/s$/, "");
    const lists = examples.filter((example): example is readonly unknown[] =>
      Array.isArray(example),
    );
    return Array.from({ length }, (_, index) => {
      const inside = lists.flatMap((list) => list.slice(index, index + 1));
      return this.sample(firstItems[index] ?? items, singular, depth + 1, inside);
    });
  }
}

function isDeprecated(plans: readonly SchemaPlan[], resolve: ResolveComponent): boolean {
  const targets = plans.map((plan) => followPlan(plan, resolve));
  return targets.some((target) => target.kind === "rules" && target.notes.isDeprecated);
}

function chooseType({ types, properties, items, firstItems }: FlatSchema): string | undefined {
  if (types.length > 0) return types.find((type) => type !== "null");
  if (properties.size > 0) return "object";
  return items.length + firstItems.length > 0 ? "array" : undefined;
}

/** 2026-01-01T00:00:00Z in seconds, for numeric timestamps. */
const TIMESTAMP = 1_767_225_600;

function sampleNumber(name: string, { known, limits }: FlatSchema): number {
  const byName = name.endsWith("_at") ? TIMESTAMP : /(^|_)(id|number)$/.test(name) ? 1 : 0;
  const [least, most] = boundsOf(limits);
  const number = known.find((value) => typeof value === "number");
  const near = Math.min(Math.max(byName, least), most);
  return number ?? toMultiple(near, most, limits.multipleOf);
}

/** The next multiple, or the last one before a greatest number. */
function toMultiple(number: number, most: number, step: number | undefined): number {
  if (step === undefined || isMultiple(number, step)) return number;
  const next = Math.ceil(number / step) * step;
  return next <= most ? next : Math.floor(number / step) * step;
}

/** Fractions such as 0.1 have no exact multiples, so the quotient is nearly whole. */
function isMultiple(number: number, step: number): boolean {
  const quotient = number / step;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9;
}

function isFittingNumber(value: unknown, { types, limits }: FlatSchema): boolean {
  const [least, most] = boundsOf(limits);
  const isWhole = types.includes("number") || Number.isInteger(value);
  if (typeof value !== "number" || !isWhole || value < least || value > most) return false;
  const { exclusiveMinimum = -Infinity, exclusiveMaximum = Infinity, multipleOf } = limits;
  if (value <= exclusiveMinimum || value >= exclusiveMaximum) return false;
  return multipleOf === undefined || isMultiple(value, multipleOf);
}

/** Bounds for samples: the number after an exclusive limit, or the middle where there is less room. */
function boundsOf({
  minimum = -Infinity,
  maximum = Infinity,
  exclusiveMinimum: above = -Infinity,
  exclusiveMaximum: below = Infinity,
}: Limits): readonly [least: number, most: number] {
  const step = Math.min(1, (Math.min(below, maximum) - Math.max(above, minimum)) / 2);
  return [Math.max(minimum, above + step), Math.min(maximum, below - step)];
}

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

/** Merges schemas that must all hold. Alternatives are replaced by the first that is not `null`. */
export function flatten(schemas: readonly SchemaPlan[], resolve: ResolveComponent): FlatSchema {
  const seen = new Set<SchemaPlan>();
  const parts = schemas.flatMap((schema) => partsOf(schema, resolve, seen));
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
      case "intersection": // their members are parts, too
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

function transpose(tuples: readonly (readonly SchemaPlan[])[]): readonly (readonly SchemaPlan[])[] {
  const length = Math.max(0, ...tuples.map((tuple) => tuple.length));
  return Array.from({ length }, (_, index) =>
    tuples.flatMap((tuple) => tuple.slice(index, index + 1)),
  );
}

/** @param seen Collects the parts, so that a part that is reached in several ways counts once. */
function partsOf(
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
    ...[...intersected, ...chosen].flatMap((member) => partsOf(member, resolve, seen)),
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

// ---- Texts

const DIGEST = "0123456789abcdef0123456789abcdef01234567";

/** Texts by format. URLs begin with the base URL of the vendor. */
const BY_FORMAT: Readonly<Record<string, (baseUrl: string) => string>> = {
  "date-time": () => "2026-01-01T00:00:00Z",
  date: () => "2026-01-01",
  time: () => "00:00:00Z",
  email: () => "jane@example.com",
  hostname: () => "example.com",
  ipv4: () => "192.0.2.1",
  ipv6: () => "2001:db8::1",
  uri: (baseUrl) => `${baseUrl}/example`,
  "uri-reference": () => "/example",
  "uri-template": (baseUrl) => `${baseUrl}/example{/name}`,
  uuid: () => "00000000-0000-4000-8000-000000000000",
};

/** Texts by property name, for properties without a format. The first match is used. */
const BY_NAME: readonly (readonly [RegExp, (baseUrl: string) => string])[] = [
  [/(^|_)url$/, (baseUrl) => `${baseUrl}/example`],
  [/_at$|(^|_)timestamp$/, () => "2026-01-01T00:00:00Z"],
  [/(^|_)(sha|oid)$|^(before|after|commit_id|tree_id)$/, () => DIGEST],
  [/^node_id$/, () => "RXhhbXBsZQ=="],
  [/^full_name$/, () => "jane/example"],
  [/(^|_)login$|^(username|actor)$/, () => "jane"],
  [/(^|_)email$/, () => "jane@example.com"],
  [/(^|_)branch$/, () => "main"],
  [/(^|_)ref$/, () => "refs/heads/main"],
  [/^color$/, () => "0e8a16"],
  [/^(body|description|summary|message)$/, () => "An example."],
  [/^title$/, () => "An example"],
  [/^version$/, () => "1.0.0"],
];

/** Texts that are tried if the usual one does not match a `pattern`. */
const CANDIDATES = ["example", "1", DIGEST, "1.0.0", "A", "2026-01-01T00:00:00Z", ""];

/** A text chosen by format or name that respects the length limits and the pattern. */
export function sampleText(name: string, limits: Limits, baseUrl: string): string {
  const known = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  const example = (BY_FORMAT[limits.format ?? ""] ?? known)?.(baseUrl) ?? "example";
  return fit([example, ...CANDIDATES], limits);
}

/** Tests whether an example is a text that respects the length limits and the pattern. */
export function isFittingText(value: unknown, limits: Limits): boolean {
  return (
    typeof value === "string" &&
    value !== "" &&
    fit([value], limits) === value &&
    matchesPattern(value, limits)
  );
}

function matchesPattern(text: string, { pattern }: Limits): boolean {
  return pattern === undefined || !isQuick(pattern) || new RegExp(pattern, "u").test(text);
}

/** Limit for `minLength`; samples ignore the rest of a larger one. */
const MAX_TEXT_LENGTH = 1_000;

function fit(texts: readonly string[], limits: Limits): string {
  const { minLength = 0, maxLength: most = Infinity } = limits;
  const least = Math.min(minLength, MAX_TEXT_LENGTH);
  const sized = texts.map((text) => text.padEnd(least, "x").slice(0, most));
  const [firstChoice = ""] = sized;
  return sized.find((text) => matchesPattern(text, limits)) ?? firstChoice;
}

/** A pattern with many repetitions can take minutes, even with a short text. */
function isQuick(pattern: string): boolean {
  const repetitions = pattern.match(/[*+]|(?<!\()\?|\{\d+,\d*\}/g) ?? [];
  return repetitions.length <= MAX_REPETITIONS && !/\)(?:[*+]|\{\d)/.test(pattern);
}

const MAX_REPETITIONS = 6;
