/** Goes through all schemas of a model, by the direction in which their values travel. */
import type { Content, JsonSchema, JsonSchemaObject, SchemaModel } from "../model/model.js";
import { readObjectProperties } from "./objects.js";
import { createResolver, dereference, type ResolveComponent } from "./references.js";
import {
  ALTERNATIVES,
  annotatedRefOf,
  COMPOSITIONS,
  mapChildren,
  membersOf,
  propertiesOf,
  refOf,
  requiredOf,
  valuesOf,
  without,
} from "./keywords.js";

/** Direction of a value: in a request, or in responses and deliveries. */
export type Direction = "sent" | "received";

/** Changes a schema. A component can have both directions; it counts as received. */
type ChangeSchema = (schema: JsonSchema, direction: Direction) => JsonSchema;

/** Copies a model, and changes the schema of each payload, parameter, body, response and component. */
export function changeSchemas(model: SchemaModel, change: ChangeSchema): SchemaModel {
  const inside = <Holder extends { readonly schema?: JsonSchema }>(
    holder: Holder,
    direction: Direction,
  ): Holder => {
    const schema = holder.schema === undefined ? undefined : change(holder.schema, direction);
    return schema === holder.schema ? holder : { ...holder, schema };
  };
  const sent = <Holder extends { readonly schema?: JsonSchema }>(holder: Holder): Holder =>
    inside(holder, "sent");
  const received = <Holder extends { readonly schema?: JsonSchema }>(holder: Holder): Holder =>
    inside(holder, "received");
  const withPayload = <Holder extends { readonly payload?: JsonSchema }>(holder: Holder): Holder =>
    holder.payload === undefined
      ? holder
      : { ...holder, payload: change(holder.payload, "received") };
  return {
    ...model,
    events: model.events.map((event) =>
      withPayload({ ...event, actions: event.actions.map(withPayload) }),
    ),
    routes: model.routes.map((route) => ({
      ...route,
      parameters: route.parameters.map(sent),
      ...(route.body && {
        body: {
          ...sent(route.body),
          ...(route.body.furtherContents && {
            furtherContents: route.body.furtherContents.map(sent<Content>),
          }),
        },
      }),
      responses: route.responses.map(received),
      ...(route.stream && { stream: { ...route.stream, item: received(route.stream.item) } }),
    })),
    components: model.components.map(received),
  };
}

/**
 * Repeats a property that one part of an `allOf` requires and another describes, as in `allOf:
 * [Base, { required: [name] }]`: a type can only require a property that it has.
 */
export function describeRequired(model: SchemaModel): SchemaModel {
  const resolve = createResolver(model);
  return changeSchemas(model, (schema) => describeParts(schema, schema, resolve));
}

/** @param whole The outermost schema whose `allOf` contains the schema, or the schema itself. */
function describeParts(
  schema: JsonSchema,
  whole: JsonSchema,
  resolve: ResolveComponent,
): JsonSchema {
  if (typeof schema === "boolean" || refOf(schema) !== undefined) return schema;
  const members = new Set(membersOf(schema, "allOf"));
  const inside = mapChildren(schema, (child) =>
    describeParts(child, members.has(child) ? whole : child, resolve),
  );
  if (whole === schema && members.size === 0) return inside;
  const properties = propertiesOf(schema);
  const missing = requiredOf(schema).filter((name) => !Object.hasOwn(properties, name));
  const found = missing.flatMap((name) => {
    const property = findProperty(whole, name, resolve);
    return property === undefined ? [] : [[name, property] as const];
  });
  if (found.length === 0) return inside;
  return { ...inside, properties: { ...propertiesOf(inside), ...Object.fromEntries(found) } };
}

/** Finds a property in a schema, or else in the last member of its `allOf` that has it. */
function findProperty(
  schema: JsonSchema,
  name: string,
  resolve: ResolveComponent,
): JsonSchema | undefined {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean") return undefined;
  const properties = propertiesOf(target);
  if (Object.hasOwn(properties, name)) return properties[name];
  return membersOf(target, "allOf")
    .map((member) => findProperty(member, name, resolve))
    .findLast((property) => property !== undefined);
}

