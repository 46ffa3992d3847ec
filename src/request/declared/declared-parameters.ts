/** Sends parameters in the query, in headers and in cookies as a route declares them. */
import { explain } from "../../base/explain.js";
import type { RouteException } from "../../catalog/requests.js";
import { invalidOption } from "../endpoint/errors.js";
import type { DeclaredParts, DeclaredRoute, ParameterExtension } from "../endpoint/extensions.js";
import { isParameterName, readObject } from "../endpoint/options.js";
import { mergeHeaders } from "../endpoint/headers.js";
import { appendQuery } from "../endpoint/url-text.js";
import type { RequestOptions } from "../endpoint/types.js";
import { readOwn, type UnknownRecord } from "../endpoint/values.js";
import {
  writeCookieParameter,
  writeHeaderParameter,
  writeQueryParameter,
} from "./parameter-styles.js";

/**
 * Sends what a route declares besides path, plain query and body: styled parameters of the query, headers,
 * cookies, the option `parameters`, and an `accept` of its own (contract A.31 to A.34).
 */
export const declaredParameters: ParameterExtension = (parameters, route, catalogAccept) =>
  declaresAny(route.exception) ? new DeclaredCall(parameters, route, catalogAccept) : undefined;

function declaresAny({ query, headers, cookies, named, accept }: RouteException): boolean {
  return [query, headers, cookies, named, accept].some((declared) => declared !== undefined);
}

/**
 * The parameters of a call, divided by whether the route declares them. Declared ones are written at once, so that
 * an invalid one is reported before the rest of the request is built.
 */
class DeclaredCall implements DeclaredParts {
  readonly #parameters: UnknownRecord;
  readonly #route: DeclaredRoute;
  readonly #catalogAccept: string;
  readonly #undeclared: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  // Texts to send; a parameter whose value gives no text adds nothing.
  readonly #queries: string[] = [];
  readonly #headers: [name: string, value: string][] = [];
  readonly #cookies: string[] = [];

  constructor(parameters: UnknownRecord, route: DeclaredRoute, catalogAccept: string) {
    this.#parameters = parameters;
    this.#route = route;
    this.#catalogAccept = catalogAccept;
    const { named } = route.exception;
    for (const [key, value] of Object.entries(parameters)) {
      if (named !== undefined && key === "parameters") this.#divideMembers(value, named);
      else if (isParameterName(key) && this.#isDeclared(key)) this.#write(key, value);
      else this.#undeclared[key] = value;
    }
  }

  /** The options, and the parameters left for path, query and body. */
  get undeclared(): UnknownRecord {
    return this.#undeclared;
  }

  addTo(request: RequestOptions): void {
    if (this.#queries.length > 0) request.url = appendQuery(request.url, this.#queries.join("&"));
    if (this.#headers.length > 0)
      request.headers = mergeHeaders(request.headers, this.#headers, this.#route.name);
    if (this.#cookies.length > 0) {
      const { cookie } = request.headers;
      const cookies = cookie ? [cookie, ...this.#cookies] : this.#cookies;
      request.headers["cookie"] = cookies.join("; ");
    }
    const { accept } = this.#route.exception;
    if (accept !== undefined && !this.#isAcceptChosen(request)) request.headers["accept"] = accept;
  }

  /** Divides the members of the option `parameters`, which are parameters that are named like options. */
  #divideMembers(option: unknown, names: readonly string[]): void {
    const { name: route } = this.#route;
    const members: UnknownRecord = readObject(option, "parameters", route) ?? {};
    for (const [name, value] of Object.entries(members)) {
      const path = `parameters.${name}`;
      if (!names.includes(name)) {
        const expected = explain(() => `one of ${names.join(", ")} as its name`);
        throw invalidOption(path, value, expected, route);
      }
      if (this.#isDeclared(name)) this.#write(name, value);
      else this.#undeclared[path] = value; // in the path, whose template names the parameter like this
    }
  }

  #isDeclared(name: string): boolean {
    const { query = {}, headers = {}, cookies = {} } = this.#route.exception;
    return [query, headers, cookies].some((place) => Object.hasOwn(place, name));
  }

  /** Writes a parameter for each place that declares its name: several places may do so. */
  #write(name: string, value: unknown): void {
    const { name: route, exception } = this.#route;
    const { query = {}, headers = {}, cookies = {} } = exception;
    const parameter = { name, value, route };
    const queryStyle = readOwn(query, name);
    const headerStyle = readOwn(headers, name);
    const cookieStyle = readOwn(cookies, name);
    const inQuery = queryStyle && writeQueryParameter(parameter, queryStyle);
    const inHeader = headerStyle && writeHeaderParameter(parameter, headerStyle);
    const inCookie = cookieStyle && writeCookieParameter(parameter, cookieStyle);
    if (inQuery) this.#queries.push(inQuery);
    if (inHeader !== undefined) this.#headers.push([name, inHeader]); // also an empty one
    if (inCookie) this.#cookies.push(inCookie);
  }

  /** True if the caller or the defaults chose `accept`: that of the route must not replace it. */
  #isAcceptChosen({ headers }: RequestOptions): boolean {
    if (headers["accept"] !== this.#catalogAccept) return true;
    // A caller may have chosen the very value of the catalog.
    const chosen = mergeHeaders({}, readOwn(this.#parameters, "headers"), this.#route.name);
    return Object.hasOwn(chosen, "accept");
  }
}
