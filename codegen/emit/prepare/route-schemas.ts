import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { isDateTime } from "../../json-schema/types.js";
import {
  type Body,
  type Content,
  type JsonSchema,
  receivedBodies,
  type Response,
  type Route,
  type SchemaModel,
  VALUE_TYPE,
} from "../../model/model.js";
import { toTypeKey } from "../../model/names.js";
import type { CompiledType } from "./compile-types.js";
import { printUnion } from "../print/print.js";
import { formKey, nameOf, responseKey, type TypeNames } from "./type-names.js";
import {
  type CallForm,
  type CallParameter,
  dataType,
  isCallableBare,
  listOptions,
  readCallForms,
  readsSchema,
  withFiles,
} from "./call-parameters.js";
import { type PlainSchema, type RefName, toPlainSchema } from "./plain-schema.js";
import { readSurfaceForm, type SurfaceForm } from "./surface.js";

/** The parameters of one route: one object type for each way to call it. */
export interface ParameterSchema {
  /** The name of the first of {@link forms}. */
  readonly name: string;
  readonly route: Route;
  readonly call: CallForm;
  readonly isCallableBare: boolean;
  /** A method of the route needs no object of parameters. */
  readonly isOptional: boolean;
  /** The path parameters that a method takes by themselves, outside of {@link forms}. */
  readonly positional: readonly PositionalParameter[];
  readonly forms: readonly [FormSchema, ...FormSchema[]];
  /** The parameters as another surface has them; absent for the usual one. */
  readonly surface?: SurfaceForm;
  /** The schemas that the types are made of. */
  readonly used: readonly JsonSchema[];
}

/** A path parameter that is an argument of its own. */
export interface PositionalParameter {
  readonly parameter: CallParameter;
  /** It is named like an option of a call. */
  readonly isNamed: boolean;
  /** The key of its type among all types; no type is declared by it. */
  readonly typeKey: string;
  readonly plainSchema: PlainSchema;
}

/** One way to call a route, as the schema of one object. */
export interface FormSchema {
  readonly name: string;
  readonly call: CallForm;
  /** The names of its parameters outside of the object. */
  readonly apart: ReadonlySet<string>;
  readonly plainSchema: PlainSchema;
  /** The form with the keys that `data` of this one replaces. */
  readonly keys?: FormSchema;
}

/** Lists the parameters of all routes, in their order. */
export function listParameterSchemas(
  model: SchemaModel,
  names: TypeNames,
  resolve: ResolveComponent,
  refName: RefName,
): readonly ParameterSchema[] {
  return model.routes.map((route) => {
    const calls = readCallForms(route, resolve, listOptions(model.vendor)).map((call) =>
      withFiles(call, resolve),
    );
    const positional = listPositional(route, calls, model, refName, resolve);
    const apart = new Set(positional.map(({ parameter }) => parameter.name));
    const hasChoice = route.body?.others !== undefined;
    const forms: FormSchema[] = [];
    for (const [index, call] of calls.entries()) {
      const name = nameOf(names.parameters, formKey(route.key, index));
      const keys = call.isWhole ? forms.at(-1) : undefined;
      const plainSchema = keys
        ? toWholeSchema(call, keys, refName)
        : withBaseUrl(route, toObjectSchema(call, apart, hasChoice, refName, resolve));
      forms.push({ name, call, apart, plainSchema, ...(keys && { keys }) });
    }
    const surfaceName = names.surface.get(route.key);
    const surface =
      surfaceName === undefined
        ? undefined
        : readSurfaceForm(surfaceName, route, model.vendor, [...apart], resolve, (key) =>
            toPropertySchema(key, refName, resolve),
          );
    const [first, ...others] = forms;
    if (first === undefined) throw new Error(`There is no way to call ${route.key}.`);
    return {
      name: first.name,
      route,
      call: first.call,
      isCallableBare: route.needsBaseUrl !== true && calls.some(isCallableBare),
      isOptional: route.needsBaseUrl !== true && forms.some((form) => isOptionalForm(form)),
      positional,
      forms: [first, ...others],
      ...(surface && { surface }),
      used: [...calls.flatMap(usedSchemas), ...(surface?.used ?? [])],
    };
  });
}

function isOptionalForm({ call, apart }: FormSchema): boolean {
  return isCallableBare(withoutPositional(call, apart));
}

/** A call without the parameters that a method takes by themselves. */
export function withoutPositional(call: CallForm, apart: ReadonlySet<string>): CallForm {
  const isKept = (each: CallParameter): boolean => each.in !== "path" || !apart.has(each.name);
  return { ...call, parameters: call.parameters.filter(isKept), named: call.named.filter(isKept) };
}

/** Tells whether the object of a form has keys beside the options of every call. */
export function hasParameters({ call, apart }: FormSchema): boolean {
  const { parameters, named, content } = withoutPositional(call, apart);
  return content !== undefined || named.length > 0 || parameters.length > 0;
}

