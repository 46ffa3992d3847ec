/** Plans where the parameters of a call go, by their names alone, and writes its URL by the plan. */
import { explain } from "../../../base/explain.js";
import { cachedByKeys } from "./cache.js";
import { createError, EndpointError, listNames, loneSurrogate } from "../errors.js";
import type { BodyWriter, RouteExtensions, SentValues } from "../extensions.js";
import { findOptions, isParameterName, type OptionOfCall, type Options } from "../options.js";
import type { HeaderRecord } from "../headers.js";
import type { CompiledRoute } from "./compile-route.js";
import type { Expression, VariableRule } from "./parse-template.js";
import type { Visit } from "./template.js";
import type { RequestOptions } from "../types.js";
import { findUnsafePart, type UnsafePart } from "../url-safety.js";
import { encodeUnreserved, literalTextOf } from "../url-text.js";

// ---- The plan: decided by the keys of a call

/**
 * Adds to a compiled route the code that it needs, and remembers the plans of its last calls.
 * @param addBody Needed for methods with a body.
 */
export function planRoute(
  route: CompiledRoute,
  addBody?: AddBody,
  { bodies, parameters }: RouteExtensions = {},
): RoutePlan {
  return {
    route,
    addBody,
    bodies,
    parameters,
    planFor: cachedByKeys((keys) => createPlan(route, keys)),
  };
}

/** Finds the places of the values of all calls with these keys. */
function createPlan(route: CompiledRoute, keys: readonly string[]): CallPlan {
  const parameters = new Map<string, number>();
  keys.forEach((key, index) => {
    if (isParameterName(key)) parameters.set(key, index);
  });
  const inTemplate = new Set<string>();
  for (const part of route.parts) {
    if (typeof part !== "string") for (const { name } of part.variables) inTemplate.add(name);
  }
  const remaining: RemainingParameter[] = [];
  for (const [name, index] of parameters) {
    const key = name.isWellFormed() ? encodeUnreserved(name) : undefined;
    if (!inTemplate.has(name)) remaining.push({ name, index, key, prefix: `&${key}=` });
  }
  return { keys, options: findOptions(keys), parameters, remaining };
}

// ---- The URL: its values are found by the plan

/**
 * Writes the URL: the template with its values, and the query if the method has no body.
 * @param origin The address before the path.
 */
export function writeUrl(call: PlannedCall, origin: string): string {
  const { route } = call;
  const url = origin + writeUrlPath(call);
  if (route.hasBody) return url;
  const query = writeRemaining(call);
  if (query === "") return url;
  return route.addQuery(url, query);
}

function writeUrlPath(call: PlannedCall): string {
  const { route } = call;
  let path = "";
  let isSafe = route.isPlain;
  const missing: string[] = [];
  for (const part of route.parts) {
    if (typeof part === "string") {
      path += part;
      continue;
    }
    const literal = writeLiteral(part, call);
    if (literal === undefined) isSafe = false;
    path += literal ?? expandPart(part, call, missing);
  }
  if (missing.length > 0) throw createMissingError(missing, route.name);
  if (!isSafe) checkPath(path, call);
  return path;
}

/**
 * Writes the value of an expression such as `{a}` if it can be written as it is: it needs no encoding,
 * is not empty, and does not begin with a dot.
 */
function writeLiteral({ plainName }: Expression, call: PlannedCall): string | undefined {
  if (plainName === undefined) return undefined;
  const text = literalTextOf(readValue(call, plainName));
  return text === "" || text?.charCodeAt(0) === 0x2e ? undefined : text; // a dot
}

/** @param missing Receives the names of required variables that have no value. */
function expandPart(expression: Expression, call: PlannedCall, missing: string[]): string {
  return expandValues(expression, call, ({ name, rule }, text) => {
    if (isMissing(rule, text)) missing.push(name);
  });
}

/** True for a variable without a value that its rule requires. An empty text is a value, except for `non-empty`. */
function isMissing(rule: VariableRule, text: string | undefined): boolean {
  if (rule === undefined || rule === "repeat") return false; // optional
  return rule === "non-empty" ? !text : text === undefined;
}

function expandValues(expression: Expression, call: PlannedCall, visit: Visit): string {
  const { name, expansion } = call.route;
  return expansion.expand(expression, (parameter) => readValue(call, parameter), name, visit);
}

