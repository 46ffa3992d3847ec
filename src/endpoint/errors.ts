/** What can go wrong while a request is being built; stable across releases. */
export type EndpointErrorCode =
  | "INVALID_ROUTE"
  | "INVALID_METHOD"
  | "INVALID_TEMPLATE"
  | "INVALID_URL"
  | "INVALID_OPTION"
  | "INVALID_HEADER"
  | "INVALID_PARAMETER"
  | "MISSING_PARAMETER"
  | "UNSAFE_PATH"
  | "BODY_NOT_ALLOWED";

/**
 * A request that cannot be built from what was passed. It is a `TypeError` because everything that
 * it reports is a mistake in the call.
 */
export class EndpointError extends TypeError {
  override readonly name = "EndpointError";
  declare readonly code: EndpointErrorCode;
  /**
   * The route as `<METHOD> <url>`: the URL as the caller wrote it, the method in uppercase, `GET` if
   * there was none. For `expandTemplate`, or for a route that cannot be read, the text itself.
   */
  declare readonly route: string;
  /** The parameters, options or headers at fault, in the order in which they were found. */
  declare readonly parameters: readonly string[];

  constructor(
    code: EndpointErrorCode,
    message: string,
    route: string,
    parameters: readonly string[] = [],
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.route = route;
    this.parameters = parameters;
  }
}

/** The error with the message `<what> of "<route>" <problem>.` */
export function mistake(
  code: EndpointErrorCode,
  what: string,
  problem: string,
  route: string,
  names?: readonly string[],
): EndpointError {
  return new EndpointError(code, `${what} of "${route}" ${problem}.`, route, names);
}

export function invalidParameter(name: string, problem: string, route: string): EndpointError {
  return mistake("INVALID_PARAMETER", `Parameter ${show(name)}`, problem, route, [name]);
}

/** The error for text with half of a surrogate pair, which neither a URL nor UTF-8 can express. */
export function loneSurrogate(name: string, route: string): EndpointError {
  return invalidParameter(name, "has a lone surrogate; expected well-formed Unicode", route);
}

export function invalidOption(
  name: string,
  value: unknown,
  expected: string,
  route: string,
): EndpointError {
  const problem = `is ${show(value)}; expected ${expected}`;
  return mistake("INVALID_OPTION", `Option "${name}"`, problem, route, [name]);
}

/** Lists names for a message: `"a", "b"`. */
export function listNames(names: readonly string[]): string {
  return names.map(show).join(", ");
}

/** Shows text as it is, and anything else by its kind. */
export function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : describe(value);
}

/** The kind of a value, never its content. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
