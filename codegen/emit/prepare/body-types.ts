/** The types of the bodies of requests and responses, as text. */
import { dereference, type ResolveComponent } from "../../json-schema/references.js";
import { isDateTime } from "../../json-schema/types.js";
import { kindOf } from "../../model/media-types.js";
import type { Response, Route } from "../../model/model.js";
import { printUnion } from "../print/print.js";
import type { EmitContext } from "./context.js";
import { type FormSchema, isReference, type ParameterSchema } from "./route-schemas.js";
import { nameOf, responseKey } from "./type-names.js";

/** The type of a response's body, as it is described. */
export function responseType(
  route: Route,
  status: string,
  schema: Response["schema"],
  { names }: EmitContext,
): string {
  if (schema === undefined) return "undefined";
  if (isReference(schema)) return nameOf(names.components, schema.$ref);
  return nameOf(names.responses, responseKey(route.key, status));
}

/**
 * The bodies of all ways to call a route. They are picked from the parameters, so that each is declared
 * once.
 * @param withTimes Prints a body without the `Date`s that its parameters allow.
 */
export function printBodies(
  { forms }: ParameterSchema,
  { resolve }: EmitContext,
  withTimes: (body: string) => string,
): string {
  const types = withoutRepetitions(forms).map((form) => printBody(form, resolve, withTimes));
  return printUnion([...new Set(types)]);
}

/** The bodies that are JSON, with the names of their parameters. */
export function printJsonBodies(
  { forms }: ParameterSchema,
  { resolve }: EmitContext,
  asJson: (body: string) => string,
): { readonly type: string; readonly names: readonly string[] } {
  const json = withoutRepetitions(forms).filter(
    ({ call: { content } }) => content && isJson(content),
  );
  const types = json.map((form) =>
    form.call.data === undefined
      ? printBody(form, resolve, asJson)
      : asJson(`${form.name}["data"]`),
  );
  return {
    type: types.length === 0 ? "unknown" : printUnion([...new Set(types)]),
    names: json.map(({ name }) => name),
  };
}

/** Tells whether a content is JSON, as it is without a media type. */
export function isJson({ contentTypes }: { readonly contentTypes: readonly string[] }): boolean {
  return kindOf(contentTypes[0] ?? "application/json") === "json";
}

/** Leaves out forms whose `data` has exactly the keys of another form. */
function withoutRepetitions(forms: readonly FormSchema[]): readonly FormSchema[] {
  return forms.filter(({ call }) => !(call.isWhole && call.isExact));
}

function printBody(
  { name, call }: FormSchema,
  resolve: ResolveComponent,
  withTimes: (body: string) => string,
): string {
  const { parameters, data, content } = call;
  const kind = content && kindOf(content.contentTypes[0] ?? "application/json");
  if (kind === "form") return "string | URLSearchParams";
  if (kind === "multipart") return "FormData";
  if (data !== undefined) return `${name}["data"]`;
  const keys = parameters.filter((parameter) => parameter.in === "body");
  if (keys.length === 0) return "undefined";
  const picked = `Pick<${name}, ${printUnion(keys.map((key) => JSON.stringify(key.name)))}>`;
  const hasTimes = keys.some(({ schema }) => isDateTime(dereference(schema, resolve)));
  return hasTimes ? withTimes(picked) : picked;
}
