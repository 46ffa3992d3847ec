import { toJsonValue } from "./body.js";
import { cachedByKeys } from "./cache.js";
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
  type Writer,
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
  /** `&key=`, as a literal value follows it in a query. */
  readonly prefix: string;
  /** Writes any other value; `undefined` if the name has a lone surrogate. */
  readonly writer: Writer | undefined;
}

/** A compiled route, with the plans of the calls that it had last. */
export interface Planner {
  readonly route: CompiledRoute;
  readonly planFor: (keys: readonly string[]) => Plan;
}

export function createPlanner(route: CompiledRoute): Planner {
  return { route, planFor: cachedByKeys((keys) => createPlan(route, keys)) };
}

function createPlan(route: CompiledRoute, keys: readonly string[]): Plan {
  const indexes = new Map<string, number>();
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] ?? "";
    if (isParameterName(key)) indexes.set(key, index);
  }
  const taken = new Set<string>();
  for (const part of route.parts) {
    if (typeof part !== "string") for (const { name } of part.variables) taken.add(name);
  }
  const remaining: RemainingParameter[] = [];
  for (const [name, index] of indexes)
    if (!taken.has(name)) remaining.push(createRemaining(name, index, route));
  return { keys, options: findOptions(keys), indexes, remaining };
}

/** Written as `{?name}`, but a list repeats its key unless the route declares a style (contract A.7). */
function createRemaining(name: string, index: number, route: CompiledRoute): RemainingParameter {
  if (!isWellFormed(name)) return { name, index, prefix: "", writer: undefined };
  const key = encodeUnreserved(name);
  const style = readOwn(route.queryStyles, name) ?? "repeat";
  const variable: Variable = { name, explode: false, maxLength: 0, required: undefined, style };
  const writer = { variable, key, operator: QUERY, route: route.name };
  return { name, index, prefix: `&${key}=`, writer };
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
  const url = origin + writePath(call);
  if (route.hasBody) return url;
  const query = writeQuery(call);
  if (query === "") return url;
  return route.isPlain ? `${url}?${query}` : appendQuery(url, query);
}

function writePath(call: Call): string {
  const { route } = call;
  let path = "";
  let isSafe = route.isPlain;
  const missing: string[] = [];
  for (const part of route.parts) {
    if (typeof part === "string") {
      path += part;
      continue;
    }
    const literal = literalOf(part, call);
    if (literal === undefined) isSafe = false;
    path += literal ?? expandPart(part, call, missing);
  }
  if (missing.length > 0) throw missingParameters(missing, route.name);
  if (!isSafe) checkPath(path, call);
  return path;
}

const DOT = 0x2e;

/** The value of an expression that needs no encoding and cannot be a dot segment, or `undefined`. */
function literalOf({ plainName }: Expression, call: Call): string | undefined {
  if (plainName === undefined) return undefined;
  const text = literalTextOf(valueOf(call, plainName));
  return text === "" || text?.charCodeAt(0) === DOT ? undefined : text;
}

/**
 * @param missing Gets the names of required variables that have no value.
 * @param spans Gets where the variables are in the path, of which `length` characters are written.
 */
function expandPart(
  expression: Expression,
  call: Call,
  missing: string[],
  spans: Span[] = [],
  length = 0,
): string {
  const valueOfName = (name: string): unknown => valueOf(call, name);
  const visit: Visit = ({ name, required }, text, start, end) => {
    if (text === undefined ? required !== undefined : text === "" && required === "non-empty")
      missing.push(name);
    if (text !== undefined) spans.push({ name, start: length + start, end: length + end });
  };
  return expandExpression(expression, valueOfName, call.route.name, visit);
}

function checkPath(path: string, call: Call): void {
  const { name: route, origin, literalDots, parts } = call.route;
  const danger = findDanger(path, origin !== undefined, literalDots);
  if (danger === undefined) return;
  const spans: Span[] = [];
  let before = "";
  for (const part of parts)
    before += typeof part === "string" ? part : expandPart(part, call, [], spans, before.length);
  const names = namesIn(danger.ranges, spans);
  const problem = `is unsafe: ${listNames(names) || "its parameters"} would make ${danger.made}`;
  throw mistake("UNSAFE_PATH", "The URL", problem, route, names);
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

// ---- The query and the body

/** Writes the remaining parameters, joined by `&`. */
function writeQuery({ route, plan, values }: Call): string {
  let query = "";
  for (const { name, index, prefix, writer } of plan.remaining) {
    const value = values[index];
    if (value === undefined) continue;
    if (writer === undefined) throw loneSurrogate(name, route.name);
    const literal = literalTextOf(value);
    const text = literal === undefined ? expandVariable(value, writer) : undefined;
    if (literal !== undefined) query += prefix + literal;
    else if (text !== undefined) query += `&${text}`;
  }
  return query.slice(1);
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
  for (const { name, index, writer } of plan.remaining) {
    const value = values[index];
    if (value === undefined) continue;
    if (writer === undefined) throw loneSurrogate(name, route.name);
    body ??= {};
    body[name] = toJsonValue(value, name, route.name);
  }
  return body;
}
