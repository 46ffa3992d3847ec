import { lengthOfOrigin } from "./address.js";
import type { EndpointCatalog, QueryStyle, RouteException } from "./catalog.js";
import type { CalledRoute, CallShape } from "./call-shape.js";
import type { Method } from "./method.js";
import { countDotSegments } from "./path-safety.js";
import type { Route } from "./route.js";
import { createExpression } from "./template-parts.js";
import type { Expression, TemplatePart, Variable } from "./template-parts.js";
import { FEW_PARTS, parseTemplate, type UrlTemplate } from "./url-template.js";

/** A route, compiled: all that can be known of its requests before the parameters are. */
export interface RoutePlan extends CalledRoute {
  /** `<METHOD> <url>` as written; what errors call the route. */
  readonly name: string;
  readonly method: Method;
  /** As written, placeholders and all. */
  readonly url: string;
  /** Scheme and authority, when the route has its own. */
  readonly origin: string | undefined;
  readonly parts: readonly TemplatePart[];
  /**
   * Whether the template is a path that begins with one slash, and has neither dots nor anything
   * encoded at the start of a segment: with values that stand as they are, it needs no check.
   */
  readonly isOrdinary: boolean;
  /** Whether no part of the template is, or begins, a query or a fragment. */
  readonly isPath: boolean;
  /** How many dot segments the template itself spells. */
  readonly literalDots: number;
}

const noStyles: ReadonlyMap<string, QueryStyle> = new Map();

/** A catalog's exceptions, by `<METHOD> <documented url>`. */
export type RouteExceptions = Pick<ReadonlyMap<string, RouteException>, "get">;

/** They are read when the first route is compiled: programs that build no request start without. */
export function readExceptions(catalog: EndpointCatalog): RouteExceptions {
  let exceptions: RouteExceptions | undefined;
  return { get: (name) => (exceptions ??= readAll(catalog)).get(name) };
}

function readAll(catalog: EndpointCatalog): RouteExceptions {
  return new Map(
    Object.entries(catalog.routes).map(([name, exception]) => [name, readException(exception)]),
  );
}

/** Own properties only: what is inherited must not send a request to another place. */
function readException(exception: RouteException): RouteException {
  return Object.assign(Object.create(null) as RouteException, exception); // all of it is optional
}

/**
 * Compiles a route, with its exception if the catalog has one.
 * @param shapes Where the shapes of its calls are remembered; `undefined` for a plan that is not kept.
 * @throws EndpointError `INVALID_TEMPLATE` or `INVALID_URL`.
 */
export function compileRoute(
  { method, url }: Route,
  exceptions: RouteExceptions,
  shapes: CallShape[] | undefined,
): RoutePlan {
  const name = `${method.name} ${url}`;
  const exception = exceptions.get(name) ?? exceptions.get(documentedName({ method, url }, name));
  const template = exception?.template ?? url;
  const originLength = lengthOfOrigin(template, name);
  const path = template.slice(originLength);
  const parsed = parseTemplate(path, { routes: true, route: name, offset: originLength });
  const parts = planParts(parsed, exception);
  const rooted = originLength > 0 ? parts : withLeadingSlash(parts);
  const outline = isOrdinary(path) ? undefined : readOutline(rooted);
  const isPlainPath = outline === undefined || isOrdinary(outline);
  return {
    name,
    method,
    url,
    origin: originLength > 0 ? template.slice(0, originLength) : undefined,
    parts: rooted,
    queryStyles:
      exception?.query === undefined ? noStyles : new Map(Object.entries(exception.query)),
    literalDots: isPlainPath ? 0 : countDotSegments(outline),
    isOrdinary: isPlainPath,
    isPath: parsed.isPath,
    shapes,
  };
}

/** The literals, with a character that no dot segment has in the place of each placeholder. */
function readOutline(parts: readonly TemplatePart[]): string {
  let outline = "";
  for (const part of parts) outline += typeof part === "string" ? part : "*";
  return outline;
}

/** Whether nothing but the values of a path can make it other than it looks. */
function isOrdinary(outline: string): boolean {
  return outline.startsWith("/") && !surprising.test(outline);
}

