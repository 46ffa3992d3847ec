import { type ObjectProperties, readObjectProperties } from "../../json-schema/objects.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import type { Body, JsonSchema, Parameter, Route } from "../../model.js";

/** Options of every call. A parameter cannot have one of these names. */
const OPTION_NAMES: ReadonlySet<string> = new Set(
  "url method baseUrl headers mediaType request data".split(" "),
);

/** One key of the object that callers pass for a route. */
export interface CallParameter {
  readonly name: string;
  readonly in: "path" | "query" | "body";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string | undefined;
  readonly schema: JsonSchema;
}

/** How callers pass the parameters and the body of a route. */
export interface CallParameters {
  readonly parameters: readonly CallParameter[];
  /** Present if callers may or must pass the body as `data`. */
  readonly data?: Body;
  /** The body may have properties that are not described. */
  readonly open: boolean;
}

/**
 * Applies the placement rules (contract A.16 to A.19). Path parameters, query parameters and the
 * properties of a JSON body become keys of one object. Callers may pass the body as `data` instead
 * if it may be something other than an object, or if some of its property names are taken. They
 * must do so if it cannot be an object, or if the name of a required property is taken.
 */
export function readCallParameters(route: Route, resolve: ResolveComponent): CallParameters {
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

/** The body properties that become keys. */
interface BodyKeys extends ObjectProperties {
  /** The names of some other properties are taken. */
  readonly hasTaken: boolean;
}

/** Returns `undefined` if no property can become a key, or if a required one cannot. */
function readBodyKeys(object: ObjectProperties, taken: ReadonlySet<string>): BodyKeys | undefined {
  const sent = Object.entries(object.properties).filter(([, schema]) => !isReadOnly(schema));
  const free = sent.filter(([name]) => !taken.has(name));
  const isImpossible = sent.some(([name]) => taken.has(name) && object.required.includes(name));
  const hasTaken = free.length < sent.length;
  if (isImpossible || (hasTaken && free.length === 0)) return undefined;
  return { ...object, properties: Object.fromEntries(free), hasTaken };
}

/** Whether the route can be called without parameters. */
export function isCallableBare({ parameters, data }: CallParameters): boolean {
  return data?.required !== true && !parameters.some(({ required }) => required);
}

/** Whether the body is sent as JSON. */
export function isJson({ contentTypes }: Body): boolean {
  return contentTypes.length === 0 || contentTypes.some((type) => /[/+]json\b/i.test(type));
}

function fromParameter(parameter: Parameter): CallParameter {
  const { name, required, deprecated, description, schema } = parameter;
  return { name, in: parameter.in, required, deprecated, description, schema };
}

function fromKeys(keys: BodyKeys, isBodyRequired: boolean): readonly CallParameter[] {
  return Object.entries(keys.properties).map(([name, schema]) => ({
    name,
    in: "body",
    required: isBodyRequired && keys.required.includes(name),
    deprecated: false,
    schema,
  }));
}

/** Whether a property occurs in responses only. */
function isReadOnly(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["readOnly"] === true;
}
