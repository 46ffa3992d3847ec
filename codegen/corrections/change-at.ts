/** Follows the path of a correction to a property, and applies the correction there. */
import type { ResolveComponent } from "../json-schema/references.js";
import { mapChildren, propertiesOf, requiredOf, type Step } from "../json-schema/keywords.js";
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import type { Change, ChangeKey } from "./corrections.js";
import { changeInCompositions, changeSchema } from "./change-schema.js";

/**
 * Applies a change at a path. The path enters compositions without a step. It does not follow
 * references, because a component has corrections of its own.
 */
export function changeAt(
  schema: JsonSchema,
  path: readonly Step[],
  change: Change,
  resolve: ResolveComponent,
  trace: Trace,
): JsonSchema {
  const [step, ...deeperPath] = path;
  if (step === undefined) {
    trace.found = true;
    return changeSchema(schema, change, resolve, (key) => trace.effects.add(key));
  }
  if (typeof schema === "boolean") return schema;
  if (typeof schema["$ref"] === "string") {
    trace.crossed.add(schema["$ref"]);
    return schema;
  }
  const inMembers = changeInCompositions(schema, (member) =>
    changeAt(member, path, change, resolve, trace),
  );
  const inside = (child: JsonSchema) => changeAt(child, deeperPath, change, resolve, trace);
  if (typeof step === "string") return changeKeywords(inMembers, step, inside);
  const name = step.property;
  const added =
    deeperPath.length === 0 ? changePresence(inMembers, name, change, trace) : inMembers;
  return changeProperty(added, name, inside, trace);
}

/** The keywords for the steps into items and into unnamed properties. */
const KEYWORDS_OF = {
  items: ["items", "prefixItems"],
  others: ["additionalProperties", "patternProperties"],
} as const;

/** Changes the schemas of items, or of properties without names. */
function changeKeywords(
  schema: JsonSchemaObject,
  step: "items" | "others",
  change: (child: JsonSchema) => JsonSchema,
): JsonSchemaObject {
  const entries = KEYWORDS_OF[step].map((keyword) => [keyword, schema[keyword]] as const);
  const part = Object.fromEntries(entries.filter(([keyword]) => keyword in schema));
  const changed = mapChildren(part, (child) => (typeof child === "object" ? change(child) : child));
  return { ...schema, ...changed };
}

/** Adds a property to an object with other properties, or makes a property optional or required. */
function changePresence(
  schema: JsonSchemaObject,
  name: string,
  change: Change,
  trace: Trace,
): JsonSchemaObject {
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const isDescribed = Object.hasOwn(properties, name);
  let result = schema;
  if ("properties" in schema && !isDescribed && change.schema !== undefined) {
    trace.effects.add("schema");
    result = { ...result, properties: { ...properties, [name]: change.schema } };
  }
  if (change.optional === true && required.includes(name)) {
    trace.found = true;
    trace.effects.add("optional");
    result = { ...result, required: required.filter((each) => each !== name) };
  }
  // A property that is not described cannot become required.
  const before = requiredOf(result);
  const isKnown = Object.hasOwn(propertiesOf(result), name);
  if (change.required === true && isKnown && !before.includes(name)) {
    trace.effects.add("required");
    result = { ...result, required: [...before, name] };
  }
  return result;
}

/** Changes a described property, or records the names beside a missing one. */
function changeProperty(
  schema: JsonSchemaObject,
  name: string,
  change: (child: JsonSchema) => JsonSchema,
  trace: Trace,
): JsonSchemaObject {
  const properties = propertiesOf(schema);
  const child = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (child === undefined) {
    for (const known of Object.keys(properties)) trace.known.add(known);
    return schema;
  }
  return { ...schema, properties: { ...properties, [name]: change(child) } };
}

/** A trace without effects. */
export function createTrace(): Trace {
  return { found: false, effects: new Set(), crossed: new Set(), known: new Set() };
}

/** The effects of a correction of one property. */
export interface Trace {
  /** Set if the path leads to a schema. */
  found: boolean;
  readonly effects: Set<ChangeKey>;
  /** Components that the path enters. */
  readonly crossed: Set<string>;
  /** Properties beside the missing one, if the path leads to none. */
  readonly known: Set<string>;
}
