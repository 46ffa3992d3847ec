import type { RelayServerSettings } from "./options.js";
import { chooseEncoding, cutBody } from "./pieces.js";
import type { NewDelivery } from "./store.js";

type BodyFault = "PAYLOAD_TOO_LARGE" | "REQUEST_TIMEOUT" | "REQUEST_ABORTED";

/**
 * Reads a request as a delivery (contract D.10 and D.15): the body's bytes as they came, and the headers
 * that belong to the delivery.
 */
export async function readDelivery(
  request: Request,
  place: { readonly path: string; readonly query: string },
  settings: RelayServerSettings,
): Promise<NewDelivery | BodyFault> {
  const body = await readBody(request, settings);
  if (isBodyFault(body)) return body;
  const receivedAt = Date.now();
  const headers = readDeliveryHeaders(request.headers, settings);
  const head = JSON.stringify({ headers, method: request.method, ...place, receivedAt });
  const encoding = chooseEncoding(body);
  const pieces = cutBody(body, encoding);
  return { receivedAt, head, encoding, pieces, size: body.length };
}

export function isBodyFault(value: unknown): value is BodyFault {
  return typeof value === "string";
}

/* Body */

async function readBody(
  request: Request,
  { maxBodySize, bodyTimeout }: RelayServerSettings,
): Promise<Uint8Array | BodyFault> {
  if (Number(request.headers.get("content-length")) > maxBodySize) {
    cancel(request.body);
    return "PAYLOAD_TOO_LARGE";
  }
  if (request.body === null) return new Uint8Array(0);
  const source = request.body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<BodyFault>((resolve) => {
    timer = setTimeout(() => resolve("REQUEST_TIMEOUT"), bodyTimeout);
  });
  const result = await Promise.race([readAll(source, maxBodySize), late]);
  clearTimeout(timer);
  if (isBodyFault(result)) cancel(source);
  return result;
}

/** Reads chunks up to a limit, and copies them: a small chunk may be part of a large buffer. */
async function readAll(
  source: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<Uint8Array | BodyFault> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await source.read();
      if (done) break;
      size += value.length;
      if (size > limit) return "PAYLOAD_TOO_LARGE";
      chunks.push(value);
    }
  } catch {
    return "REQUEST_ABORTED"; // the client has gone
  }
  const body = new Uint8Array(size);
  let start = 0;
  for (const chunk of chunks) {
    body.set(chunk, start);
    start += chunk.length;
  }
  return body;
}

function cancel(body: { readonly cancel: () => Promise<void> } | null): void {
  body?.cancel().catch(() => undefined); // it has failed before
}

/* Headers */

/**
 * Headers of the connection and of the proxies on the way. What is left belongs to the delivery: its
 * content type, the headers of the service, and `authorization`, which some services sign with.
 */
const NOT_OF_DELIVERY =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|cookie2?|proxy-.*|forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-client-ip|true-client-ip|cf-.*|cdn-loop|fly-.*|x-vercel-.*|x-amzn-trace-id|x-cloud-trace-context|x-envoy-.*|priority|http2-settings|:.*)$/;

function readDeliveryHeaders(
  headers: Headers,
  { isAllowed, token }: RelayServerSettings,
): Readonly<Record<string, string>> {
  const named = new Set((headers.get("connection") ?? "").toLowerCase().split(/[\s,]+/));
  const kept = [...headers].filter(([name, value]) => {
    const isOwnToken = name === "authorization" && token !== undefined && isAllowed(value);
    return !NOT_OF_DELIVERY.test(name) && !named.has(name) && !isOwnToken;
  });
  // Defined as own properties, also `__proto__`.
  return Object.fromEntries(kept);
}
