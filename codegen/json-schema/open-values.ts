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
import { type DiscriminatedUnion, type UnionKeyword, UnionReader } from "./discriminated-unions.js";
import { dereference, type ResolveComponent } from "./references.js";
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
  readonly #unions: UnionReader;

  /** @param exact Schemas that stay as they are, such as {@link listIdentities}. */
  constructor(resolve: ResolveComponent, exact: ReadonlySet<JsonSchema>) {
    this.#resolve = resolve;
    this.#exact = exact;
    this.#unions = new UnionReader(resolve, exact);
  }

  /** Tests whether a schema itself is opened, apart from the schemas inside it. */
  opens(schema: JsonSchemaObject): boolean {
    return this.#isOpenEnum(schema) || this.#unions.read(schema).size > 0;
  }

  /**
   * Opens a schema itself; the schemas inside it are opened before.
   * @param schema The schema as the YAML describes it.
   * @param changed The same schema, with all schemas inside it opened.
   * @param change Opens a schema with all schemas inside it.
   */
  open(schema: JsonSchemaObject, changed: JsonSchemaObject, change: OpenSchema): JsonSchemaObject {
    if (this.#isOpenEnum(schema)) return openEnum(changed);
    const unions = [...this.#unions.read(schema)].map(
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

  /** The members of a union, and one for objects with another value of the discriminator. */
  #openUnion(
    schema: JsonSchemaObject,
    changed: JsonSchemaObject,
    keyword: UnionKeyword,
    { property, values, common, required }: DiscriminatedUnion,
    change: OpenSchema,
  ): readonly JsonSchema[] {
    const changedMembers = membersOf(changed, keyword);
    const members = membersOf(schema, keyword).map((member, index) => ({
      member,
      opened: changedMembers[index] ?? member,
    }));
    const knownMembers = members.flatMap(({ member, opened }) => {
      // Flatten nested unions first: each would otherwise get its own catch-all member, and the inner one would
      // accept the outer members' values.
      const flattened = this.#flatten(member);
      if (flattened.length === 1 && flattened[0] === member)
        return [this.#narrow(member, opened, property)];
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
  #narrow(member: JsonSchema, opened: JsonSchema, property: string): JsonSchema {
    const values = listValues(member, [property], this.#resolve) ?? [];
    if (values.length < 2) return opened;
    const narrowed = { type: "object", properties: { [property]: { enum: values } } };
    return { allOf: [opened, narrowed] };
  }
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
