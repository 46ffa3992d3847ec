/** Requests byte for byte: a good delivery of the toolkit's catalog, and what is changed in it. */
import { catalog, payload, signature } from "./toolkit.js";

export const path = catalog.path;

/** In place of a good delivery's header of that name; `null` leaves it out. */
export type HeaderChanges = Readonly<Record<string, string | null>>;

/** The headers of a good delivery but its length, and what is changed in them. */
export function headersOf(
  body: string | Uint8Array = payload,
  changes: HeaderChanges = {},
): Record<string, string> {
  const headers: HeaderChanges = {
    "content-type": "application/json",
    "x-acme-event": "note",
    "x-acme-delivery": "delivery-1",
    "x-acme-signature": signature(body),
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(headers).filter((header): header is [string, string] => header[1] !== null),
  );
}

export interface HeadOptions {
  readonly method?: string;
  readonly target?: string;
  readonly version?: string;
  readonly body?: string | Uint8Array;
  /** Headers beside those that are there, which may repeat their names. */
  readonly extra?: readonly (readonly [string, string])[];
}

/** The head of a request, byte for byte as given; a good delivery's with its length by default. */
export function head(
  changes: HeaderChanges = {},
  { method = "POST", target = path, version = "1.1", body = payload, extra = [] }: HeadOptions = {},
): string {
  const headers = headersOf(body, {
    host: "127.0.0.1",
    "content-length": String(Buffer.byteLength(body)),
    ...changes,
  });
  const lines = [...Object.entries(headers), ...extra].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${target} HTTP/${version}\r\n${lines.join("")}\r\n`;
}

/** A whole request; header values are bytes of latin1. */
export function request(body: string | Uint8Array = payload, changes: HeaderChanges = {}): Buffer {
  return Buffer.concat([Buffer.from(head(changes, { body }), "latin1"), Buffer.from(body)]);
}

/** The changes for a body without a length. */
export const unsized = { "content-length": null, "transfer-encoding": "chunked" };

export function chunk(data: string): string {
  return `${Buffer.byteLength(data).toString(16)}\r\n${data}\r\n`;
}

/** A whole chunked body. */
export function chunked(pieces: readonly string[], trailers = ""): string {
  return `${pieces.map(chunk).join("")}0\r\n${trailers}\r\n`;
}
