import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { isDateTime } from "../../json-schema/types.js";
import type { Body, JsonSchema, Response, Route, SchemaModel } from "../../model.js";
import { nameOf, responseKey, type TypeNames } from "../type-names.js";
import {
  isCallableBare,
  isJson,
  type CallParameter,
  type CallParameters,
  readCallParameters,
} from "./call-parameters.js";
import { type PlainSchema, type RefName, toPlainSchema } from "./plain-schema.js";

/** The parameters of one route as the schema of one object. */
export interface ParameterSchema {
  readonly name: string;
  readonly route: Route;
  readonly call: CallParameters;
  readonly isCallableBare: boolean;
  readonly plainSchema: PlainSchema;
  /** The schemas that {@link ParameterSchema.plainSchema} is made of. */
  readonly used: readonly JsonSchema[];
}

/** The type of a binary body. */
const BINARY_TYPE = "string | Uint8Array | ArrayBuffer | Blob | ReadableStream";

/** Lists the parameters of all routes, in their order. */
export function listParameterSchemas(
  model: SchemaModel,
  names: TypeNames,
  resolve: ResolveComponent,
  refName: RefName,
): readonly ParameterSchema[] {
  return model.routes.map((route) => {
    const call = readCallParameters(route, resolve);
    return {
      name: nameOf(names.parameters, route.key),
      route,
      call,
      isCallableBare: isCallableBare(call),
      plainSchema: toObjectSchema(call, refName, resolve),
      used: usedSchemas(call),
    };
  });
}

function toObjectSchema(
  call: CallParameters,
  refName: RefName,
  resolve: ResolveComponent,
): PlainSchema {
  const { parameters, data, open } = call;
  const hasKeys = parameters.some((parameter) => parameter.in === "body");
  const properties = parameters.map((parameter) => [
    parameter.name,
    toPropertySchema(parameter, refName, resolve),
  ]);
  if (data !== undefined) properties.push(["data", toDataSchema(data, hasKeys, refName)]);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    required: data?.required === true ? [...required, "data"] : required,
    additionalProperties: open ? {} : false,
  };
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

function toDataSchema(body: Body, hasKeys: boolean, refName: RefName): PlainSchema {
  const types = body.contentTypes.map((type) => `\`${type}\``).join(", ");
  const subject = hasKeys ? "The whole body, instead of its keys" : "The body";
  const note = types === "" ? `${subject}.` : `${subject}: ${types}.`;
  const plain = isBinary(body)
    ? { tsType: BINARY_TYPE, description: note }
    : toPlainSchema(describe(body.schema, note), refName, true);
  return body.required ? plain : orType("undefined", plain);
}

function isBinary(body: Body): boolean {
  return !isJson(body) && body.contentTypes.includes("application/octet-stream");
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
function orType(tsType: "undefined" | "Date", schema: PlainSchema): PlainSchema {
  if (typeof schema === "boolean") return schema;
  const { description, deprecated, ...inner } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    anyOf: [inner, { tsType }],
  };
}

function usedSchemas({ parameters, data }: CallParameters): readonly JsonSchema[] {
  const schemas = parameters.map(({ schema }) => schema);
  return data === undefined || isBinary(data) ? schemas : [...schemas, data.schema];
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