/** The parameters that the vendor's methods take by themselves, in the order of the URL. */
function listPositional(
  { key, parameters: placeholders }: Route,
  [call]: readonly CallForm[],
  { vendor }: SchemaModel,
  refName: RefName,
  resolve: ResolveComponent,
): readonly PositionalParameter[] {
  if (call === undefined || vendor.sdk.arguments === "object") return [];
  const { parameters: own, named } = call;
  const names = placeholders.filter((each) => each.in === "path").map(({ name }) => name);
  return (vendor.sdk.arguments === "last" ? names.slice(-1) : names).flatMap((name) => {
    const isPlaceholder = (each: CallParameter): boolean =>
      each.in === "path" && each.name === name;
    const parameter = [...own, ...named].find(isPlaceholder);
    if (parameter === undefined) return [];
    const typeKey = `${key} {${name}}`;
    const plainSchema = toPropertySchema(parameter, refName, resolve);
    return [{ parameter, isNamed: !own.includes(parameter), typeKey, plainSchema }];
  });
}

/** Requires `baseUrl` where the address of a route is not known. */
function withBaseUrl({ needsBaseUrl }: Route, schema: ObjectSchema): ObjectSchema {
  if (needsBaseUrl !== true) return schema;
  const { properties, required } = schema;
  const baseUrl = { type: "string", description: "The address of the route's own server." };
  return { ...schema, properties: { ...properties, baseUrl }, required: [...required, "baseUrl"] };
}

/** The parameters of a call as one object; a type alias, which is also a record of keywords. */
type ObjectSchema = {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PlainSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: PlainSchema;
};

function toObjectSchema(
  call: CallForm,
  apart: ReadonlySet<string>,
  hasChoice: boolean,
  refName: RefName,
  resolve: ResolveComponent,
): ObjectSchema {
  const { data, open } = call;
  const { parameters, named } = withoutPositional(call, apart);
  const properties = toProperties(parameters, refName, resolve);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  if (named.length > 0) {
    properties.push(["parameters", toNamedSchema(named, refName, resolve)]);
    if (named.some((each) => each.required)) required.push("parameters");
  }
  if (hasChoice && call.content) {
    properties.push(["headers", toHeadersSchema(call, call.content)]);
    if (call.isChosen) required.push("headers");
  }
  if (data !== undefined) properties.push(["data", toDataSchema(data, refName)]);
  else if (call.content) properties.push(["data", { tsType: "undefined" }]);
  if (data?.required === true) required.push("data");
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required,
    additionalProperties: open ? {} : false,
  };
}

type Property = [name: string, schema: PlainSchema];

function toProperties(
  parameters: readonly CallParameter[],
  refName: RefName,
  resolve: ResolveComponent,
): Property[] {
  return parameters.map((parameter) => [
    parameter.name,
    toPropertySchema(parameter, refName, resolve),
  ]);
}

/** Parameters that are named like an option of the call. */
function toNamedSchema(
  named: readonly CallParameter[],
  refName: RefName,
  resolve: ResolveComponent,
): PlainSchema {
  const required = named.filter((parameter) => parameter.required).map(({ name }) => name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(toProperties(named, refName, resolve)),
    required,
    additionalProperties: false,
    description: "The parameters that are named like an option of a call.",
  };
  return required.length > 0 ? schema : orType("undefined", schema);
}

/** A route with several media types is called by its `content-type`. */
function toHeadersSchema({ isChosen }: CallForm, { contentTypes }: Content): PlainSchema {
  const types = contentTypes.map((type) => JSON.stringify(type)).join(" | ");
  return isChosen
    ? { tsType: `ContentTypeHeaders<${types}>` }
    : { tsType: `(DefaultTypeHeaders<${types}> | undefined)` };
}

function toPropertySchema(
  parameter: CallParameter,
  refName: RefName,
  resolve: ResolveComponent,
): PlainSchema {
  const { schema, description, deprecated, required } = parameter;
  const plain = toPlainSchema(describe(schema, description), refName, true);
  const marked = typeof plain === "object" && deprecated ? { ...plain, deprecated: true } : plain;
  // A shared time type is also used for responses, so `Date` is added here.
  const complete = isSharedTime(schema, resolve) ? orType("Date", marked) : marked;
  return required ? complete : orType("undefined", complete);
}

/** The body alone: the other parameters are picked from the form with its keys. */
function toWholeSchema(call: CallForm, keys: FormSchema, refName: RefName): PlainSchema {
  const { data } = call;
  if (data === undefined) throw new Error(`The form beside ${keys.name} has no body.`);
  return {
    type: "object",
    properties: { data: toDataSchema(data, refName, keys, call.isExact) },
    required: data.required ? ["data"] : [],
    additionalProperties: false,
  };
}

