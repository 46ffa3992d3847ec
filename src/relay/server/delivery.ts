/** Reads deliveries from requests: their bodies within limits of size and time, and their headers. */
import { chooseEncoding, cutBody } from "./body-pieces.js";
import { isOfConnection } from "./headers.js";
import type { NewDelivery } from "./store.js";

/**
 * Reads a delivery from a request (contract D.10 and D.15): the body byte for byte, and the headers that
 * belong to the delivery.
 */
export async function receiveDelivery(
  request: Request,
  place: { readonly path: string; readonly query: string },
  settings: DeliverySettings,
  room: BodyRoom,
): Promise<NewDelivery | DeliveryFault> {
  const body = await receiveBody(request, settings, room);
  if (isDeliveryFault(body)) return body;
  const receivedAt = Date.now();
  const headers = readDeliveryHeaders(request.headers, settings);
  const head = JSON.stringify({ headers, method: request.method, ...place, receivedAt });
  const encoding = chooseEncoding(body);
  const pieces = cutBody(body, encoding);
  return { receivedAt, head, encoding, pieces, size: body.length };
}

export function isDeliveryFault(value: unknown): value is DeliveryFault {
  return typeof value === "string";
}

// ---- Body

async function receiveBody(
  request: Request,
  { maxBodySize, bodyTimeout }: DeliverySettings,
  room: BodyRoom,
): Promise<Uint8Array | DeliveryFault> {
  if (Number(request.headers.get("content-length")) > maxBodySize) {
    cancelBody(request.body);
    return "PAYLOAD_TOO_LARGE";
  }
  if (request.body === null) return new Uint8Array(0);
  const source = request.body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<DeliveryFault>((resolve) => {
    timer = setTimeout(() => resolve("REQUEST_TIMEOUT"), bodyTimeout);
  });
  const result = await Promise.race([readAll(source, maxBodySize, room), timeout]);
  clearTimeout(timer);
  if (isDeliveryFault(result)) cancelBody(source);
  return result;
}

/** Reads chunks up to a limit, and copies them: a small chunk may be part of a large buffer. */
async function readAll(
  source: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  room: BodyRoom,
): Promise<Uint8Array | DeliveryFault> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await source.read();
      if (done) break;
      size += value.length;
      if (size > limit) return "PAYLOAD_TOO_LARGE";
      if (!room.take(value.length)) return "TOO_MANY_BYTES";
      chunks.push(value);
    }
  } catch {
    return "REQUEST_ABORTED"; // the client has gone
  }
  return joinBytes(chunks);
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let start = 0;
  for (const part of parts) {
    bytes.set(part, start);
    start += part.length;
  }
  return bytes;
}

function cancelBody(body: { readonly cancel: () => Promise<void> } | null): void {
  body?.cancel().catch(() => undefined); // it may have failed already
}

// ---- Headers

function readDeliveryHeaders(
  headers: Headers,
  { isAllowed, token }: DeliverySettings,
): Readonly<Record<string, string>> {
  const connectionOptions = new Set(
    (headers.get("connection") ?? "").toLowerCase().split(/[\s,]+/),
  );
  const kept = [...headers].filter(([name, value]) => {
    const isFollowerToken = name === "authorization" && token !== undefined && isAllowed(value);
    return !isOfConnection(name) && !connectionOptions.has(name) && !isFollowerToken;
  });
  // `fromEntries` makes own properties, even of `__proto__`.
  return Object.fromEntries(kept);
}

// ---- Types

/** Settings for reading a delivery. */
export interface DeliverySettings {
  /** Largest body, in bytes. */
  readonly maxBodySize: number;
  /** Longest time for a body to arrive, in milliseconds. */
  readonly bodyTimeout: number;
  /** Token that followers send; `undefined` if they need none. */
  readonly token: string | undefined;
  /** Judges the `authorization` of a follower. */
  readonly isAllowed: (authorization: string | null) => boolean;
}

type DeliveryFault = "PAYLOAD_TOO_LARGE" | "TOO_MANY_BYTES" | "REQUEST_TIMEOUT" | "REQUEST_ABORTED";

/** Bytes that a request may still hold, of those of all requests together. */
export interface BodyRoom {
  /** Takes bytes; returns false if there are not so many left. */
  readonly take: (bytes: number) => boolean;
}
