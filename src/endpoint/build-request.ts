import { readBaseUrl } from "./address.js";
import { defaultContentType, refuseData, toBodyValue } from "./body.js";
import { expandParts } from "./expand-template.js";
import type { HeaderRecord } from "./headers.js";
import { applyFormat, checkFormat } from "./media-type.js";
import type { Options } from "./options.js";
import { checkPath, checkPathAfterHost, checkRelativePath } from "./path-safety.js";
import { appendQuery, writeQueryParameter } from "./query.js";
import type { RoutePlan } from "./route-plan.js";
import type { RequestOptions } from "./types.js";

/**
 * Places the parameters of a call into its compiled route.
 * @param mediaTypePrefix What the media types begin with that a format rewrites.
 */
export function buildRequest(
  plan: RoutePlan,
  options: Options,
  mediaTypePrefix: string,
): RequestOptions {
  const url = expandUrl(plan, options);
  const inQuery = plan.method.place === "query";
  const body = inQuery ? undefined : readBody(plan, options);
  if (inQuery && options.data !== undefined) refuseData(plan);
  return {
    method: plan.method.lowercase,
    url: inQuery ? appendQuery(url, writeQuery(plan, options)) : url,
    headers: writeHeaders(plan, options, body, mediaTypePrefix),
    ...(body === undefined ? {} : { body }),
    ...(options.request === undefined ? {} : { request: options.request }),
  };
}

function expandUrl({ parts, origin, literalDots, name }: RoutePlan, options: Options): string {
  const path = expandParts(parts, options.parameters, name);
  checkPath(path, literalDots, name);
  if (origin !== undefined) {
    checkPathAfterHost(path, name);
    return origin + path;
  }
  checkRelativePath(path, name);
  return readBaseUrl(options.baseUrl, name) + path;
}

function writeQuery({ consumed, queryStyles, name }: RoutePlan, { parameters }: Options): string {
  let query = "";
  for (const key of Object.keys(parameters)) {
    if (consumed.has(key)) continue;
    const written = writeQueryParameter(
      key,
      parameters[key],
      queryStyles.get(key) ?? "repeat",
      name,
    );
    if (written !== "") query += query === "" ? written : `&${written}`;
  }
  return query;
}

function readBody({ consumed, name }: RoutePlan, { data, parameters }: Options): unknown {
  if (data !== undefined) return data;
  let body: Record<string, unknown> | undefined;
  for (const key of Object.keys(parameters)) {
    if (consumed.has(key)) continue;
    body ??= {};
    body[key] = toBodyValue(parameters[key], key, name);
  }
  return body;
}

function writeHeaders(
  { name }: RoutePlan,
  options: Options,
  body: unknown,
  mediaTypePrefix: string,
): HeaderRecord {
  const headers = { ...options.headers };
  if (options.format !== undefined) {
    checkFormat(options.format, name);
    if (Object.hasOwn(headers, "accept"))
      headers.accept = applyFormat(headers.accept ?? "", options.format, mediaTypePrefix);
  }
  const contentType =
    body === undefined || Object.hasOwn(headers, "content-type")
      ? undefined
      : defaultContentType(body);
  if (contentType !== undefined) headers["content-type"] = contentType;
  return headers;
}
