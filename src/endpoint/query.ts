import type { PlacedParameter } from "./call-shape.js";
import { expandVariable } from "./expand-template.js";
import { loneSurrogate } from "./mistakes.js";
import { queryOperator } from "./parse-template.js";
import { literalTextOf } from "./value-text.js";

/**
 * Writes the parameters that no placeholder takes, with the `?` before them; the empty string when
 * there is nothing to send: `undefined`, `null`, empty lists (specification, section A, placement rule 2).
 * @param values Those of the call, in the order of its keys.
 * @throws EndpointError `INVALID_PARAMETER` for a value without text, and for an object that no
 * declared style can write.
 */
export function writeQuery(
  placed: readonly PlacedParameter[],
  values: readonly unknown[],
  route: string,
): string {
  let query = "";
  for (const parameter of placed) {
    const value = values[parameter.index];
    const literal = parameter.key === undefined ? undefined : literalTextOf(value);
    if (literal !== undefined) {
      query += (query === "" ? parameter.asFirst : parameter.asNext) + literal;
      continue;
    }
    const written = writeParameter(value, parameter, route);
    if (written !== undefined) query += (query === "" ? "?" : "&") + written;
  }
  return query;
}

/** As the expression `{?name}` does, except that a list repeats its key unless the route declares a style. */
function writeParameter(
  value: unknown,
  { name, key, form }: PlacedParameter,
  route: string,
): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (key === undefined) throw loneSurrogate(name, route);
  const variable = { name, explode: false, maxLength: 0, place: { required: undefined, form } };
  return expandVariable(value, { operator: queryOperator, variable, key, route });
}

/** Adds parameters to a URL that may have a query already; they stand before its fragment. */
export function appendQuery(url: string, query: string): string {
  if (query === "") return url;
  const hash = url.indexOf("#");
  const address = hash < 0 ? url : url.slice(0, hash);
  const joiner = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&";
  return address + joiner + query + url.slice(address.length);
}
