import { toJsonValue } from "./body.js";
import { cachedByKeys } from "./cache.js";
import type { QueryStyle } from "./catalog.js";
import { EndpointError, listNames, loneSurrogate, mistake } from "./errors.js";
import { findOptions, isParameterName, type GivenOption } from "./options.js";
import type { CompiledRoute } from "./route.js";
import {
  expandExpression,
  expandVariable,
  QUERY,
  type Expression,
  type Variable,
  type Visit,
} from "./template.js";
import { findDanger, namesIn, type Span } from "./url-safety.js";
import { encodeUnreserved, isWellFormed, literalTextOf, readOwn } from "./values.js";

// ---- Plans: what the keys of a call decide

/**
 * Where each value of a call goes (contract A.16 to A.19): the route and the keys of the call, in
 * their order, decide that. Values are found by the index of their key.
 */
export interface Plan {
  readonly keys: readonly string[];
  readonly options: readonly GivenOption[];
  /** The index of each parameter's key. */
  readonly indexes: ReadonlyMap<string, number>;
  /** The parameters that the template does not take: they go into the query or the body. */
  readonly remaining: readonly RemainingParameter[];
}

interface RemainingParameter {
  readonly name: string;
  readonly index: number;
  /** The name, encoded; `undefined` if it cannot be. */
  readonly key: string | undefined;
  /** `&key=`, as a literal value follows it in a query. */
  readonly prefix: string;
  readonly style: "repeat" | QueryStyle;
}

/** A compiled route, with the plans of the calls that it had last. */
export interface Planner {
  readonly route: CompiledRoute;
  readonly planFor: (keys: readonly string[]) => Plan;
}

export function createPlanner(route: CompiledRoute): Planner {
  return { route, planFor: cachedByKeys((keys) => createPlan(route, keys)) };
}

function createPlan({ parts, queryStyles }: CompiledRoute, keys: readonly string[]): Plan {
  const indexes = new Map<string, number>();
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    if (isParameterName(key)) indexes.set(key, index);
  }
  const taken = new Set<string>();
  for (const part of parts) {
    if (typeof part !== "string") for (const { name } of part.variables) taken.add(name);
  }
  const remaining: RemainingParameter[] = [];
  for (const [name, index] of indexes) {
    if (taken.has(name)) continue;
    const key = isWellFormed(name) ? encodeUnreserved(name) : undefined;
    const style = readOwn(queryStyles, name) ?? "repeat";
    remaining.push({ name, index, key, prefix: `&${key}=`, style });
  }
  return { keys, options: findOptions(keys), indexes, remaining };
}

// ---- The URL

/** A call that is being built. */
export interface Call {
  readonly route: CompiledRoute;
  readonly plan: Plan;
  /** In the order of the plan's keys. */
  readonly values: readonly unknown[];
}

/**
 * Writes the URL: the template with its values, and the query if the method has no body.
 * @param origin What stands before the path.
 */
export function writeUrl(call: Call, origin: string): string {
  const { route } = call;
  let url = origin;
  let { isPlain } = route;
  const missing: string[] = [];
  for (const part of route.parts) {
    if (typeof part === "string") {
      url += part;
      continue;
    }
    const literal = literalOf(part, call);
    url += literal ?? expandPart(part, call, missing);
    isPlain &&= literal !== undefined;
  }
  if (missing.length > 0) throw missingParameters(missing, route.name);
  if (!isPlain) checkUrl(call, url.slice(origin.length));
  if (route.hasBody) return url;
  const query = writeQuery(call);
  if (query === "") return url;
  return isPlain ? `${url}?${query}` : appendQuery(url, query);
}

const DOT = 0x2e;

/** The value of an expression that needs no encoding and cannot be a dot segment, or `undefined`. */
function literalOf({ plainName }: Expression, call: Call): string | undefined {
  if (plainName === undefined) return undefined;
  const text = literalTextOf(valueOf(call, plainName));
  return text === "" || text?.charCodeAt(0) === DOT ? undefined : text;
}

/** @param missing Gets the names of required variables that have no value. */
function expandPart(expression: Expression, call: Call, missing: string[]): string {
  return expandExpression(
    expression,
    (name) => valueOf(call, name),
    call.route.name,
    ({ name, required }, text) => {
      if (text === undefined ? required !== undefined : text === "" && required === "non-empty")
        missing.push(name);
    },
  );
}

function valueOf({ plan, values }: Call, name: string): unknown {
  const index = plan.indexes.get(name);
  return index === undefined ? undefined : values[index];
}

/** Names all of them at once (contract A.5). */
function missingParameters(missing: readonly string[], route: string): EndpointError {
  const names = [...new Set(missing)];
  const noun = names.length === 1 ? "parameter" : "parameters";
  const message = `Missing required ${noun} of "${route}": ${listNames(names)}.`;
  return new EndpointError("MISSING_PARAMETER", message, route, names);
}

function checkUrl(call: Call, path: string): void {
  const { name, origin, literalDots } = call.route;
  const danger = findDanger(path, origin !== undefined, literalDots);
  if (danger === undefined) return;
  const names = namesIn(danger.ranges, findSpans(call));
  const problem = `is unsafe: ${listNames(names) || "its parameters"} would make ${danger.made}`;
  throw mistake("UNSAFE_PATH", "The URL", problem, name, names);
}

/** Where in the URL, after its origin, the variables are. */
function findSpans(call: Call): readonly Span[] {
  const spans: Span[] = [];
  let end = 0;
  const visit: Visit = ({ name }, text, before) => {
    if (text === undefined) return;
    const start = end;
    end += before.length + text.length;
    spans.push({ name, start, end });
  };
  for (const part of call.route.parts) {
    if (typeof part === "string") end += part.length;
    else expandExpression(part, (name) => valueOf(call, name), call.route.name, visit);
  }
  return spans;
}

// ---- The query and the body

/** Writes the remaining parameters, joined by `&`. */
function writeQuery({ route, plan, values }: Call): string {
  let query = "";
  for (const parameter of plan.remaining) {
    const value = values[parameter.index];
    const literal = parameter.key === undefined ? undefined : literalTextOf(value);
    query +=
      literal === undefined
        ? writeParameter(value, parameter, route.name)
        : parameter.prefix + literal;
  }
  return query.slice(1);
}

/** As `{?name}`, but a list repeats its key unless the route declares a style (contract A.7). */
function writeParameter(value: unknown, parameter: RemainingParameter, route: string): string {
  const { name, key, style } = parameter;
  if (value === undefined || value === null) return "";
  if (key === undefined) throw loneSurrogate(name, route);
  const variable: Variable = { name, explode: false, maxLength: 0, required: undefined, style };
  const text = expandVariable(value, { variable, key, operator: QUERY, route });
  return text === undefined ? "" : `&${text}`;
}

/** Adds a query to a URL that may have one already, before the fragment. */
function appendQuery(url: string, query: string): string {
  const hash = url.indexOf("#");
  const address = hash < 0 ? url : url.slice(0, hash);
  const joiner = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&";
  return address + joiner + query + url.slice(address.length);
}

/**
 * Collects the remaining parameters for a JSON body; `undefined` if there are none (contract A.8).
 */
export function writeBody({ route, plan, values }: Call): unknown {
  let body: Record<string, unknown> | undefined;
  for (const { name, index, key } of plan.remaining) {
    const value = values[index];
    if (value === undefined) continue;
    if (key === undefined) throw loneSurrogate(name, route.name);
    body ??= {};
    body[name] = toJsonValue(value, name, route.name);
  }
  return body;
}
