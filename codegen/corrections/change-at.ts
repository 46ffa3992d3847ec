import type { ResolveComponent } from "../json-schema/references.js";
import {
  COMPOSITIONS,
  mapChildren,
  membersOf,
  propertiesOf,
  requiredOf,
  type Step,
} from "../json-schema/walk.js";
import type { JsonSchema, JsonSchemaObject } from "../model/model.js";
import { changeSchema } from "./change-schema.js";
import type { Change, ChangeKey } from "./corrections.js";

/** What a correction of one property did to the schemas that it was applied to. */
export interface Trace {
  /** Whether the path led to a schema. */
  found: boolean;
  readonly effects: Set<ChangeKey>;
  /** Components that the path leads into. */
  readonly crossed: Set<string>;
  /** The properties that exist where the path ended without a match. */
  readonly known: Set<string>;
}

export function createTrace(): Trace {
  return { found: false, effects: new Set(), crossed: new Set(), known: new Set() };
}

/**
 * Applies a change at a path. The path passes through compositions without a step. It does not
 * follow references: a component has corrections of its own.
 */
export function changeAt(
  schema: JsonSchema,
  path: readonly Step[],
  change: Change,
  resolve: ResolveComponent,
  trace: Trace,
): JsonSchema {
  const [step, ...rest] = path;
  if (step === undefined) {
    trace.found = true;
    return changeSchema(schema, change, resolve, (key) => trace.effects.add(key));
  }
  if (typeof schema === "boolean") return schema;
  if (typeof schema["$ref"] === "string") {
    trace.crossed.add(schema["$ref"]);
    return schema;
  }
  const inMembers = changeComposed(schema, (member) =>
    changeAt(member, path, change, resolve, trace),
  );
  const inside = (child: JsonSchema) => changeAt(child, rest, change, resolve, trace);
  if (typeof step === "string") return changeKeywords(inMembers, step, inside);
  const name = step.property;
  const added = rest.length === 0 ? changePresence(inMembers, name, change, trace) : inMembers;
  return changeProperty(added, name, inside, trace);
}

function changeComposed(
  schema: JsonSchemaObject,
  change: (member: JsonSchema) => JsonSchema,
): JsonSchemaObject {
  let result = schema;
  for (const keyword of COMPOSITIONS) {
    if (keyword in schema) {
      result = { ...result, [keyword]: membersOf(schema, keyword).map(change) };
    }
  }
  return result;
}

/** The keywords that describe any item, and any property without a name. */
const KEYWORDS_OF = {
  items: ["items", "prefixItems"],
  others: ["additionalProperties", "patternProperties"],
} as const;

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

/** Adds a property, or makes it optional or required. */
function changePresence(
  schema: JsonSchemaObject,
  name: string,
  change: Change,
  trace: Trace,
): JsonSchemaObject {
  const added = addProperty(schema, name, change, trace);
  const released = makeOptional(added, name, change, trace);
  return makeRequired(released, name, change, trace);
}

/** Adds the property that a change describes, to an object that describes others. */
function addProperty(
  schema: JsonSchemaObject,
  name: string,
  change: Change,
  trace: Trace,
): JsonSchemaObject {
  const properties = propertiesOf(schema);
  const isNew = "properties" in schema && !Object.hasOwn(properties, name);
  if (!isNew || change.schema === undefined) return schema;
  trace.effects.add("schema");
  return { ...schema, properties: { ...properties, [name]: change.schema } };
}

function makeOptional(
  schema: JsonSchemaObject,
  name: string,
  { optional }: Change,
  trace: Trace,
): JsonSchemaObject {
  const required = requiredOf(schema);
  if (optional !== true || !required.includes(name)) return schema;
  trace.found = true;
  trace.effects.add("optional");
  return { ...schema, required: required.filter((each) => each !== name) };
}

/** A property that is not described cannot become required. */
function makeRequired(
  schema: JsonSchemaObject,
  name: string,
  { required }: Change,
  trace: Trace,
): JsonSchemaObject {
  const before = requiredOf(schema);
  const isDescribed = Object.hasOwn(propertiesOf(schema), name);
  if (required !== true || !isDescribed || before.includes(name)) return schema;
  trace.effects.add("required");
  return { ...schema, required: [...before, name] };
}

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
