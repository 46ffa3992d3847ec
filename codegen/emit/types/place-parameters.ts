import { type ObjectProperties, readObjectProperties } from "../../json-schema/objects.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { Body, JsonSchema, Parameter, Route } from "../../model.js";

/** The options of every call; no parameter can have these names. */
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

/** How the parameters and the body of a route are passed in a call. */
export interface Placement {
  readonly parameters: readonly PlacedParameter[];
  /** Present if the body can be passed as a whole. */
  readonly data?: Body;
  /** The body may have properties that are not described. */
  readonly open: boolean;
}

/**
 * Applies the placement rules (contract A.16 to A.19). Path and query parameters and the properties
 * of a JSON body are keys of one object. The body can be given as `data` instead if it may be
 * something other than an object, or if names of its properties are taken. It has to be given as
 * `data` if it cannot be an object, or if a required property has a taken name.
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

/** The properties of a body that are keys of a call. */
interface BodyKeys extends ObjectProperties {
  /** Other properties have names that are taken. */
  readonly hasTaken: boolean;
}

/** `undefined` if no property can be a key, or if a required one cannot. */
function readBodyKeys(object: ObjectProperties, taken: ReadonlySet<string>): BodyKeys | undefined {
  const sent = Object.entries(object.properties).filter(([, schema]) => !isReadOnly(schema));
  const free = sent.filter(([name]) => !taken.has(name));
  const isImpossible = sent.some(([name]) => taken.has(name) && object.required.includes(name));
  const hasTaken = free.length < sent.length;
  if (isImpossible || (hasTaken && free.length === 0)) return undefined;
  return { ...object, properties: Object.fromEntries(free), hasTaken };
}

/** Whether the route can be called without parameters. */
export function isCallableBare({ parameters, data }: Placement): boolean {
  return data?.required !== true && !parameters.some(({ required }) => required);
}

/** Whether the body is sent as JSON. */
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

/** Whether a property is only received. */
function isReadOnly(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["readOnly"] === true;
}
