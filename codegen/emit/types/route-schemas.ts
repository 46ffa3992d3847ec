import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { isDateTime } from "../../json-schema/types.js";
import type { Body, Content, JsonSchema, Response, Route, SchemaModel } from "../../model.js";
import { formKey, nameOf, responseKey, type TypeNames } from "../type-names.js";
import { dataTypes, readsSchema, withFiles } from "./body-types.js";
import {
  type CallForm,
  type CallParameter,
  isCallableBare,
  listOptions,
  readCallForms,
} from "./call-parameters.js";
import { type PlainSchema, type RefName, toPlainSchema } from "./plain-schema.js";

/** The parameters of one route: one object type for each way to call it. */
export interface ParameterSchema {
  /** The name of the first of {@link forms}. */
  readonly name: string;
  readonly route: Route;
  readonly call: CallForm;
  readonly isCallableBare: boolean;
  readonly forms: readonly [FormSchema, ...FormSchema[]];
  /** The schemas that the types are made of. */
  readonly used: readonly JsonSchema[];
}

/** One way to call a route, as the schema of one object. */
export interface FormSchema {
  readonly name: string;
  readonly call: CallForm;
  readonly plainSchema: PlainSchema;
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
    const hasChoice = route.body?.others !== undefined;
    const forms = calls.map((call, index) => ({
      name: nameOf(names.parameters, formKey(route.key, index)),
      call,
      plainSchema: toObjectSchema(call, hasChoice, refName, resolve),
    }));
    const [first, ...others] = forms;
    if (first === undefined) throw new Error(`There is no way to call ${route.key}.`);
    return {
      name: first.name,
      route,
      call: first.call,
      isCallableBare: calls.some(isCallableBare),
      forms: [first, ...others],
      used: calls.flatMap(usedSchemas),
    };
  });
}

function toObjectSchema(
  call: CallForm,
  hasChoice: boolean,
  refName: RefName,
  resolve: ResolveComponent,
): PlainSchema {
  const { parameters, named, data, open } = call;
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
  if (data !== undefined) properties.push(["data", toDataSchema(call, data, refName)]);
  else if (hasChoice || isForm(call)) properties.push(["data", { tsType: "undefined" }]);
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

/** Whether the keys of a form could be given as a whole instead. */
function isForm({ content, data }: CallForm): boolean {
  return data === undefined && content !== undefined && dataTypes(content).isForm;
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

function toDataSchema(call: CallForm, body: Body, refName: RefName): PlainSchema {
  const types = body.contentTypes.map((type) => `\`${type}\``).join(", ");
  const hasKeys = call.parameters.some((parameter) => parameter.in === "body");
  const subject = hasKeys ? "The whole body, instead of its keys" : "The body";
  const note = types === "" ? `${subject}.` : `${subject}: ${types}.`;
  const { tsType } = dataTypes(body);
  const plain = readsSchema(call, body)
    ? toPlainSchema(describe(body.schema, note), refName, true)
    : { tsType, description: note };
  const complete = readsSchema(call, body) && tsType !== undefined ? orType(tsType, plain) : plain;
  return body.required ? complete : orType("undefined", complete);
}

/** The description of a parameter replaces that of its schema. */
function describe(schema: JsonSchema, description: string | undefined): JsonSchema {
  if (description === undefined) return schema;
  if (typeof schema === "object") return { ...schema, description };
  return schema ? { description } : false;
}

function isSharedTime(schema: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
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
  const { parameters, named, data } = call;
  const schemas = [...parameters, ...named].map(({ schema }) => schema);
  return data !== undefined && readsSchema(call, data) ? [...schemas, data.schema] : schemas;
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
    route.responses.flatMap((response) => {
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
