/** Changes of a request that the client has built: options of a call replace its path or its body, or add to its query. */
import { isJsonType } from "../http/media-types.js";
import { CALL } from "../request/client/call.js";
import type { UntypedCore } from "../request/client/client.js";
import { isRawBody, rawTypeOf } from "../request/endpoint/body.js";
import { appendQuery } from "../request/endpoint/url-text.js";
import type { RequestOptions as BuiltRequest } from "../request/endpoint/types.js";
import { isPlainObject } from "../request/endpoint/values.js";
import { writeQuery } from "./headers-and-query.js";
import type { RequestOptions } from "./types.js";

/**
 * Makes the change that the options of a call ask for. Without any, it changes nothing.
 * @param isTyped True if the call itself gives a content type.
 */
export function createChange(
  client: UntypedCore,
  route: string,
  { path, query, body }: RequestOptions,
  isTyped: boolean,
): ChangeRequest {
  return (request) => {
    const [builtQuery = ""] = /\?.*/s.exec(request.url) ?? [];
    const url = path === undefined ? request.url : findUrl(client, path) + builtQuery;
    const addedQuery = writeQuery(query ?? {});
    return {
      ...request,
      url: addedQuery === "" ? url : appendQuery(url, addedQuery),
      ...(body !== undefined && replaceBody(request, body, route, isTyped)),
    };
  };
}

/**
 * Replaces the body; `null` leaves it out, as in the SDKs of Stainless. Forms, files and bytes lose a content
 * type that was that of the method's own body; the platform adds theirs.
 */
function replaceBody(
  { headers }: Pick<BuiltRequest, "headers">,
  body: unknown,
  route: string,
  isTyped: boolean,
): Pick<BuiltRequest, "body" | "headers"> {
  const { "content-type": type = "", ...withoutType } = headers;
  if (body === null) return { body: undefined, headers: withoutType };
  if (isRawBody(body, route)) {
    const isKept = isTyped || (!isJsonType(type) && rawTypeOf(body, type) === type);
    return { body, headers: isKept ? headers : withoutType };
  }
  const isJson = isPlainObject(body) || Array.isArray(body);
  return { body, headers: { ...(isJson && { "content-type": "application/json" }), ...headers } };
}

/** Returns the whole URL of a path at the base address of a client. */
export function findUrl(client: UntypedCore, path: string): string {
  return client[CALL]().build(toRoute("get", path), {}).url;
}

/** Makes a route of a path. Encodes braces, because the path is not a template. */
export function toRoute(verb: string, path: string): string {
  return `${verb.toUpperCase()} ${path.replace(/[{}]/g, encodeURIComponent)}`;
}

/** Changes a request before it is sent. */
export type ChangeRequest = (request: BuiltRequest) => BuiltRequest;
