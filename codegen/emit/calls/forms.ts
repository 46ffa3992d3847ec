/** The ways to call a route: which keys its object of parameters has, and where the body goes. */
import { allowsNull } from "../../json-schema/keywords.js";
import { type ObjectProperties, readObjectProperties } from "../../json-schema/objects.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { isForm, isJson, kindOf } from "../../model/http.js";
import type {
  Body,
  Content,
  JsonSchema,
  Parameter,
  ParameterLocation,
  Route,
  SchemaModel,
  Vendor,
} from "../../model/model.js";
import type { WrittenType } from "../schema-types/plain-schema.js";

/**
 * The options of every call (contract A.21), in the order in which the types of routes declare them. They repeat
 * those of `src/request/endpoint/types.ts`: a client with `runtime: false` has no runtime, and compiles without one.
 */
export const CALL_OPTIONS: readonly CallOption[] = [
  { name: "url" },
  { name: "method" },
  {
    name: "baseUrl",
    declaration: {
      place: "RequestParameters",
      type: "string | undefined",
      docs: ["Replaces the default base URL."],
    },
  },
  {
    name: "headers",
    declaration: { place: "RequestParameters", type: "HeadersInput | undefined" },
  },
  {
    name: "mediaType",
    declaration: { place: "RequestParameters", type: "MediaTypeOptions | undefined" },
  },
  {
    name: "request",
    declaration: {
      place: "RequestParameters",
      type: "object | undefined",
      docs: ["Options for the HTTP client; returned unchanged."],
    },
  },
  {
    name: "data",
    declaration: {
      place: "BodyRequestParameters",
      type: "unknown",
      docs: ["The whole body. It replaces the body built from the remaining parameters."],
    },
  },
];

/** A parameter with one of these names goes into the option `parameters`. */
export const OPTION_NAMES: ReadonlySet<string> = new Set(CALL_OPTIONS.map(({ name }) => name));

/** The options of a vendor's calls, besides those of every call. */
export function listCallOptions({ variables }: Vendor): readonly string[] {
  return variables === undefined ? [] : ["variables"];
}

/** Parameters that all forms of a route share, and the names that are taken for keys of a body. */
interface RouteParameters {
  readonly parameterKeys: readonly CallParameter[];
  readonly named: readonly CallParameter[];
  readonly taken: ReadonlySet<string>;
}

