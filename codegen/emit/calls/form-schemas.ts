/** The schemas of objects of parameters: their keys, and the body in `data`. */
import { isDateTime } from "../../json-schema/keywords.js";
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { type Content, type JsonSchema, type Route, VALUE_TYPE } from "../../model/model.js";
import {
  orType,
  type PlainMember,
  toObjectSchema,
  UNDEFINED,
} from "../schema-types/build-schema.js";
import { toPlainSchema } from "../schema-types/plain-schema.js";
import type { PlainSchema, RefName } from "../schema-types/types.js";
import { toDataSchema, toPickedSchema, toWholeSchema } from "./body-schemas.js";
import type { CallForm, CallParameter } from "./forms.js";
import { withoutPositional } from "./print-calls.js";
import type { FormSchema } from "./types.js";

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
    const { parameters, nested } = withoutPositional(call, positionalNames);
    const members = [
      ...this.#listKeys(parameters),
      ...this.#listNested(nested),
      ...listHeaders(route, call),
      ...this.#listData(call),
      ...listBaseUrl(route),
    ];
    return toObjectSchema(members, call.allowsAdditional ? {} : false);
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
      return { keys, base, plainSchema: toObjectSchema([]) };
    }
    const schema = isExact ? toPickedSchema(data, keys) : toWholeSchema(data, this.#refName);
    const plainSchema = toObjectSchema([{ name: "data", schema, isRequired: data.required }]);
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

  #listKeys(parameters: readonly CallParameter[]): readonly PlainMember[] {
    return parameters.map((parameter) => ({
      name: parameter.name,
      schema: this.toProperty(parameter),
      isRequired: parameter.required,
    }));
  }

  /** The member with the parameters that are named like an option of the call, if there are any. */
  #listNested(nested: readonly CallParameter[]): readonly PlainMember[] {
    if (nested.length === 0) return [];
    const isRequired = nested.some((parameter) => parameter.required);
    const schema = {
      ...toObjectSchema(this.#listKeys(nested)),
      description: "The parameters that are named like an option of a call.",
    };
    return [
      { name: "parameters", schema: isRequired ? schema : orType(UNDEFINED, schema), isRequired },
    ];
  }

  /** The member `data`: the body, or nothing beside the keys of a body. Absent without a body. */
  #listData({ data, content }: CallForm): readonly PlainMember[] {
    if (data !== undefined) {
      const schema = toDataSchema(data, this.#refName);
      return [{ name: "data", schema, isRequired: data.required }];
    }
    return content ? [{ name: "data", schema: UNDEFINED, isRequired: false }] : [];
  }
}

// ---- Members of some routes

/** A route with several media types is called by its `content-type`. */
function listHeaders({ body }: Route, { content, isChosen }: CallForm): readonly PlainMember[] {
  const hasChoice = body?.furtherContents !== undefined;
  if (!hasChoice || content === undefined) return [];
  return [{ name: "headers", schema: toHeadersSchema(content, isChosen), isRequired: isChosen }];
}

/** @param isChosen The header chooses the media type; otherwise it may be left out. */
function toHeadersSchema({ contentTypes }: Content, isChosen: boolean): PlainSchema {
  const types = contentTypes.map((type) => JSON.stringify(type)).join(" | ");
  return isChosen
    ? { tsType: `ContentTypeHeaders<${types}>`, helper: "ContentTypeHeaders" }
    : { tsType: `(DefaultTypeHeaders<${types}> | undefined)`, helper: "DefaultTypeHeaders" };
}

/** A route whose address is not known requires `baseUrl`. */
function listBaseUrl({ needsBaseUrl }: Route): readonly PlainMember[] {
  if (needsBaseUrl !== true) return [];
  const schema = { type: "string", description: "The address of the route's own server." };
  return [{ name: "baseUrl", schema, isRequired: true }];
}

// ---- Single values

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
