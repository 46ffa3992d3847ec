import type { Body, JsonSchema, JsonSchemaObject, Parameter, Route } from "../model.js";
import { dereference } from "./components.js";
import type { ResolveComponent } from "./components.js";
import { isSchema, mapOf } from "./plain-schema.js";

/** Keys of a call that are options, whatever the route (specification, section A). */
const optionNames: ReadonlySet<string> = new Set(
  "url method baseUrl headers mediaType request data".split(" "),
);

/** One key of the object that a route is called with. */
export interface PlacedParameter {
  readonly name: string;
  readonly in: "path" | "query" | "body";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string | undefined;
  readonly schema: JsonSchema;
}

/** Where each thing that a route takes stands in its call. */
export interface Placement {
  readonly parameters: readonly PlacedParameter[];
  /** The body as a whole, where its properties cannot be keys of the call. */
  readonly data?: Body;
  /** The body takes more properties than those described. */
  readonly open: boolean;
}

/**
 * Applies the placement rules (specification, section A): path and query parameters and the
 * properties of a JSON body are keys side by side. A body that is no JSON object, or has a
 * property whose name is taken, goes under `data` whole.
 */
export function placeParameters(route: Route, resolve: ResolveComponent): Placement {
  const own = route.parameters.filter(({ name }) => !optionNames.has(name)).map(fromParameter);
  const { body } = route;
  if (body === undefined) return { parameters: own, open: false };
  const object = isJson(body) ? readObject(body.schema, resolve) : undefined;
  const taken = new Set([...optionNames, ...route.parameters.map(({ name }) => name)]);
  if (object === undefined || Object.keys(object.properties).some((name) => taken.has(name))) {
    return { parameters: own, data: body, open: false };
  }
  return { parameters: [...own, ...fromObject(object, body.required)], open: object.open };
}

/** Tells whether a call can do without any parameter. */
export function isCallableBare({ parameters, data }: Placement): boolean {
  return data?.required !== true && !parameters.some(({ required }) => required);
}

/** Tells whether a body is serialised as JSON. */
export function isJson({ contentTypes }: Body): boolean {
  return contentTypes.length === 0 || contentTypes.some((type) => /[/+]json\b/i.test(type));
}

interface ObjectShape {
  readonly properties: { readonly [name: string]: JsonSchema };
  readonly required: readonly unknown[];
  readonly open: boolean;
}

/** The properties of an object, those of its `allOf` members among them. */
function readObject(schema: JsonSchema, resolve: ResolveComponent): ObjectShape | undefined {
  const target = dereference(schema, resolve);
  if (typeof target === "boolean" || target["nullable"] === true) return undefined;
  if (target["type"] !== undefined && target["type"] !== "object") return undefined;
  const members = Array.isArray(target["allOf"]) ? target["allOf"].filter(isSchema) : [];
  const shapes = [ownShape(target), ...members.map((member) => readObject(member, resolve))];
  const complete = shapes.filter((shape) => shape !== undefined);
  if (complete.length < shapes.length) return undefined;
  const merged = mergeShapes(complete);
  return Object.keys(merged.properties).length === 0 ? undefined : merged;
}

function ownShape(schema: JsonSchemaObject): ObjectShape {
  const additional = schema["additionalProperties"];
  return {
    properties: mapOf(schema["properties"]),
    required: Array.isArray(schema["required"]) ? schema["required"] : [],
    open: additional !== undefined && additional !== false,
  };
}

function mergeShapes(shapes: readonly ObjectShape[]): ObjectShape {
  return {
    properties: Object.fromEntries(shapes.flatMap(({ properties }) => Object.entries(properties))),
    required: shapes.flatMap(({ required }) => required),
    open: shapes.some(({ open }) => open),
  };
}

function fromParameter(parameter: Parameter): PlacedParameter {
  const { name, required, deprecated, description, schema } = parameter;
  return { name, in: parameter.in, required, deprecated, description, schema };
}

function fromObject(object: ObjectShape, isBodyRequired: boolean): readonly PlacedParameter[] {
  const sent = Object.entries(object.properties).filter(([, schema]) => !isReadOnly(schema));
  return sent.map(([name, schema]) => ({
    name,
    in: "body",
    required: isBodyRequired && object.required.includes(name),
    deprecated: false,
    schema,
  }));
}

/** A property that is received and never sent. */
function isReadOnly(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["readOnly"] === true;
}
