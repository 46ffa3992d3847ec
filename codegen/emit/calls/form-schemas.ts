/** The schemas of objects of parameters: their keys, and the body in `data`. */
import { isDateTime } from "../../json-schema/keywords.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { kindOf } from "../../model/http.js";
import {
  type Body,
  type Content,
  type JsonSchema,
  type Route,
  VALUE_TYPE,
} from "../../model/model.js";
import { toPlainSchema } from "../schema-types/plain-schema.js";
import type { PlainSchema, RefName, WrittenType } from "../schema-types/types.js";
import type { CallForm, CallParameter } from "./forms.js";
import { fieldsOfBody, withoutPositional } from "./print-calls.js";
import type { FormSchema } from "./types.js";

/** The type of a parameter that is left out. */
const UNDEFINED: WrittenType = { tsType: "undefined" };

/** Makes the schemas of one object for each way to call a route. */
export class FormSchemas {
  readonly #resolve: ResolveComponent;
  readonly #refName: RefName;

  constructor(resolve: ResolveComponent, refName: RefName) {
    this.#resolve = resolve;
    this.#refName = refName;
  }

  /** An object with the parameters of a call, and with the fields of its body or `data`. */
  toForm(route: Route, call: CallForm, positionalNames: ReadonlySet<string>): PlainSchema {
    const { data, content, allowsAdditional, isChosen } = call;
    const { parameters, nested } = withoutPositional(call, positionalNames);
    const hasChoice = route.body?.furtherContents !== undefined;
    const properties = this.#toProperties(parameters);
    const required = namesOfRequired(parameters);
    if (nested.length > 0) {
      properties.push(["parameters", this.#toNestedSchema(nested)]);
      if (nested.some((parameter) => parameter.required)) required.push("parameters");
    }
    if (hasChoice && content) {
      properties.push(["headers", toHeadersSchema(call, content)]);
      if (isChosen) required.push("headers");
    }
    if (data !== undefined) properties.push(["data", this.#toDataSchema(data)]);
    else if (content) properties.push(["data", UNDEFINED]);
    if (data?.required === true) required.push("data");
    const additionalProperties = allowsAdditional ? {} : false;
    const schema = toObjectSchema(Object.fromEntries(properties), required, additionalProperties);
    return withBaseUrl(route, schema);
  }

  /**
   * The body alone: the other parameters come from the form with its keys, and so does a body that these keys
   * describe exactly.
   */
  toWholeForm(
    { data, isExact }: CallForm,
    keys: FormSchema,
  ): Pick<FormSchema, "keys" | "base" | "plainSchema"> {
    if (data === undefined) throw new Error(`The form beside ${keys.name} has no body.`);
    if (isExact && data.contentTypes.join() === "application/json") {
      const base = data.required ? "WithBody" : "WithOptionalBody";
      return { keys, base, plainSchema: toObjectSchema({}) };
    }
    const properties = { data: this.#toDataSchema(data, keys, isExact) };
    const plainSchema = toObjectSchema(properties, data.required ? ["data"] : []);
    return { keys, base: "WithoutFields", plainSchema };
  }

  /** The type of one key, with its comment; an optional one may be `undefined`. */
  toProperty(parameter: CallParameter): PlainSchema {
    const { schema, description, deprecated, required } = parameter;
    const plain = toPlainSchema(replaceDescription(schema, description), this.#refName, true);
    const marked = typeof plain === "object" && deprecated ? { ...plain, deprecated: true } : plain;
    // A shared time type is also used for responses, so `Date` is added here.
    const complete = isSharedTime(schema, this.#resolve)
      ? orType({ tsType: "Date" }, marked)
      : marked;
    // A parameter that is `undefined` is left out of the request, so callers may pass it.
    return required ? complete : orType(UNDEFINED, complete);
  }

  #toProperties(parameters: readonly CallParameter[]): PlainProperty[] {
    return parameters.map((parameter) => [parameter.name, this.toProperty(parameter)]);
  }

  /** Parameters that are named like an option of the call. */
  #toNestedSchema(nested: readonly CallParameter[]): PlainSchema {
    const required = namesOfRequired(nested);
    const schema = {
      ...toObjectSchema(Object.fromEntries(this.#toProperties(nested)), required),
      description: "The parameters that are named like an option of a call.",
    };
    return required.length > 0 ? schema : orType(UNDEFINED, schema);
  }

  /** @param keys The form whose keys `data` replaces, if there is one. */
  #toDataSchema(body: Body, keys?: FormSchema, isExact = false): PlainSchema {
    const types = body.contentTypes.map((type) => `\`${type}\``).join(", ");
    const subject = keys ? "The whole body, in place of its fields" : "The body";
    const description = types === "" ? `${subject}.` : `${subject}: ${types}.`;
    const written = dataType(body) ?? (keys && RAW_BODY);
    const plain =
      isExact && keys
        ? { tsType: fieldsOfBody(keys), helper: "BodyFields" }
        : toPlainSchema(body.schema, this.#refName, true);
    const complete = readsSchema(body)
      ? withDescription(written === undefined ? plain : orType(written, plain), description)
      : { ...written, description };
    return body.required ? complete : orType(UNDEFINED, complete);
  }
}

// ---- Objects

function toObjectSchema(
  properties: ObjectSchema["properties"],
  required: readonly string[] = [],
  additionalProperties: PlainSchema = false,
): ObjectSchema {
  return { type: "object", properties, required, additionalProperties };
}

/** Requires `baseUrl` for a route whose address is not known. */
function withBaseUrl({ needsBaseUrl }: Route, schema: ObjectSchema): ObjectSchema {
  if (needsBaseUrl !== true) return schema;
  const { properties, required } = schema;
  const baseUrl = { type: "string", description: "The address of the route's own server." };
  return { ...schema, properties: { ...properties, baseUrl }, required: [...required, "baseUrl"] };
}

/** A route with several media types is called by its `content-type`. */
function toHeadersSchema({ isChosen }: CallForm, { contentTypes }: Content): PlainSchema {
  const types = contentTypes.map((type) => JSON.stringify(type)).join(" | ");
  return isChosen
    ? { tsType: `ContentTypeHeaders<${types}>`, helper: "ContentTypeHeaders" }
    : { tsType: `(DefaultTypeHeaders<${types}> | undefined)`, helper: "DefaultTypeHeaders" };
}

function namesOfRequired(parameters: readonly CallParameter[]): string[] {
  return parameters.filter(({ required }) => required).map(({ name }) => name);
}

// ---- Bodies in `data`

/** A JSON body may also be bytes that are JSON already. */
const RAW_BODY: WrittenType = { tsType: "RawBody" };

/** Types of a body of bytes. */
const BINARY_TYPE = "string | Uint8Array | ArrayBuffer | Blob | ReadableStream";

/** Types that `data` can have beside that of the body's schema; `undefined` for most JSON. */
function dataType({ contentTypes }: Content): WrittenType | undefined {
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

// ---- Single values

function withDescription(schema: PlainSchema, description: string): PlainSchema {
  if (typeof schema === "boolean") return schema ? { tsType: "unknown", description } : schema;
  return { ...schema, description };
}

/** The description of a parameter replaces that of its schema. */
function replaceDescription(schema: JsonSchema, description: string | undefined): JsonSchema {
  if (description === undefined) return schema;
  if (typeof schema === "object") return { ...schema, description };
  return schema ? { description } : false;
}

/** Tells whether a schema refers to a component that is a time. */
function isSharedTime(schema: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  if (typeof target === "object" && VALUE_TYPE in target) return false;
  return target !== schema && isDateTime(target);
}

/** Adds a type to a schema, whose comment moves to the union of both. */
function orType(type: WrittenType, schema: PlainSchema): PlainSchema {
  if (typeof schema === "boolean") return schema;
  const { description, deprecated, ...inner } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    anyOf: [inner, type],
  };
}

// ---- Types

/** The parameters of a call as one object; a type alias, which is also a record of keywords. */
type ObjectSchema = {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PlainSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: PlainSchema;
};

type PlainProperty = [name: string, schema: PlainSchema];
