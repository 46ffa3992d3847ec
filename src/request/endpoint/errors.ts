/** Errors of calls from which no request can be built, and their messages. */
import { describeKind } from "../../base/values.js";
import { explain } from "../../base/explain.js";
import { linkTo, writeMessage } from "../../base/package.js";

/** Reason why a request cannot be built; stable across releases. */
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
  | "BODY_NOT_ALLOWED"
  /** The response is a stream, which `client.stream()` reads. */
  | "STREAM_ROUTE";

/** A call from which no request can be built. A `TypeError`, because the call has to be changed. */
export class EndpointError extends TypeError {
  override readonly name = "EndpointError";
  declare readonly code: EndpointErrorCode;
  /** The address of the page that explains the code. */
  declare readonly docs: string;
  /**
   * `<METHOD> <url>`: the method in uppercase, by default `GET`, and the URL as the caller wrote it. For
   * `expandTemplate`, or for a route that cannot be read, the text itself.
   */
  declare readonly route: string;
  /** The parameters, options or headers to be changed, in the order in which they were found. */
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
    this.docs = linkTo(code);
    this.route = route;
    this.parameters = parameters;
  }
}

/** Text of {@link explain}. */
type Detail = string | undefined;

/** Creates the error with the message `<subject> of "<route>" <detail>.` */
export function createError(
  code: EndpointErrorCode,
  subject: string,
  detail: Detail,
  route: string,
  names?: readonly string[],
): EndpointError {
  return new EndpointError(
    code,
    writeMessage(code, `${subject} of "${route}"`, detail),
    route,
    names,
  );
}

export function invalidParameter(name: string, detail: Detail, route: string): EndpointError {
  return createError("INVALID_PARAMETER", `Parameter ${show(name)}`, detail, route, [name]);
}

/** The error for text with half of a surrogate pair, which neither a URL nor UTF-8 can express. */
export function loneSurrogate(name: string, route: string): EndpointError {
  const detail = explain(() => "has a lone surrogate; expected well-formed Unicode");
  return invalidParameter(name, detail, route);
}

/** The error for an object in place of a value or a list. */
export function notList(name: string, route: string): EndpointError {
  const detail = explain(() => "is an object; expected a value or a list");
  return invalidParameter(name, detail, route);
}

export function invalidOption(
  name: string,
  value: unknown,
  expected: Detail,
  route: string,
): EndpointError {
  const detail = expected && `is ${show(value)}; expected ${expected}`;
  return createError("INVALID_OPTION", `Option "${name}"`, detail, route, [name]);
}

/** The error for an option whose code a small client lacks. */
export function missingPart(option: string, part: string, route: string): EndpointError {
  const detail = explain(
    () => `needs the part \`${part}\`; pass it to \`createClient\`, in the option "parts"`,
  );
  return createError("INVALID_OPTION", `Option "${option}"`, detail, route, [option]);
}

/** Lists names for a message: `"a", "b"`. */
export function listNames(names: readonly string[]): string {
  return names.map(show).join(", ");
}

/** Shows text in quotes, and anything else by its kind. */
export function show(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value) : describeKind(value);
}
