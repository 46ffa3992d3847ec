import { type ObjectProperties, readObjectProperties } from "../../json-schema/objects.js";
import type { ResolveComponent } from "../../json-schema/references.js";
import { kindOf } from "../../media-types.js";
import type {
  Body,
  Content,
  JsonSchema,
  Parameter,
  ParameterLocation,
  Route,
  Vendor,
} from "../../model.js";

/** Options of every call. A parameter with one of these names goes into the option `parameters`. */
const OPTION_NAMES: ReadonlySet<string> = new Set(
  "url method baseUrl headers mediaType request data".split(" "),
);

/** The options of a vendor's calls, besides those of every call. */
export function listOptions({ variables }: Vendor): readonly string[] {
  return variables === undefined ? [] : ["variables"];
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

/** How callers pass the parameters and the body of a route. */
export interface CallParameters {
  readonly parameters: readonly CallParameter[];
  /** The parameters that are members of the option `parameters`. */
  readonly named: readonly CallParameter[];
  /** Present if callers may or must pass the body as `data`. */
  readonly data?: Body;
  /** The body may have properties that are not described. */
  readonly open: boolean;
}

/** One of the ways to call a route: a media type, with the body as keys or as a whole. */
export interface CallForm extends CallParameters {
  /** The body; absent for a route without one. */
  readonly content?: Content;
  /** Whether `data` may be what the schema of the body describes; otherwise, its keys are. */
  readonly isSchemaData: boolean;
  /** Whether the body is only a `URLSearchParams` or `FormData`, because other forms have its keys. */
  readonly isWhole: boolean;
  /** Whether the call chooses the media type by its `content-type` header. */
  readonly isChosen: boolean;
}

const NO_BODY = { isSchemaData: false, isWhole: false, isChosen: false };

/**
 * Lists the ways to call a route: one for each of its media types. Forms can also be sent as a
 * whole: in `data`, beside optional keys, or in a way of its own where keys are required.
 */
export function readCallForms(
  route: Route,
  resolve: ResolveComponent,
  options: readonly string[] = [],
): readonly CallForm[] {
  const { body } = route;
  if (body === undefined) {
    return [{ ...readCallParameters(route, resolve, options), ...NO_BODY }];
  }
  const { others = [], required, ...first } = body;
  return [first, ...others].flatMap((content, index) => {
    const own = { ...route, body: { required, ...content } };
    const call = readCallParameters(own, resolve, options);
    const isSchemaData = call.data !== undefined;
    const form = { ...call, content, isSchemaData, isWhole: false, isChosen: index > 0 };
    return isFormContent(content) ? withWhole(form, required) : [form];
  });
}

function withWhole(form: CallForm, isRequired: boolean): readonly CallForm[] {
  const { content, parameters } = form;
  if (content === undefined || form.data !== undefined) return [form];
  const own = parameters.filter(({ in: location }) => location !== "body");
  const hasRequired = parameters.some((key) => key.in === "body" && key.required);
  if (!hasRequired) return [{ ...form, data: { ...content, required: false } }];
  const data = { ...content, required: isRequired };
  return [form, { ...form, parameters: own, open: false, data, isWhole: true }];
}

/**
 * Applies the placement rules (contract A.16 to A.19) to the default media type of a route.
 * Parameters and the properties of a JSON body or a form become keys of one object. Callers may
 * pass the body as `data` instead if it may be something other than an object, or if some of its
 * property names are taken. They must do so if it cannot be an object, or if the name of a required
 * property is taken.
 * @param options The options of the vendor's calls, besides the usual ones.
 */
export function readCallParameters(
  route: Route,
  resolve: ResolveComponent,
  options: readonly string[] = [],
): CallParameters {
  const isOption = (name: string): boolean => OPTION_NAMES.has(name) || options.includes(name);
  const hasNamed = route.parameters.some(({ name }) => isOption(name));
  // Where one parameter is named like an option, `parameters` is an option too.
  const isNamed = ({ name }: Parameter): boolean =>
    isOption(name) || (hasNamed && name === "parameters");
  const named = route.parameters.filter(isNamed).map(fromParameter);
  const own = route.parameters.filter((each) => !isNamed(each)).map(fromParameter);
  const { body } = route;
  if (body === undefined) return { parameters: own, named, open: false };
  const object = hasKeys(body) ? readObjectProperties(body.schema, resolve) : undefined;
  const keys = object && readBodyKeys(object, takenNames(route, named, options));
  if (keys === undefined) return { parameters: own, named, data: body, open: false };
  const isWhole = !keys.hasTaken && !keys.hasOtherForms;
  const parameters = [...own, ...fromKeys(keys, body.required && isWhole)];
  const { open } = keys;
  if (isWhole) return { parameters, named, open };
  return { parameters, named, data: { ...body, required: false }, open };
}

function takenNames(
  { parameters }: Route,
  named: readonly CallParameter[],
  options: readonly string[],
): ReadonlySet<string> {
  const own = named.length > 0 ? ["parameters", ...options] : options;
  return new Set([...OPTION_NAMES, ...own, ...parameters.map(({ name }) => name)]);
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
export function isCallableBare({ parameters, named, data }: CallParameters): boolean {
  return data?.required !== true && ![...parameters, ...named].some(({ required }) => required);
}

/** Whether the properties of a body can be keys of a call. */
function hasKeys(content: Content): boolean {
  return isJson(content) || isFormContent(content);
}

/** Whether the body is sent as JSON. */
export function isJson({ contentTypes }: Content): boolean {
  return contentTypes.length === 0 || contentTypes.some((type) => kindOf(type) === "json");
}

function isFormContent({ contentTypes: [type = ""] }: Content): boolean {
  return ["form", "multipart"].includes(kindOf(type));
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
