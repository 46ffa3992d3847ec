/** Follows the path of a correction to a property, and applies the correction there. */
import type { ResolveComponent } from "../json-schema/references.js";
import { mapChildren, propertiesOf, requiredOf, type Step } from "../json-schema/keywords.js";
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import type { Change, ChangeKey } from "./corrections.js";
import { changeInCompositions, changeSchema } from "./change-schema.js";

/**
 * Applies a change at a path. The path enters compositions without a step. It does not follow
 * references, because a component has corrections of its own.
 * @param trace Notes on the way what the change has met and changed, for the complaints about useless corrections.
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
  const changeChild = (child: JsonSchema) => changeAt(child, deeperPath, change, resolve, trace);
  if (typeof step === "string") return changeKeywords(inMembers, step, changeChild);
  const name = step.property;
  const isLastStep = deeperPath.length === 0;
  const object = isLastStep ? changePresence(inMembers, name, change, trace) : inMembers;
  return changeProperty(object, name, changeChild, trace);
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
  changeChild: (child: JsonSchema) => JsonSchema,
): JsonSchemaObject {
  const entries = KEYWORDS_OF[step].map((keyword) => [keyword, schema[keyword]] as const);
  const part = Object.fromEntries(entries.filter(([keyword]) => keyword in schema));
  const changed = mapChildren(part, (child) =>
    typeof child === "object" ? changeChild(child) : child,
  );
  return { ...schema, ...changed };
}

/** Makes the changes of a property that its object describes: that it is there, and whether it is required. */
function changePresence(
  schema: JsonSchemaObject,
  name: string,
  { schema: addedSchema, optional, required }: Change,
  trace: Trace,
): JsonSchemaObject {
  const added = addedSchema === undefined ? schema : addProperty(schema, name, addedSchema, trace);
  const loosened = optional === true ? makeOptional(added, name, trace) : added;
  return required === true ? makeRequired(loosened, name, trace) : loosened;
}

/** Adds a property that is not described, to an object with other properties. */
function addProperty(
  schema: JsonSchemaObject,
  name: string,
  addedSchema: JsonSchema,
  trace: Trace,
): JsonSchemaObject {
  const properties = propertiesOf(schema);
  if (!("properties" in schema) || Object.hasOwn(properties, name)) return schema;
  trace.effects.add("schema");
  return { ...schema, properties: { ...properties, [name]: addedSchema } };
}

function makeOptional(schema: JsonSchemaObject, name: string, trace: Trace): JsonSchemaObject {
  const required = requiredOf(schema);
  if (!required.includes(name)) return schema;
  trace.found = true;
  trace.effects.add("optional");
  return { ...schema, required: required.filter((each) => each !== name) };
}

/** Makes a property required; not one that is not described. */
function makeRequired(schema: JsonSchemaObject, name: string, trace: Trace): JsonSchemaObject {
  const required = requiredOf(schema);
  const isDescribed = Object.hasOwn(propertiesOf(schema), name);
  if (!isDescribed || required.includes(name)) return schema;
  trace.effects.add("required");
  return { ...schema, required: [...required, name] };
}

/** Changes a described property, or records the names beside a missing one. */
function changeProperty(
  schema: JsonSchemaObject,
  name: string,
  changeChild: (child: JsonSchema) => JsonSchema,
  trace: Trace,
): JsonSchemaObject {
  const properties = propertiesOf(schema);
  const child = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (child === undefined) {
    for (const known of Object.keys(properties)) trace.known.add(known);
    return schema;
  }
  return { ...schema, properties: { ...properties, [name]: changeChild(child) } };
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