/** The keyword `discriminator`: the property whose value distinguishes alternatives. */
export interface Discriminator {
  readonly propertyName: string;
  /** The `$ref` of the alternative, by value. */
  readonly mapping?: Readonly<Record<string, string>>;
}

/**
 * Replaces every `discriminator` by plain JSON Schema. In each alternative, the property gets the values
 * of the mapping, or else the name of the component (OpenAPI Specification 3.1.0, section 4.8.25). An
 * alternative that lists its own values stays the same.
 */
export function expandDiscriminators(model: SchemaModel): SchemaModel {
  const resolve = createResolver(model);
  return changeSchemas(model, expand);

  function expand(schema: JsonSchema): JsonSchema {
    if (typeof schema === "boolean") return schema;
    const inside = mapChildren(schema, expand);
    return "discriminator" in inside ? expandOne(inside, resolve) : inside;
  }
}

function expandOne(schema: JsonSchemaObject, resolve: ResolveComponent): JsonSchemaObject {
  const discriminator = schema["discriminator"] as Discriminator; // as validated
  const result: { [keyword: string]: unknown } = { ...without(schema, ["discriminator"]) };
  for (const keyword of ALTERNATIVES) {
    if (!(keyword in schema)) continue;
    result[keyword] = membersOf(schema, keyword).map((member) =>
      narrow(member, discriminator, resolve),
    );
  }
  return result;
}

/** Limits the property of one alternative to its own values. */
function narrow(
  member: JsonSchema,
  { propertyName, mapping = {} }: Discriminator,
  resolve: ResolveComponent,
): JsonSchema {
  const ref = annotatedRefOf(member);
  if (ref === undefined) return member;
  const declared = findInCompositions(member, propertyName, resolve);
  // An alternative may also be a list, which has no properties.
  const found = declared ?? (readObjectProperties(member, resolve) && ABSENT);
  if (found === undefined || found.hasValues) return member;
  const mapped = Object.entries(mapping).flatMap(([value, target]) =>
    target === ref ? [value] : [],
  );
  const values = mapped.length > 0 ? mapped : [resolve(ref).name];
  // For a property that is not described, the name of the component would be a guess.
  const isGuess = declared === undefined && mapped.length === 0;
  const property = isGuess ? { type: "string" } : { enum: values };
  const tagged = { type: "object", properties: { [propertyName]: property } };
  return { allOf: [member, found.isRequired ? { ...tagged, required: [propertyName] } : tagged] };
}

/** A property that only the discriminator names. */
const ABSENT: FoundProperty = { hasValues: false, isRequired: false };

interface FoundProperty {
  /** Set if the property lists its own values. */
  readonly hasValues: boolean;
  readonly isRequired: boolean;
}

/** Limit of nested compositions that are searched. */
const MAX_COMPOSITIONS = 10;

/** Finds a property in a schema and in its compositions. */
function findInCompositions(
  schema: JsonSchema,
  name: string,
  resolve: ResolveComponent,
  depth = 0,
): FoundProperty | undefined {
  const target = dereference(schema, resolve);
  // A schema may contain itself.
  if (typeof target === "boolean" || depth > MAX_COMPOSITIONS) return undefined;
  const property = propertiesOf(target)[name];
  const inner = COMPOSITIONS.flatMap((keyword) => membersOf(target, keyword)).map((member) =>
    findInCompositions(member, name, resolve, depth + 1),
  );
  const found = inner.filter((schema) => schema !== undefined);
  if (property === undefined && found.length === 0) return undefined;
  const value = property === undefined ? true : dereference(property, resolve);
  return {
    hasValues:
      (typeof value === "object" && valuesOf(value) !== undefined) ||
      found.some(({ hasValues }) => hasValues),
    isRequired: requiredOf(target).includes(name) || found.some(({ isRequired }) => isRequired),
  };
}
