/** The ways to call a route: which keys its object of parameters has, and where the body goes. */
import { allowsNull } from "../../json-schema/keywords.js";
import { type ObjectProperties, readObjectProperties } from "../../json-schema/objects.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { isForm, isJson } from "../../model/http.js";
import type {
  Body,
  Content,
  JsonSchema,
  Parameter,
  ParameterLocation,
  Route,
  SchemaModel,
} from "../../model/model.js";
import { listCallOptions, listNested, OPTION_NAMES } from "./call-options.js";

/** The ways to call each route, by its key. */
export function readFormsOfRoutes(
  { routes, vendor }: SchemaModel,
  resolve: ResolveComponent,
): ReadonlyMap<string, readonly CallForm[]> {
  const options = listCallOptions(vendor);
  return new Map(routes.map((route) => [route.key, readCallForms(route, resolve, options)]));
}

/**
 * Lists the ways to call a route by the placement rules (contract A.16 to A.19), for each media type:
 * - Keys: the properties of a JSON body or a form are keys of the call. Required properties are required
 *   keys even if the body is optional, so that the body is absent or complete.
 * - `data`: holds the whole body, and no property of it is a key of the call.
 * - `data` alone: the body cannot be an object, or the name of a required property is taken.
 * @param furtherOptions The options of the vendor's calls, besides those of every call.
 */
export function readCallForms(
  route: Route,
  resolve: ResolveComponent,
  furtherOptions: readonly string[] = [],
): readonly CallForm[] {
  const { body } = route;
  const parameters = readParameters(route, furtherOptions);
  if (body === undefined) {
    const { flat, nested } = parameters;
    return [{ parameters: flat, nested, ...NO_BODY }];
  }
  const { furtherContents = [], required, ...firstContent } = body;
  return [firstContent, ...furtherContents].flatMap((content, index) =>
    readContentForms({ required, ...content }, parameters, resolve).map((form) => ({
      ...form,
      isChosen: index > 0,
    })),
  );
}

/** A form without a body. */
const NO_BODY = { allowsAdditional: false, isWhole: false, isExact: false, isChosen: false };

function readContentForms(
  body: Body,
  { flat, nested, takenNames }: RouteParameters,
  resolve: ResolveComponent,
): readonly CallForm[] {
  const { required: _required, ...content } = body;
  const object = hasKeys(content) ? readObjectProperties(content.schema, resolve) : undefined;
  const keys = object && readBodyKeys(object, takenNames);
  const whole = { ...NO_BODY, parameters: flat, nested, content, data: body };
  if (keys === undefined) return [whole];
  const { allowsAdditional, isPartial, hasOtherForms, isChoice } = keys;
  const target = dereference(content.schema, resolve);
  const isNullable = typeof target === "object" && allowsNull(target);
  const isExact = !(allowsAdditional || isPartial || hasOtherForms || isChoice || isNullable);
  return [
    { ...NO_BODY, parameters: [...flat, ...fromKeys(keys)], nested, content, allowsAdditional },
    { ...whole, isWhole: true, isExact },
  ];
}

/** Tells whether the properties of a body can be keys of a call. */
export function hasKeys(content: Content): boolean {
  return isJson(content) || isForm(content.contentTypes[0] ?? "");
}

// ---- Keys

function readParameters(route: Route, furtherOptions: readonly string[]): RouteParameters {
  const nested = listNested(route, furtherOptions);
  const flat = route.parameters.filter((parameter) => !nested.includes(parameter));
  const takenNames = new Set([
    ...OPTION_NAMES,
    ...furtherOptions,
    ...(nested.length > 0 ? ["parameters"] : []),
    ...route.parameters.map(({ name }) => name),
  ]);
  return { flat: flat.map(fromParameter), nested: nested.map(fromParameter), takenNames };
}

/** A parameter of a route as a key of its calls. */
export function fromParameter(parameter: Parameter): CallParameter {
  const { name, required, deprecated, description, schema } = parameter;
  return { name, in: parameter.in, required, deprecated, description, schema };
}

/** The properties of a body that become keys; `undefined` if none can, or if a required one cannot. */
function readBodyKeys(
  object: ObjectProperties,
  takenNames: ReadonlySet<string>,
): BodyKeys | undefined {
  const properties = Object.entries(object.properties);
  const free = properties.filter(([name]) => !takenNames.has(name));
  const isImpossible = object.required.some(
    (name) => takenNames.has(name) && Object.hasOwn(object.properties, name),
  );
  const isPartial = free.length < properties.length;
  if (isImpossible || (isPartial && free.length === 0)) return undefined;
  return { ...object, properties: Object.fromEntries(free), isPartial };
}

/** The properties of a body as keys of its calls. */
function fromKeys(keys: BodyKeys): readonly CallParameter[] {
  return Object.entries(keys.properties).map(([name, schema]) => ({
    name,
    in: "body",
    required: keys.required.includes(name),
    deprecated: false,
    schema,
  }));
}

// ---- Questions about a form

/** Tells whether a key of the body is required. */
export function hasRequiredKey({ parameters }: CallForm): boolean {
  return parameters.some((key) => key.in === "body" && key.required);
}

/** Tells whether the route can be called without parameters. */
export function isCallableBare({ parameters, nested, data }: CallForm): boolean {
  return data?.required !== true && ![...parameters, ...nested].some(({ required }) => required);
}

// ---- Types

/** Parameters that all forms of a route share, and the names that are taken for keys of a body. */
interface RouteParameters {
  readonly flat: readonly CallParameter[];
  /** The members of the option `parameters`. */
  readonly nested: readonly CallParameter[];
  readonly takenNames: ReadonlySet<string>;
}

/** The body properties that become keys. */
interface BodyKeys extends ObjectProperties {
  /** Other properties cannot be keys, because their names are taken. */
  readonly isPartial: boolean;
}

/** One key of the object that callers pass for a route. */
export interface CallParameter {
  readonly name: string;
  readonly in: ParameterLocation | "body";
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description?: string | undefined;
  readonly schema: JsonSchema;
}

/** One of the ways to call a route: a media type, with the fields of the body as keys or in `data`. */
export interface CallForm {
  readonly parameters: readonly CallParameter[];
  /** The parameters that are members of the option `parameters`. */
  readonly nested: readonly CallParameter[];
  /** The body; absent for a route without one. */
  readonly content?: Content;
  /** Present if callers pass the body as `data`. */
  readonly data?: Body;
  /** The body may have properties that are not described. */
  readonly allowsAdditional: boolean;
  /** `data` replaces the keys of the form before this one. */
  readonly isWhole: boolean;
  /** The form before this one has keys for the whole schema of the body. */
  readonly isExact: boolean;
  /** The call chooses the media type by its `content-type` header. */
  readonly isChosen: boolean;
}
