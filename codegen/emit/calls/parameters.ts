/** The schemas of the parameters that become types. */
import { isDateTime } from "../../json-schema/keywords.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import {
  type Body,
  type Content,
  type JsonSchema,
  type Route,
  type SchemaModel,
  VALUE_TYPE,
  type Vendor,
} from "../../model/model.js";
import { nameOf } from "../../model/names.js";
import { formKey, type TypeNames } from "../names/types.js";
import {
  type PlainSchema,
  type RefName,
  toPlainSchema,
  type WrittenType,
} from "../schema-types/plain-schema.js";
import { withFiles } from "./file-parts.js";
import {
  type CallForm,
  type CallParameter,
  dataType,
  isCallableBare,
  readsSchema,
} from "./forms.js";
import { fieldsOfBody, withoutPositional } from "./print-calls.js";
import { readSurfaceForm } from "./surface.js";
import type { FormSchema, ParameterSchema, PositionalParameter, SurfaceForm } from "./types.js";

/** Lists the parameters of all routes, in their order. */
export function listParameterSchemas(
  model: SchemaModel,
  calls: ReadonlyMap<string, readonly CallForm[]>,
  names: TypeNames,
  resolve: ResolveComponent,
  refName: RefName,
): readonly ParameterSchema[] {
  const reader = new ParameterReader(model, names, resolve, refName);
  return model.routes.map((route) => reader.read(route, nameOf(calls, route.key)));
}

/** Makes the schemas of the parameters of routes. */
class ParameterReader {
  readonly #vendor: Vendor;
  readonly #names: TypeNames;
  readonly #resolve: ResolveComponent;
  readonly #refName: RefName;

  constructor(
    { vendor }: SchemaModel,
    names: TypeNames,
    resolve: ResolveComponent,
    refName: RefName,
  ) {
    this.#vendor = vendor;
    this.#names = names;
    this.#resolve = resolve;
    this.#refName = refName;
  }

