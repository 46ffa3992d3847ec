/** Sends parameters in the query, in headers and in cookies as a route declares them. */
import { explain } from "../../base/explain.js";
import type { RouteException } from "../../catalog/requests.js";
import { invalidOption } from "../endpoint/errors.js";
import type { DeclaredRoute, ParameterExtension } from "../endpoint/extensions.js";
import { isParameterName, mergeHeaders, readObject } from "../endpoint/options.js";
import { appendQuery } from "../endpoint/route/template.js";
import type { RequestOptions } from "../endpoint/types.js";
import { readOwn, type UnknownRecord } from "../endpoint/values.js";
import {
  writeCookieParameter,
  writeHeaderParameter,
  writeQueryParameter,
} from "./parameter-styles.js";

/**
 * Sends parameters as a route declares them: in the query (in a style, or beside a body), in headers or
 * in cookies. Also reads the option `parameters`, and sends the `accept` of the route (contract A.31 to
 * A.34).
 */
export const declaredParameters: ParameterExtension = (parameters, route, accept) => {
  const { query, headers, cookies, named, accept: routeAccept } = route.exception;
  if ((query ?? headers ?? cookies ?? named ?? routeAccept) === undefined) return undefined;
  const call = new DeclaredCall(route);
  for (const [key, value] of Object.entries(parameters)) {
    if (named !== undefined && key === "parameters") call.takeMembers(value, named);
    else if (!isParameterName(key) || !call.take(key, value)) call.undeclared[key] = value;
  }
  return {
    undeclared: call.undeclared,
    addTo(request) {
      call.addTo(request);
      // The route's `accept` replaces the catalog's, but not the caller's.
      if (routeAccept === undefined || request.headers["accept"] !== accept) return;
      const callHeaders = mergeHeaders({}, readOwn(parameters, "headers"), route.name);
      if (!Object.hasOwn(callHeaders, "accept")) request.headers["accept"] = routeAccept;
    },
  };
};

/** The declared parameters of a call. */
class DeclaredCall {
  /** The options, and the parameters left for path, query and body. */
  readonly undeclared: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  readonly #route: string;
  readonly #exception: RouteException;
  readonly #queries: string[] = [];
  readonly #headers: [name: string, value: string][] = [];
  readonly #cookies: string[] = [];

  constructor({ name, exception }: DeclaredRoute) {
    this.#route = name;
    this.#exception = exception;
  }

  /** Takes a parameter that is declared for query, headers or cookies; returns `false` for any other. */
  take(name: string, value: unknown): boolean {
    const { query = {}, headers = {}, cookies = {} } = this.#exception;
    const parameter = { name, value, route: this.#route };
    const queryStyle = readOwn(query, name);
    const headerStyle = readOwn(headers, name);
    const cookieStyle = readOwn(cookies, name);
    if (queryStyle !== undefined) this.#queries.push(writeQueryParameter(parameter, queryStyle));
    if (headerStyle !== undefined) {
      const text = writeHeaderParameter(parameter, headerStyle);
      if (text !== undefined) this.#headers.push([name, text]);
    }
    if (cookieStyle !== undefined) this.#cookies.push(writeCookieParameter(parameter, cookieStyle));
    return (queryStyle ?? headerStyle ?? cookieStyle) !== undefined;
  }

  /**
   * Takes the members of the option `parameters`. Leaves path parameters, under their name in the template:
   * `parameters.<name>`.
   */
  takeMembers(option: unknown, names: readonly string[]): void {
    const parameters: UnknownRecord = readObject(option, "parameters", this.#route) ?? {};
    for (const [name, value] of Object.entries(parameters)) {
      const path = `parameters.${name}`;
      if (!names.includes(name)) {
        const expected = explain(() => `one of ${names.join(", ")} as its name`);
        throw invalidOption(path, value, expected, this.#route);
      }
      if (!this.take(name, value)) this.undeclared[path] = value;
    }
  }

  /** Adds the parameters that were taken to the request. */
  addTo(request: RequestOptions): void {
    const query = this.#queries.filter((text) => text !== "").join("&");
    if (query !== "") request.url = appendQuery(request.url, query);
    if (this.#headers.length > 0)
      request.headers = mergeHeaders(request.headers, this.#headers, this.#route);
    const { cookie } = request.headers;
    const cookies = [cookie ?? "", ...this.#cookies].filter((text) => text !== "");
    if (this.#cookies.length > 0 && cookies.length > 0)
      request.headers["cookie"] = cookies.join("; ");
  }
}