/** A second slash at the start, an end of the path, what may be a dot segment. */
const surprising = /^\/\/|[?#]|\/[.%]/;

/**
 * The catalog spells placeholders with braces and paths with a leading slash; a caller may spell
 * them with colons, and without.
 */
function documentedName({ method, url }: Route, name: string): string {
  if (!url.includes("/:")) return url.startsWith("/") ? name : `${method.name} /${url}`;
  const originLength = lengthOfOrigin(url, name);
  const { parts } = parseTemplate(url.slice(originLength), {
    routes: true,
    route: name,
    offset: originLength,
  });
  if (!parts.every(isPlain)) return name;
  const spelled = parts.map((part) =>
    typeof part === "string" ? part : `{${namesOf(part).join(",")}}`,
  );
  return `${method.name} ${withSlash(url.slice(0, originLength) + spelled.join(""))}`;
}

function withSlash(url: string): string {
  return url.startsWith("/") ? url : `/${url}`;
}

/** Whether a part can be a documented one: a caller's own operators and modifiers are to stay. */
function isPlain(part: TemplatePart): boolean {
  if (typeof part === "string") return true;
  const { operator, variables } = part;
  return (
    operator.symbol === "" && variables.every(({ explode, maxLength }) => !explode && !maxLength)
  );
}

function namesOf(part: TemplatePart): string[] {
  return typeof part === "string" ? [] : part.variables.map(({ name }) => name);
}

/** Only what the route itself spells gets its slash here; a value must bring its own. */
function withLeadingSlash(parts: readonly TemplatePart[]): readonly TemplatePart[] {
  const [first] = parts;
  return typeof first === "string" && !first.startsWith("/")
    ? [`/${first}`, ...parts.slice(1)]
    : parts;
}

function planParts(
  { parts, isPath }: UrlTemplate,
  exception: RouteException | undefined,
): TemplatePart[] {
  const plans = createPlans(parts.length);
  let inPath = true;
  return parts.map((part) => {
    if (!isPath && inPath && leavesPath(part)) {
      inPath = false;
      plans?.clear();
    }
    if (typeof part === "string") return part;
    const plan = plans?.get(part) ?? planExpression(part, inPath, exception);
    plans?.set(part, plan);
    return plan;
  });
}

/** For templates that may repeat one expression many times, which then is planned once. */
function createPlans(length: number): Map<Expression, Expression> | undefined {
  return length > FEW_PARTS ? new Map() : undefined;
}

function leavesPath(part: TemplatePart): boolean {
  return typeof part === "string" ? /[?#]/.test(part) : "?&#".includes(part.operator.symbol || " ");
}

function planExpression(
  expression: Expression,
  inPath: boolean,
  exception: RouteException | undefined,
): Expression {
  const { operator, variables } = expression;
  const plan = planners.get(operator.symbol);
  if (plan === undefined) return expression;
  return createExpression(
    operator,
    variables.map((variable) => plan(variable, inPath, exception)),
  );
}

type Planner = (
  variable: Variable,
  inPath: boolean,
  exception: RouteException | undefined,
) => Variable;

/** What a route adds to RFC 6570, by operator. */
const planners: ReadonlyMap<string, Planner> = new Map<string, Planner>([
  ["", (variable, inPath, exception) => planPath(variable, inPath, "non-empty", exception)],
  ["+", (variable, inPath, exception) => planPath(variable, inPath, "defined", exception)],
  ["?", planQuery],
  ["&", planQuery],
]);

function planPath(
  variable: Variable,
  inPath: boolean,
  required: "defined" | "non-empty",
  exception: RouteException | undefined,
): Variable {
  if (!inPath) return variable;
  const { name, explode, maxLength, form } = variable;
  return exception?.multiSegment?.includes(name)
    ? { name, explode, maxLength, required: "defined", form: "segments" }
    : { name, explode, maxLength, required, form };
}

/**
 * Declared query parameters are written like undeclared ones in the catalog's own templates, and
 * wherever the catalog gives them a style; in a caller's template RFC 6570 decides.
 */
function planQuery(
  variable: Variable,
  _inPath: boolean,
  exception: RouteException | undefined,
): Variable {
  if (exception === undefined) return variable;
  const style = Object.hasOwn(exception.query ?? {}, variable.name)
    ? exception.query?.[variable.name]
    : undefined;
  const form = style ?? (exception.template === undefined ? undefined : "repeat");
  const plain = variable.maxLength === 0 && !variable.explode;
  return form === undefined || !plain ? variable : { ...variable, form };
}