/** @param keys The form whose keys `data` replaces, if there is one. */
function toDataSchema(
  body: Body,
  refName: RefName,
  keys?: FormSchema,
  isExact = false,
): PlainSchema {
  const types = body.contentTypes.map((type) => `\`${type}\``).join(", ");
  const subject = keys ? "The whole body, in place of its fields" : "The body";
  const description = types === "" ? `${subject}.` : `${subject}: ${types}.`;
  const others = dataType(body) ?? (keys && RAW_BODY);
  const plain = isExact && keys ? pickBody(keys) : toPlainSchema(body.schema, refName, true);
  const complete = readsSchema(body)
    ? withDescription(others === undefined ? plain : orType(others, plain), description)
    : { tsType: others, description };
  return body.required ? complete : orType("undefined", complete);
}

/** A JSON body may also be bytes that are JSON already. */
const RAW_BODY = "RawBody";

/** The body by its keys, so that its type is declared once. */
function pickBody(keys: FormSchema): PlainSchema {
  return { tsType: `BodyFields<${printArguments(keys)}>` };
}

function withDescription(schema: PlainSchema, description: string): PlainSchema {
  if (typeof schema === "boolean") return schema ? { tsType: "unknown", description } : schema;
  return { ...schema, description };
}

/** The base of a form with `data`: the form with the keys, without these keys. */
export function baseOfWhole(keys: FormSchema): string {
  return `WithoutFields<${printArguments(keys)}>`;
}

/** A form with the fields of a body, and the names of its other parameters. */
function printArguments({ name, call, apart }: FormSchema): string {
  const { parameters, named } = withoutPositional(call, apart);
  const own = parameters.filter((each) => each.in !== "body");
  const names = [...own.map((each) => each.name), ...(named.length > 0 ? ["parameters"] : [])];
  const others = printUnion(names.map((each) => JSON.stringify(each)));
  return names.length === 0 ? name : `${name}, ${others}`;
}

/**
 * The usual form comes last, in declarations as in unions: of several members that fit a call alike, a
 * compiler explains an error by the last one.
 */
export function inOrderOfErrors(forms: ParameterSchema["forms"]): readonly FormSchema[] {
  return [...forms].reverse();
}

/** The types of all objects of parameters. */
export function printObjectForms(forms: ParameterSchema["forms"]): string {
  return printUnion(inOrderOfErrors(forms).map(({ name }) => name));
}

/** The types of all ways to call a route, with the parameters that a method takes by themselves. */
export function printForms({ forms, positional }: ParameterSchema, types: CompiledTypes): string {
  const union = printObjectForms(forms);
  if (positional.length === 0) return union;
  const print = (each: PositionalParameter): string =>
    `${toTypeKey(each.parameter.name)}: ${nameOf(types, each.typeKey).text}`;
  const named = positional.filter(({ isNamed }) => isNamed).map(print);
  const keys = [
    ...positional.filter(({ isNamed }) => !isNamed).map(print),
    ...(named.length > 0 ? [`parameters: { ${named.join("; ")} }`] : []),
  ];
  return `${forms.length > 1 ? `(${union})` : union} & { ${keys.join("; ")} }`;
}

/** The names of types in the parameters that a method takes by themselves. */
export function namesOfPositional(
  { positional }: ParameterSchema,
  types: CompiledTypes,
): readonly string[] {
  return positional.flatMap(({ typeKey }) => nameOf(types, typeKey).names);
}

type CompiledTypes = ReadonlyMap<string, CompiledType>;

/** The description of a parameter replaces that of its schema. */
function describe(schema: JsonSchema, description: string | undefined): JsonSchema {
  if (description === undefined) return schema;
  if (typeof schema === "object") return { ...schema, description };
  return schema ? { description } : false;
}

function isSharedTime(schema: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  if (typeof target === "object" && VALUE_TYPE in target) return false;
  return target !== schema && isDateTime(target);
}

/** A parameter that is `undefined` is left out of the request, so callers may pass it. */
function orType(tsType: string, schema: PlainSchema): PlainSchema {
  if (typeof schema === "boolean") return schema;
  const { description, deprecated, ...inner } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    anyOf: [inner, { tsType }],
  };
}

function usedSchemas(call: CallForm): readonly JsonSchema[] {
  const { parameters, named, data, isExact } = call;
  const schemas = [...parameters, ...named].map(({ schema }) => schema);
  const isRead = data !== undefined && readsSchema(data) && !isExact;
  return isRead ? [...schemas, data.schema] : schemas;
}

/** The body of one response. */
export interface ResponseSchema {
  readonly name: string;
  readonly route: Route;
  readonly response: Response;
  readonly schema: JsonSchema;
}

/** Lists the bodies of all responses that have one, in the order of the routes. */
export function listResponseSchemas(
  model: SchemaModel,
  names: TypeNames,
): readonly ResponseSchema[] {
  return model.routes.flatMap((route) =>
    receivedBodies(route).flatMap((response) => {
      const { schema } = response;
      if (schema === undefined || isReference(schema)) return [];
      const name = nameOf(names.responses, responseKey(route.key, response.status));
      return [{ name, route, response, schema }];
    }),
  );
}

/** A body that is a reference uses the type of the component. */
export function isReference(schema: JsonSchema): schema is { readonly $ref: string } {
  return typeof schema === "object" && typeof schema["$ref"] === "string";
}