  read(route: Route, described: readonly CallForm[]): ParameterSchema {
    const calls = described.map((call) => withFiles(call, this.#resolve));
    const positional = this.#listPositional(route, calls);
    const positionalNames = new Set(positional.map(({ parameter }) => parameter.name));
    const forms = this.#listForms(route, calls, positionalNames);
    const [{ name, call }] = forms;
    const surface = this.#readSurface(route, positionalNames);
    const hasAddress = route.needsBaseUrl !== true;
    return {
      name,
      route,
      call,
      positional,
      forms,
      isCallableBare: hasAddress && calls.some(isCallableBare),
      isOptional:
        hasAddress &&
        forms.some((form) => isCallableBare(withoutPositional(form.call, positionalNames))),
      ...(surface && { surface }),
      declared: surface ? [...forms, surface] : forms,
      used: [...calls.flatMap(usedSchemas), ...(surface?.keys ?? []).map(({ schema }) => schema)],
    };
  }

  /** The path parameters that the vendor's methods take as arguments, in the order of the URL. */
  #listPositional(
    { key, parameters: placeholders }: Route,
    [call]: readonly CallForm[],
  ): readonly PositionalParameter[] {
    const mode = this.#vendor.sdk.arguments;
    if (call === undefined || mode === "object") return [];
    const { parameters: inObject, named } = call;
    const names = placeholders
      .filter((placeholder) => placeholder.in === "path")
      .map(({ name }) => name);
    return (mode === "last" ? names.slice(-1) : names).flatMap((name) => {
      const parameter = [...inObject, ...named].find(
        (parameter) => parameter.in === "path" && parameter.name === name,
      );
      if (parameter === undefined) return [];
      const plainSchema = this.#toProperty(parameter);
      const isNamed = !inObject.includes(parameter);
      return [{ parameter, isNamed, name: `${key} {${name}}`, plainSchema }];
    });
  }

  #listForms(
    route: Route,
    calls: readonly CallForm[],
    positionalNames: ReadonlySet<string>,
  ): ParameterSchema["forms"] {
    const hasChoice = route.body?.furtherContents !== undefined;
    const forms: FormSchema[] = [];
    for (const [index, call] of calls.entries()) {
      const name = nameOf(this.#names.parameters, formKey(route.key, index));
      const keys = call.isWhole ? forms.at(-1) : undefined;
      const form = keys
        ? this.#toWholeForm(call, keys)
        : {
            plainSchema: withBaseUrl(route, this.#toObjectSchema(call, positionalNames, hasChoice)),
          };
      forms.push({ name, call, positionalNames, ...form });
    }
    const [first, ...furtherForms] = forms;
    if (first === undefined) throw new Error(`There is no way to call ${route.key}.`);
    return [first, ...furtherForms];
  }

  #readSurface(route: Route, positionalNames: ReadonlySet<string>): SurfaceForm | undefined {
    const name = this.#names.surface.get(route.key);
    if (name === undefined) return undefined;
    return readSurfaceForm(name, route, this.#vendor, positionalNames, this.#resolve, (key) =>
      this.#toProperty(key),
    );
  }

  #toObjectSchema(
    call: CallForm,
    positionalNames: ReadonlySet<string>,
    hasChoice: boolean,
  ): ObjectSchema {
    const { data, allowsAdditional } = call;
    const { parameters, named } = withoutPositional(call, positionalNames);
    const properties = this.#toProperties(parameters);
    const required = namesOfRequired(parameters);
    if (named.length > 0) {
      properties.push(["parameters", this.#toNamedSchema(named)]);
      if (named.some((parameter) => parameter.required)) required.push("parameters");
    }
    if (hasChoice && call.content) {
      properties.push(["headers", toHeadersSchema(call, call.content)]);
      if (call.isChosen) required.push("headers");
    }
    if (data !== undefined) properties.push(["data", this.#toDataSchema(data)]);
    else if (call.content) properties.push(["data", UNDEFINED]);
    if (data?.required === true) required.push("data");
    return {
      type: "object",
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: allowsAdditional ? {} : false,
    };
  }

  #toProperties(parameters: readonly CallParameter[]): PlainProperty[] {
    return parameters.map((parameter) => [parameter.name, this.#toProperty(parameter)]);
  }

  #toProperty(parameter: CallParameter): PlainSchema {
    const { schema, description, deprecated, required } = parameter;
    const plain = toPlainSchema(replaceDescription(schema, description), this.#refName, true);
    const marked = typeof plain === "object" && deprecated ? { ...plain, deprecated: true } : plain;
    // A shared time type is also used for responses, so `Date` is added here.
    const complete = isSharedTime(schema, this.#resolve)
      ? orType({ tsType: "Date" }, marked)
      : marked;
    return required ? complete : orType(UNDEFINED, complete);
  }

  /** Parameters that are named like an option of the call. */
  #toNamedSchema(named: readonly CallParameter[]): PlainSchema {
    const required = namesOfRequired(named);
    const schema = {
      type: "object",
      properties: Object.fromEntries(this.#toProperties(named)),
      required,
      additionalProperties: false,
      description: "The parameters that are named like an option of a call.",
    };
    return required.length > 0 ? schema : orType(UNDEFINED, schema);
  }

  /** The body alone: the other parameters come from the form with its keys, and so does a usual body. */
  #toWholeForm(
    { data, isExact }: CallForm,
    keys: FormSchema,
  ): Pick<FormSchema, "keys" | "base" | "plainSchema"> {
    if (data === undefined) throw new Error(`The form beside ${keys.name} has no body.`);
    if (isExact && data.contentTypes.join() === "application/json") {
      const base = data.required ? "WithBody" : "WithOptionalBody";
      return { keys, base, plainSchema: toFormSchema({}) };
    }
    const properties = { data: this.#toDataSchema(data, keys, isExact) };
    const plainSchema = toFormSchema(properties, data.required ? ["data"] : []);
    return { keys, base: "WithoutFields", plainSchema };
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

/** A JSON body may also be bytes that are JSON already. */
const RAW_BODY: WrittenType = { tsType: "RawBody" };

const UNDEFINED: WrittenType = { tsType: "undefined" };

function toFormSchema(
  properties: ObjectSchema["properties"],
  required: readonly string[] = [],
): ObjectSchema {
  return { type: "object", properties, required, additionalProperties: false };
}

/** The parameters of a call as one object; a type alias, which is also a record of keywords. */
type ObjectSchema = {
  readonly type: "object";
  readonly properties: Readonly<Record<string, PlainSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: PlainSchema;
};

type PlainProperty = [name: string, schema: PlainSchema];

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

function isSharedTime(schema: JsonSchema, resolve: ResolveComponent): boolean {
  const target = dereference(schema, resolve);
  if (typeof target === "object" && VALUE_TYPE in target) return false;
  return target !== schema && isDateTime(target);
}

/** Adds a type. A parameter that is `undefined` is left out of the request, so callers may pass it. */
function orType(type: WrittenType, schema: PlainSchema): PlainSchema {
  if (typeof schema === "boolean") return schema;
  const { description, deprecated, ...inner } = schema;
  return {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    anyOf: [inner, type],
  };
}

function usedSchemas(call: CallForm): readonly JsonSchema[] {
  const { parameters, named, data, isExact } = call;
  const schemas = [...parameters, ...named].map(({ schema }) => schema);
  const isRead = data !== undefined && readsSchema(data) && !isExact;
  return isRead ? [...schemas, data.schema] : schemas;
}
