/**
 * Finds unions whose members are distinguished by the texts of one property, such as `type`:
 *
 *     oneOf: [{ properties: { type: { const: card } } }, { properties: { type: { const: cash } } }]
 */
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import { ALTERNATIVES, membersOf, without } from "./keywords.js";
import { readObjectProperties } from "./objects.js";
import { acceptsType, type ResolveComponent } from "./references.js";
import { listValues, schemasAt } from "./values-at.js";

/** Reads the unions of each schema once. */
export class UnionReader {
  readonly #resolve: ResolveComponent;
  readonly #exact: ReadonlySet<JsonSchema>;
  readonly #known = new Map<JsonSchema, Unions>();

  /** @param exact Schemas that are no discriminators, because they must stay as they are. */
  constructor(resolve: ResolveComponent, exact: ReadonlySet<JsonSchema>) {
    this.#resolve = resolve;
    this.#exact = exact;
  }

  /** The discriminated unions of a schema, which has at most two: `anyOf` and `oneOf`. */
  read(schema: JsonSchemaObject): Unions {
    const known = this.#known.get(schema);
    if (known) return known;
    const unions = new Map(
      ALTERNATIVES.flatMap((keyword) => {
        const union = this.#readUnion(membersOf(schema, keyword));
        return union === undefined ? [] : [[keyword, union] as const];
      }),
    );
    this.#known.set(schema, unions);
    return unions;
  }

  #readUnion(members: readonly JsonSchema[]): DiscriminatedUnion | undefined {
    const objects = members.filter((member) => acceptsType(member, "object", this.#resolve));
    if (objects.length < 2) return undefined;
    const described = objects.map((member) => readObjectProperties(member, this.#resolve));
    const [first] = described;
    if (first === undefined || described.includes(undefined)) return undefined;
    const discriminators = this.#listDiscriminators(Object.keys(first.properties), objects);
    const isRequired = (property: string): boolean =>
      described.every((object) => object?.required.includes(property));
    const discriminator =
      discriminators.find(({ property }) => isRequired(property)) ?? discriminators[0];
    if (discriminator === undefined) return undefined;
    const common = Object.entries(first.properties).filter(
      ([name, schema]) =>
        name !== discriminator.property &&
        described.every((object) => areAlike(object?.properties[name], schema)),
    );
    const names = common.map(([name]) => name);
    return {
      ...discriminator,
      common: Object.fromEntries(common),
      required: names.filter(isRequired),
    };
  }

  /** The properties that have a text of their own in each member, and that may be opened. */
  #listDiscriminators(
    properties: readonly string[],
    members: readonly JsonSchema[],
  ): readonly Pick<DiscriminatedUnion, "property" | "values">[] {
    return properties.flatMap((property) => {
      const lists = members.map((member) => listValues(member, [property], this.#resolve));
      const values = lists.flatMap((list) => list ?? [undefined]);
      const isExact = members.some((member) =>
        schemasAt(member, [property], this.#resolve).some((schema) => this.#exact.has(schema)),
      );
      const isText = values.every((value) => typeof value === "string");
      if (isExact || !isText || new Set(values).size < values.length) return [];
      return [{ property, values }];
    });
  }
}

/** Tests whether two schemas differ at most in texts, defaults and examples. */
function areAlike(one: JsonSchema | undefined, other: JsonSchema): boolean {
  const text = (schema: JsonSchema | undefined): string | undefined =>
    JSON.stringify(
      typeof schema === "object" ? without(schema, ["description", "default", "examples"]) : schema,
    );
  return text(one) === text(other);
}

// ---- Types

/** The unions of a schema by their keywords. */
type Unions = ReadonlyMap<UnionKeyword, DiscriminatedUnion>;

/** A keyword that holds a union. */
export type UnionKeyword = (typeof ALTERNATIVES)[number];

/** A union whose members are distinguished by the texts of one property. */
export interface DiscriminatedUnion {
  readonly property: string;
  readonly values: readonly unknown[];
  /** The properties that all members have, and describe alike. */
  readonly common: Readonly<Record<string, JsonSchema>>;
  /** The common properties that all members require. */
  readonly required: readonly string[];
}
