/**
 * The styles of parameters: as expressions of an RFC 6570 template where one can hold them (`{.id*}`, `{?page,tag*}`),
 * else by name.
 */
import type { ResolveComponent } from "../../json-schema/references.js";
import { hasRequestBody } from "../../model/http.js";
import type { Parameter, Route } from "../../model/model.js";
import { allowsArray } from "./value-kinds.js";

/** A path parameter as an expression: `{id}`, `{.id}` for a label, `{;id*}` for an exploded matrix. */
export function toPathExpression(parameter: Parameter, nested: NestedNames): string {
  const { name, multiSegment, style, explode } = parameter;
  const member = toMemberName(name, nested);
  if (multiSegment) return `{${member}}`;
  const operator = style === "label" ? "." : style === "matrix" ? ";" : "";
  return `{${operator}${member}${explode === true ? "*" : ""}}`;
}

/** The name of a path parameter in a template: one that is named like an option is a member of `parameters`. */
export function toMemberName(name: string, nested: NestedNames): string {
  return nested.has(name) ? `parameters.${name}` : name;
}

/**
 * The expression for the query, such as `{?page,tag*}`; empty for most routes. Only routes with a body declare query
 * parameters in the template (contract A.19), which would be sent in the body otherwise (contract A.18).
 */
export function toQueryExpression(
  { url, method, parameters }: Route,
  nested: NestedNames,
  resolve: ResolveComponent,
): string {
  const query = parameters.filter(
    (parameter) => parameter.in === "query" && isInTemplate(parameter, nested),
  );
  if (!hasRequestBody(method) || query.length === 0) return "";
  const names = query.map(({ name, schema }) => (allowsArray(schema, resolve) ? `${name}*` : name));
  return `{${url.includes("?") ? "&" : "?"}${names.join(",")}}`;
}

/** The styles outside the path that no template tells, by the name of their parameter. */
export function listStyles({ method, parameters }: Route, nested: NestedNames): Styles {
  const styles = (
    location: Parameter["in"],
    styleOf: (parameter: Parameter) => string | undefined,
  ): Readonly<Record<string, string>> => {
    const named = parameters
      .filter((parameter) => parameter.in === location)
      .flatMap((parameter) => {
        const style = styleOf(parameter);
        return style === undefined ? [] : [[parameter.name, style] as const];
      });
    return Object.fromEntries(named);
  };
  return {
    query: styles("query", (parameter) => queryStyle(parameter, method, nested)),
    headers: styles("header", ({ style, explode }) => style ?? (explode ? "explode" : "simple")),
    cookies: styles("cookie", ({ style }) => style ?? "form"),
  };
}

/**
 * The style of a query parameter; `undefined` for the usual one. On a route with a body, parameters that
 * the template cannot express always have a style.
 */
function queryStyle(parameter: Parameter, method: string, nested: NestedNames): string | undefined {
  const { name, style, reserved = false } = parameter;
  if (reserved) return style === undefined ? "reserved" : `reserved-${style}`;
  if (style !== undefined) return style;
  const isListed = nested.has(name) || (hasRequestBody(method) && !isInTemplate(parameter, nested));
  return isListed ? "repeat" : undefined;
}

/** Tells whether a template can hold a query parameter. */
function isInTemplate({ name, style, reserved }: Parameter, nested: NestedNames): boolean {
  const isPlain = style === undefined && reserved !== true && !nested.has(name);
  return isPlain && /^\w[\w-]*$/.test(name);
}

// ---- Types

/** The names of the parameters that are members of the option `parameters`. */
export type NestedNames = ReadonlySet<string>;

/** Styles by the name of their parameter, for each place. */
type Styles = Readonly<Record<"query" | "headers" | "cookies", Readonly<Record<string, string>>>>;
