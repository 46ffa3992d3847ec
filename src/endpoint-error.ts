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
 * A request that cannot be built from what was passed.
 * Everything it reports is a mistake in the call, hence the `TypeError`.
 */
export class EndpointError extends TypeError {
  override readonly name = "EndpointError";
  readonly code: EndpointErrorCode;
  /**
   * The route as `<METHOD> <url>`, with the URL as the caller wrote it and `GET` where there was no
   * method; of a template, or of what is no route, the text itself.
   */
  readonly route: string;
  /** The parameters, options or headers at fault, in the order in which they were found. */
  readonly parameters: readonly string[];

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
