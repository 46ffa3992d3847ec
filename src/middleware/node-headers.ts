import type { IncomingHttpHeaders } from "node:http";
import { asPlatformRequest } from "./node-exchange.js";
import type { NodeRequest } from "./node-exchange.js";

/**
 * The object that Node makes of the headers, when it tells all that was sent: of repeated ones it
 * drops some and joins others, by name. Looking a header up there costs less than finding it.
 */
export function readDistinctHeaders(request: NodeRequest): IncomingHttpHeaders | undefined {
  const { headers = {}, rawHeaders = [] } = asPlatformRequest(request);
  const isDistinct = rawHeaders.length > 0 && Object.keys(headers).length * 2 === rawHeaders.length;
  return isDistinct ? headers : undefined;
}

export function joinValues(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === "object" ? value.join(", ") : value;
}

/** All values of a header, joined, whatever Node has made of them. */
export function findHeader(request: NodeRequest, name: string): string | undefined {
  const rawHeaders = readRawHeaders(request);
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length !== name.length || candidate.toLowerCase() !== name) continue;
    const value = rawHeaders[index + 1] ?? "";
    found = found === undefined ? value : `${found}, ${value}`;
  }
  return found;
}

/** Names and values in turn. Requests that a platform has put together may lack the raw form. */
function readRawHeaders(request: NodeRequest): readonly string[] {
  const { rawHeaders } = asPlatformRequest(request);
  return rawHeaders !== undefined && rawHeaders.length > 0 ? rawHeaders : toRawHeaders(request);
}

function toRawHeaders(request: NodeRequest): readonly string[] {
  const { headers = {} } = asPlatformRequest(request);
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}
