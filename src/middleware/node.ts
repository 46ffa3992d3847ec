import type { DeliveryReceiver } from "../webhooks/types.js";
import { serve } from "./handle.js";
import type { DeliveryRequest } from "./handle.js";
import { send } from "./node-answer.js";
import { takeBody } from "./node-body.js";
import { asPlatformRequest } from "./node-exchange.js";
import type { NodeRequest, NodeResponse } from "./node-exchange.js";
import { readSettings } from "./options.js";
import type { MiddlewareOptions } from "./options.js";
import type { PathMatcher } from "./path.js";

export type NodeMiddlewareOptions = MiddlewareOptions;

/**
 * A request handler for Node's HTTP servers, and for Express. Resolves with `false` when the
 * request is for another path: the response is untouched then, and `next` is called when given.
 */
export type NodeMiddleware = (
  request: NodeRequest,
  response: NodeResponse,
  next?: (error?: unknown) => void,
) => Promise<boolean>;

/**
 * Receives deliveries on Node's HTTP/1 and HTTP/2 servers (specification, section C). Mounted
 * under a path of an application, `path` is compared with the URL as the client sent it
 * (`originalUrl`) and as it is seen from there (`url`): either may match.
 * The event name and the delivery id are headers that the signature does not cover.
 * @throws TypeError for webhooks, a path or a function that is none.
 * @throws RangeError for a `timeout` or a `maxBodySize` out of range.
 */
export function createNodeMiddleware(
  webhooks: DeliveryReceiver,
  options: NodeMiddlewareOptions = {},
): NodeMiddleware {
  const settings = readSettings(webhooks, options);
  return async (request, response, next) => {
    if (!isOwn(settings.isOwnPath, request)) {
      if (typeof next === "function") next();
      return false;
    }
    return serve(settings, toDeliveryRequest(request), async (answer) => {
      try {
        if (answer !== undefined) await send(request, response, answer);
      } catch (error) {
        settings.log.error("The answer to a delivery could not be written.", error);
        response.destroy();
      }
      return true;
    });
  };
}

function isOwn(isOwnPath: PathMatcher, request: NodeRequest): boolean {
  const { originalUrl } = asPlatformRequest(request);
  return (
    isOwnPath(request.url ?? "") || (typeof originalUrl === "string" && isOwnPath(originalUrl))
  );
}

function toDeliveryRequest(request: NodeRequest): DeliveryRequest {
  const rawHeaders = readRawHeaders(request);
  return {
    method: request.method ?? "",
    header: (name) => findHeader(rawHeaders, name),
    takeBody: () => takeBody(request),
  };
}

/** Names and values in turn. Requests that a platform has put together may lack the raw form. */
function readRawHeaders(request: NodeRequest): readonly string[] {
  const { rawHeaders, headers = {} } = asPlatformRequest(request);
  if (rawHeaders !== undefined && rawHeaders.length > 0) return rawHeaders;
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}

/** Node drops or joins repeated headers by name; the raw form still has each. */
function findHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? "";
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}
