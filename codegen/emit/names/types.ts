/** The names that entries of the YAML have in generated code, and the keys to look them up. */

/** The identifiers of all named entries of the YAML. They are unique. */
export interface TypeNames {
  /** By `<event>` or `<event>.<action>`. */
  readonly events: ReadonlyMap<string, EventTypeNames>;
  /** By route and form: the interfaces of its parameters. */
  readonly parameters: ReadonlyMap<string, string>;
  /** By route: its function. */
  readonly functions: ReadonlyMap<string, string>;
  /** By route and status, with a space between: the type of a response's body. */
  readonly responses: ReadonlyMap<string, string>;
  /** By route: the type of the data that a request resolves to. */
  readonly results: ReadonlyMap<string, string>;
  /** By route: the type of the items of a list, if it is not a component. */
  readonly items: ReadonlyMap<string, string>;
  /** By the dotted path of a resource: the interface of its methods. */
  readonly resources: ReadonlyMap<string, string>;
  /** By route: the object of parameters of a method with another surface; empty for the usual one. */
  readonly surface: ReadonlyMap<string, string>;
  /** By `$ref`. */
  readonly components: ReadonlyMap<string, string>;
  /**
   * By `<event>` or `<event>.<action>`, and by route and status, or `body`, with a space between: the
   * Standard Schema of a payload, a response or the body of a request.
   */
  readonly schemas: ReadonlyMap<string, string>;
}

/** The types of one event name. */
export interface EventTypeNames {
  readonly event: string;
  readonly payload: string;
}

/** Key of a request's body, in place of a status. */
export const BODY = "body";

/** The key of one way to call a route in {@link TypeNames.parameters}. */
export function formKey(route: string, index: number): string {
  return index === 0 ? route : `${route} ${index}`;
}

/** The key of a response in {@link TypeNames.responses}. */
export function responseKey(route: string, status: string): string {
  return `${route} ${status}`;
}
