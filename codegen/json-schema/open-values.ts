/** Makes received enums and unions extensible: a service may add values before a client knows them. */
import {
  eventPathOf,
  EXCLUDED_VALUES,
  type JsonSchema,
  type JsonSchemaObject,
  KNOWN_VALUES,
  payloadsOf,
  type SchemaModel,
} from "../model/model.js";
import { readObjectProperties } from "./objects.js";
import { acceptsType, dereference, type ResolveComponent } from "./references.js";
import {
  ALTERNATIVES,
  annotatedRefOf,
  membersOf,
  typeOfValue,
  typesOf,
  valuesOf,
  without,
} from "./keywords.js";
import { listValues, schemasAt } from "./values-at.js";

/**
 * Opens received schemas to values that a service adds later. An `enum` keeps its values as known values;
 * a discriminated union gets a member for other values of the discriminator. Values by which code narrows
 * types stay exact: `const`, an `enum` with one value, and discriminators.
 */
export class Opener {
  readonly #resolve: ResolveComponent;
  /** Schemas that stay as they are. */
  readonly #exact: ReadonlySet<JsonSchema>;
  readonly #unions = new Map<JsonSchema, ReadonlyMap<UnionKeyword, DiscriminatedUnion>>();

  /** @param exact Schemas that stay as they are, such as {@link listIdentities}. */
  constructor(resolve: ResolveComponent, exact: ReadonlySet<JsonSchema>) {
    this.#resolve = resolve;
    this.#exact = exact;
  }

  /** Tests whether a schema itself is opened, apart from the schemas inside it. */
  opens(schema: JsonSchemaObject): boolean {
    return this.#isOpenEnum(schema) || this.#unionsOf(schema).size > 0;
  }

  /**
   * Opens a schema itself; the schemas inside it are opened before.
   * @param schema The schema as the YAML describes it.
   * @param changed The same schema, with all schemas inside it opened.
   * @param change Opens a schema with all schemas inside it.
   */
  open(schema: JsonSchemaObject, changed: JsonSchemaObject, change: OpenSchema): JsonSchemaObject {
    if (this.#isOpenEnum(schema)) return openEnum(changed);
    const unions = [...this.#unionsOf(schema)].map(
      ([keyword, union]) =>
        [keyword, this.#openUnion(schema, changed, keyword, union, change)] as const,
    );
    return unions.length === 0 ? changed : { ...changed, ...Object.fromEntries(unions) };
  }

  #isOpenEnum(schema: JsonSchemaObject): boolean {
    if ("const" in schema || this.#exact.has(schema)) return false;
    const values = valuesOf(schema)?.filter((value) => value !== null) ?? [];
    const isOpen = (value: unknown): boolean =>
      typeof value === "string" || typeof value === "number";
    return values.length > 1 && values.every(isOpen);
  }

  /** The discriminated unions of a schema, which has at most two: `anyOf` and `oneOf`. */
  #unionsOf(schema: JsonSchemaObject): ReadonlyMap<UnionKeyword, DiscriminatedUnion> {
    const known = this.#unions.get(schema);
    if (known) return known;
    const unions = new Map(
      ALTERNATIVES.flatMap((keyword) => {
        const union = this.#readUnion(membersOf(schema, keyword));
        return union === undefined ? [] : [[keyword, union] as const];
      }),
    );
    this.#unions.set(schema, unions);
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

  /** The members of a union, and one for objects with another value of the discriminator. */
  #openUnion(
    schema: JsonSchemaObject,
    changed: JsonSchemaObject,
    keyword: UnionKeyword,
    { property, values, common, required }: DiscriminatedUnion,
    change: OpenSchema,
  ): readonly JsonSchema[] {
    const changedMembers = membersOf(changed, keyword);
    const knownMembers = membersOf(schema, keyword).flatMap((member, index) => {
      // Flatten nested unions first: each would otherwise get its own catch-all member, and the inner one would
      // accept the outer members' values.
      const flattened = this.#flatten(member);
      if (flattened.length === 1 && flattened[0] === member)
        return [this.#narrow(member, changedMembers[index] ?? member, property)];
      return flattened.map((inner) => this.#narrow(inner, change(inner), property));
    });
    const discriminator = { type: "string", [EXCLUDED_VALUES]: values };
    const changedCommon = Object.entries(common).map(
      ([name, described]) => [name, change(described)] as const,
    );
    const unknownMember = {
      type: "object",
      properties: { [property]: discriminator, ...Object.fromEntries(changedCommon) },
      required: [property, ...required],
    };
    return [...knownMembers, unknownMember];
  }

  /** The members of a schema that consists of a union, at any depth. Any other schema is its own member. */
  #flatten(schema: JsonSchema): readonly JsonSchema[] {
    const ref = annotatedRefOf(schema);
    const target = ref === undefined ? schema : dereference({ $ref: ref }, this.#resolve);
    if (typeof target === "boolean") return [schema];
    const keyword = ALTERNATIVES.find((alternative) => membersOf(target, alternative).length > 0);
    const described = ["properties", "allOf", ...ALTERNATIVES].filter(
      (keyword) => keyword in target,
    );
    if (keyword === undefined || described.length > 1) return [schema];
    return membersOf(target, keyword).flatMap((member) => this.#flatten(member));
  }

  /** Keeps the values of a discriminator exact in a member that has several. */
  #narrow(member: JsonSchema, changed: JsonSchema, property: string): JsonSchema {
    const values = listValues(member, [property], this.#resolve) ?? [];
    if (values.length < 2) return changed;
    const narrowed = { type: "object", properties: { [property]: { enum: values } } };
    return { allOf: [changed, narrowed] };
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

/** Replaces `enum` by the types of its values. They stay as known values, which editors complete. */
export function openEnum(schema: JsonSchemaObject): JsonSchemaObject {
  const values = valuesOf(schema) ?? [];
  const declaredTypes = typesOf(schema);
  const types = declaredTypes.length > 0 ? declaredTypes : [...new Set(values.map(typeOfValue))];
  return {
    ...without(schema, ["enum", "const"]),
    type: types.length === 1 ? types[0] : types,
    [KNOWN_VALUES]: values.filter((value) => value !== null),
  };
}

/** Lists the schemas of event names and actions in payloads. Handlers are found by these values. */
export function listIdentities(
  model: SchemaModel,
  resolve: ResolveComponent,
): ReadonlySet<JsonSchema> {
  const paths = [model.actionPath, eventPathOf(model)].filter((path) => path !== undefined);
  return new Set(
    payloadsOf(model).flatMap((payload) =>
      paths.flatMap((path) => schemasAt(payload, path.split("."), resolve)),
    ),
  );
}

// ---- Types

/** Changes a schema, and all schemas inside it, to a received one. */
type OpenSchema = (schema: JsonSchema) => JsonSchema;

/** A keyword that holds a union. */
type UnionKeyword = (typeof ALTERNATIVES)[number];

/** A union whose members are distinguished by the texts of one property. */
interface DiscriminatedUnion {
  readonly property: string;
  readonly values: readonly unknown[];
  /** The properties that all members have, and describe alike. */
  readonly common: Readonly<Record<string, JsonSchema>>;
  /** The common properties that all members require. */
  readonly required: readonly string[];
}
