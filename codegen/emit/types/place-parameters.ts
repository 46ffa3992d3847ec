import { type ObjectProperties, readObjectProperties } from "../../json-schema/objects.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { Body, JsonSchema, Parameter, Route } from "../../model.js";

/** Keys of a call that are options, whatever the route (specification, section A). */
const OPTION_NAMES: ReadonlySet<string> = new Set(
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
  /** The body as a whole, where it can be what keys of the call cannot say. */
  readonly data?: Body;
  /** The body takes more properties than those described. */
  readonly open: boolean;
}

/**
 * Applies the placement rules (specification, section A): path and query parameters and the
 * properties of a JSON body are keys side by side. Where a body may also be something else than an
 * object, or has properties whose names are taken, it can be given whole under `data` instead; so
 * it has to be when no object is possible, or not without a name that is taken.
 */
export function placeParameters(route: Route, resolve: ResolveComponent): Placement {
  const own = route.parameters.filter(({ name }) => !OPTION_NAMES.has(name)).map(fromParameter);
  const { body } = route;
  if (body === undefined) return { parameters: own, open: false };
  const object = isJson(body) ? readObjectProperties(body.schema, resolve) : undefined;
  const keys = object && readBodyKeys(object, takenNames(route));
  if (keys === undefined) return { parameters: own, data: body, open: false };
  const isWhole = !keys.hasTaken && !keys.hasOtherForms;
  const parameters = [...own, ...fromKeys(keys, body.required && isWhole)];
  const { open } = keys;
  return isWhole ? { parameters, open } : { parameters, data: { ...body, required: false }, open };
}

function takenNames({ parameters }: Route): ReadonlySet<string> {
  return new Set([...OPTION_NAMES, ...parameters.map(({ name }) => name)]);
}

/** The properties of a body that can be keys of a call. */
interface BodyKeys extends ObjectProperties {
  /** There are others, whose names are taken. */
  readonly hasTaken: boolean;
}

/** None when no property can be a key, or one that cannot is required. */
function readBodyKeys(object: ObjectProperties, taken: ReadonlySet<string>): BodyKeys | undefined {
  const sent = Object.entries(object.properties).filter(([, schema]) => !isReadOnly(schema));
  const free = sent.filter(([name]) => !taken.has(name));
  const isImpossible = sent.some(([name]) => taken.has(name) && object.required.includes(name));
  const hasTaken = free.length < sent.length;
  if (isImpossible || (hasTaken && free.length === 0)) return undefined;
  return { ...object, properties: Object.fromEntries(free), hasTaken };
}

/** Tells whether a call can do without any parameter. */
export function isCallableBare({ parameters, data }: Placement): boolean {
  return data?.required !== true && !parameters.some(({ required }) => required);
}

/** Tells whether a body is serialised as JSON. */
export function isJson({ contentTypes }: Body): boolean {
  return contentTypes.length === 0 || contentTypes.some((type) => /[/+]json\b/i.test(type));
}

function fromParameter(parameter: Parameter): PlacedParameter {
  const { name, required, deprecated, description, schema } = parameter;
  return { name, in: parameter.in, required, deprecated, description, schema };
}

function fromKeys(keys: BodyKeys, isBodyRequired: boolean): readonly PlacedParameter[] {
  return Object.entries(keys.properties).map(([name, schema]) => ({
    name,
    in: "body",
    required: isBodyRequired && keys.required.includes(name),
    deprecated: false,
    schema,
  }));
}

/** A property that is received and never sent. */
function isReadOnly(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["readOnly"] === true;
}
