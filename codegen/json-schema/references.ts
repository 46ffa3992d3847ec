/** Follows references between schemas, and collects them. */
import {
  type Component,
  type JsonSchema,
  type JsonSchemaObject,
  payloadsOf,
  type SchemaModel,
} from "../model/model.js";
import {
  ALTERNATIVES,
  childrenOf,
  membersOf,
  refOf,
  typeOfValue,
  typesOf,
  valuesOf,
} from "./keywords.js";

/**
 * Creates the function that finds components by their `$ref`.
 * @throws Error from that function for a component that the model does not have.
 */
export function createResolver({ components }: SchemaModel): ResolveComponent {
  const byRef = new Map(components.map((component) => [component.ref, component]));
  return (ref) => {
    const component = byRef.get(ref);
    if (component === undefined) throw new Error(`The model has no component ${ref}.`);
    return component;
  };
}

/** Follows the reference that a schema consists of; returns any other schema as it is. */
export function dereference(schema: JsonSchema, resolve: ResolveComponent): JsonSchema {
  let current = schema;
  const seen = new Set<string>();
  for (let ref = refOf(schema); ref !== undefined; ref = refOf(current)) {
    if (seen.has(ref)) throw new Error(`The component ${ref} is a reference to itself.`);
    seen.add(ref);
    current = resolve(ref).schema;
  }
  return current;
}

/** Collects every `$ref` in payloads, and in the components that they lead to. */
export function collectPayloadRefs(
  model: SchemaModel,
  resolve: ResolveComponent,
): ReadonlySet<string> {
  return collectRefs(payloadsOf(model), resolve);
}

/** Collects every `$ref` in schemas, and in the components that they lead to. */
export function collectRefs(
  schemas: Iterable<JsonSchema>,
  resolve: ResolveComponent,
): ReadonlySet<string> {
  const refs = new Set<string>();
  let next = directRefs(schemas);
  while (next.size > 0) {
    const added = [...next].filter((ref) => !refs.has(ref));
    for (const ref of added) refs.add(ref);
    next = directRefs(added.map((ref) => resolve(ref).schema));
  }
  return refs;
}

/** Every `$ref` in the schemas themselves. */
export function directRefs(schemas: Iterable<JsonSchema>): ReadonlySet<string> {
  const refs = new Set<string>();
  const pending = [...schemas];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    if (typeof schema === "boolean") continue;
    const ref = refOf(schema);
    if (ref !== undefined) refs.add(ref);
    for (const child of childrenOf(schema)) pending.push(child.schema);
  }
  return refs;
}

/** The `$ref`s of components that are marked, or lead to a marked one through references. */
export function findLeading(
  components: readonly Component[],
  isMarked: (component: Component) => boolean,
): ReadonlySet<string> {
  /** The components that refer to each component. */
  const origins = new Map<string, string[]>();
  for (const { ref, schema } of components)
    for (const target of directRefs([schema]))
      origins.set(target, [...(origins.get(target) ?? []), ref]);
  const leading = new Set(components.flatMap((each) => (isMarked(each) ? [each.ref] : [])));
  // The loop also visits refs that it adds.
  for (const ref of leading) for (const origin of origins.get(ref) ?? []) leading.add(origin);
  return leading;
}

/** Tests whether a schema allows any value of a type. */
export function acceptsType(schema: JsonSchema, type: string, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return target;
  const accepts = (member: JsonSchema) => acceptsType(member, type, resolve);
  return (
    includesType(typesOf(target), type) &&
    listsValueOfType(target, type) &&
    membersOf(target, "allOf").every(accepts) &&
    ALTERNATIVES.every(
      (keyword) => !(keyword in target) || membersOf(target, keyword).some(accepts),
    )
  );
}

/** Tests whether a type is among the types of a schema. */
function includesType(types: readonly string[], type: string): boolean {
  if (types.length === 0 || types.includes(type)) return true;
  return type === "integer" && types.includes("number");
}

/** Tests whether one of the listed values has a type, if values are listed. */
function listsValueOfType(schema: JsonSchemaObject, type: string): boolean {
  const values = valuesOf(schema);
  if (values === undefined) return true;
  return values.some((value) => {
    const jsonType = typeOfValue(value);
    return jsonType === type || (jsonType === "integer" && type === "number");
  });
}

/** Finds a component by its `$ref`. */
export type ResolveComponent = (ref: string) => Component;