/** The ways to call each route, by its key. */
export function readCalls(
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
 * @param options The options of the vendor's calls, besides the usual ones.
 */
export function readCallForms(
  route: Route,
  resolve: ResolveComponent,
  options: readonly string[] = [],
): readonly CallForm[] {
  const { body } = route;
  const parameters = readParameters(route, options);
  if (body === undefined) {
    const { parameterKeys, named } = parameters;
    return [{ parameters: parameterKeys, named, ...NO_BODY }];
  }
  const { furtherContents = [], required, ...first } = body;
  return [first, ...furtherContents].flatMap((content, index) =>
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
  { parameterKeys, named, taken }: RouteParameters,
  resolve: ResolveComponent,
): readonly CallForm[] {
  const { required: _required, ...content } = body;
  const object = hasKeys(content) ? readObjectProperties(content.schema, resolve) : undefined;
  const keys = object && readBodyKeys(object, taken);
  const whole = { ...NO_BODY, parameters: parameterKeys, named, content, data: body };
  if (keys === undefined) return [whole];
  const { allowsAdditional, hasTaken, hasOtherForms, isChoice } = keys;
  const target = dereference(content.schema, resolve);
  const isNullable = typeof target === "object" && allowsNull(target);
  const isExact = !(allowsAdditional || hasTaken || hasOtherForms || isChoice || isNullable);
  return [
    {
      ...NO_BODY,
      parameters: [...parameterKeys, ...fromKeys(keys)],
      named,
      content,
      allowsAdditional,
    },
    { ...whole, isWhole: true, isExact },
  ];
}

function readParameters(route: Route, options: readonly string[]): RouteParameters {
  const asOptions = listNamed(route, options);
  const named = asOptions.map(fromParameter);
  const parameterKeys = route.parameters
    .filter((parameter) => !asOptions.includes(parameter))
    .map(fromParameter);
  return { parameterKeys, named, taken: takenNames(route, named, options) };
}

/** The parameters that are named like an option. With one of them, `parameters` is an option, too. */
export function listNamed(
  { parameters }: Route,
  options: readonly string[] = [],
): readonly Parameter[] {
  const isOption = ({ name }: Parameter): boolean =>
    OPTION_NAMES.has(name) || options.includes(name);
  const hasNamed = parameters.some(isOption);
  return parameters.filter(
    (parameter) => isOption(parameter) || (hasNamed && parameter.name === "parameters"),
  );
}

function takenNames(
  { parameters }: Route,
  named: readonly CallParameter[],
  options: readonly string[],
): ReadonlySet<string> {
  const optionNames = named.length > 0 ? ["parameters", ...options] : options;
  return new Set([...OPTION_NAMES, ...optionNames, ...parameters.map(({ name }) => name)]);
}

/** The body properties that become keys. */
interface BodyKeys extends ObjectProperties {
  /** True if other properties cannot be keys, because their names are taken. */
  readonly hasTaken: boolean;
}

/** Returns `undefined` if no property can become a key, or if a required one cannot. */
function readBodyKeys(object: ObjectProperties, taken: ReadonlySet<string>): BodyKeys | undefined {
  const sent = Object.entries(object.properties);
  const free = sent.filter(([name]) => !taken.has(name));
  const isImpossible = sent.some(([name]) => taken.has(name) && object.required.includes(name));
  const hasTaken = free.length < sent.length;
  if (isImpossible || (hasTaken && free.length === 0)) return undefined;
  return { ...object, properties: Object.fromEntries(free), hasTaken };
}

/** Tells whether a key of the body is required. */
export function hasRequiredKey({ parameters }: CallForm): boolean {
  return parameters.some((key) => key.in === "body" && key.required);
}

/** Tells whether the route can be called without parameters. */
export function isCallableBare({ parameters, named, data }: CallForm): boolean {
  return data?.required !== true && ![...parameters, ...named].some(({ required }) => required);
}

/** Tells whether the properties of a body can be keys of a call. */
export function hasKeys(content: Content): boolean {
  return isJson(content) || isForm(content.contentTypes[0] ?? "");
}

export function fromParameter(parameter: Parameter): CallParameter {
  const { name, required, deprecated, description, schema } = parameter;
  return { name, in: parameter.in, required, deprecated, description, schema };
}

function fromKeys(keys: BodyKeys): readonly CallParameter[] {
  return Object.entries(keys.properties).map(([name, schema]) => ({
    name,
    in: "body",
    required: keys.required.includes(name),
    deprecated: false,
    schema,
  }));
}

/** Types of a body of bytes. */
const BINARY_TYPE = "string | Uint8Array | ArrayBuffer | Blob | ReadableStream";

/** Types that `data` can have beside that of the body's schema; `undefined` for most JSON. */
export function dataType({ contentTypes }: Content): WrittenType | undefined {
  const names = contentTypes.map((type) => JSON.stringify(type)).join(" | ");
  // No value has this type; it names the media types in errors.
  const marker = `BodyOf<${names}>`;
  const withMarker = (type: string): WrittenType => ({
    tsType: `${type}${marker}`,
    helper: "BodyOf",
  });
  switch (kindOf(contentTypes[0] ?? "application/json")) {
    case "form":
      return withMarker("URLSearchParams | ");
    case "multipart":
      return withMarker("FormData | ");
    case "bytes":
      return withMarker(`${BINARY_TYPE} | `);
    case "text":
      return withMarker("");
    default:
      return names === "" || contentTypes.includes("application/json") ? undefined : withMarker("");
  }
}

/** Tells whether the type of `data` comes from the schema of the body. */
export function readsSchema({ contentTypes }: Content): boolean {
  return kindOf(contentTypes[0] ?? "application/json") !== "bytes";
}

/** One of the options that every call takes. */
export interface CallOption {
  readonly name: string;
  /** Absent for what a route says itself. */
  readonly declaration?: OptionDeclaration;
}

export interface OptionDeclaration {
  /** The interface that has the option. */
  readonly place: "RequestParameters" | "BodyRequestParameters";
  /** As it is printed. */
  readonly type: string;
  readonly docs?: readonly string[];
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
  readonly named: readonly CallParameter[];
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