/** @throws EndpointError that names the parameters whose values lead to another place (contract A.6). */
function checkPath(path: string, call: PlannedCall): void {
  const { name: route, origin, literalDots } = call.route;
  const unsafe = findUnsafePart(path, origin !== "", literalDots);
  if (unsafe === undefined) return;
  const names = listWriters(unsafe.texts, call);
  const detail = explain(
    () => `is unsafe: ${listNames(names) || "its parameters"} would make ${unsafe.made}`,
  );
  throw createError("UNSAFE_PATH", "The URL", detail, route, names);
}

/**
 * Lists the parameters that wrote a character of these matches in the path. Expands the path once more,
 * because the calls that succeed keep no positions.
 * @param matches In the order of their places, as the parameters are: each is passed once.
 */
function listWriters(matches: UnsafePart["texts"], call: PlannedCall): readonly string[] {
  const names = new Set<string>();
  let offset = 0;
  let { value: match } = matches.next();
  const visit: Visit = ({ name }, _text, start, end) => {
    while (match !== undefined && match.index + match[0].length <= offset + start)
      match = matches.next().value;
    if (start < end && match !== undefined && match.index < offset + end) names.add(name);
  };
  for (const part of call.route.parts)
    offset += (typeof part === "string" ? part : expandValues(part, call, visit)).length;
  return [...names];
}

/** Reads the value of a parameter by its name. */
function readValue({ plan, values }: PlannedCall, name: string): unknown {
  const index = plan.parameters.get(name);
  return index === undefined ? undefined : values[index];
}

/** Creates the error that names all missing parameters at once (contract A.5). */
export function createMissingError(missing: readonly string[], route: string): EndpointError {
  const names = [...new Set(missing)];
  const noun = names.length === 1 ? "parameter" : "parameters";
  const message = `Missing required ${noun} of "${route}": ${listNames(names)}.`;
  return new EndpointError("MISSING_PARAMETER", message, route, names);
}

/** Writes the parameters that are not in the template, joined by `&`. */
function writeRemaining({ route, plan, values }: PlannedCall): string {
  let query = "";
  for (const { name, index, prefix, key } of plan.remaining) {
    const value = values[index];
    if (value === undefined) continue;
    if (key === undefined) throw loneSurrogate(name, route.name);
    const literal = literalTextOf(value);
    if (literal !== undefined) {
      query += prefix + literal;
      continue;
    }
    const text = route.expansion.writePair(value, name, key, route.name);
    if (text !== undefined) query += `&${text}`;
  }
  return query.slice(1);
}

// ---- Types

/** A route that is ready to be filled. */
export interface RoutePlan extends RouteExtensions {
  readonly route: CompiledRoute;
  /** Absent from the plan of a method without a body. */
  readonly addBody: AddBody | undefined;
  readonly planFor: (keys: readonly string[]) => CallPlan;
}

/**
 * The places of the values of a call (contract A.16 to A.19). They depend only on the route and the
 * order of the keys, so calls with the same keys share a plan. It finds a value by the index of its key.
 */
export interface CallPlan {
  readonly keys: readonly string[];
  readonly options: readonly OptionOfCall[];
  /** The index of the key of each parameter, by name. */
  readonly parameters: ReadonlyMap<string, number>;
  /** The parameters that are not in the template. They go into the query or the body. */
  readonly remaining: readonly RemainingParameter[];
}

interface RemainingParameter {
  readonly name: string;
  readonly index: number;
  /** `&key=`, the text before a literal value in a query. */
  readonly prefix: string;
  /** The name, encoded; `undefined` if it has a lone surrogate. */
  readonly key: string | undefined;
}

/** A call that is being built. */
export interface PlannedCall {
  readonly route: CompiledRoute;
  readonly plan: CallPlan;
  /** In the order of the plan's keys. */
  readonly values: readonly unknown[];
}

/** Adds the body to a request, if there is one, and its content type. */
export type AddBody = (
  request: RequestOptions,
  call: PlannedCall,
  data: unknown,
  builder: BodyDefaults,
  bodies?: readonly BodyWriter[],
) => void;

/** The parts of a builder that bodies need. */
export interface BodyDefaults {
  readonly shared: { readonly values: SentValues | undefined };
  readonly defaults: {
    readonly options: Options;
    readonly jsonHeaders: Readonly<HeaderRecord>;
  };
}
