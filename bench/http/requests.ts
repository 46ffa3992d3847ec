import { Buffer } from "node:buffer";
import { webhookHeaders } from "../../generated/constants.js";
import { recordings } from "../webhooks/recordings.js";
import type { Recording } from "../webhooks/recordings.js";

export const path = "/hooks";

/** The names under which deliveries of the catalog's hosting service are sent. */
export const names = webhookHeaders;

/** Deliveries, byte for byte as a hosting service sends them on a kept connection. */
export interface Traffic {
  readonly name: string;
  readonly requests: readonly Buffer[];
}

export const traffics: readonly Traffic[] = [
  { name: "8 KB", requests: [toRequest(findNearest(8_000))] },
  { name: "27 KB", requests: [toRequest(findNearest(27_000))] },
  { name: `${recordings.length} recorded deliveries`, requests: recordings.map(toRequest) },
];

/** The recording whose payload is nearest to a size, in bytes. */
function findNearest(size: number): Recording {
  const distance = ({ payload }: Recording): number => Math.abs(payload.length - size);
  return recordings.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}

/** Beside the headers that count, those that any client sends, and the peer's names for them. */
function toRequest({ id, name, payload, signature }: Recording): Buffer {
  const lines = [
    `POST ${path} HTTP/1.1`,
    "Host: 127.0.0.1",
    "User-Agent: Deliveries/1.0",
    "Accept: */*",
    "Content-Type: application/json",
    `Content-Length: ${payload.length}`,
    `${toTitle(names.event)}: ${name}`,
    `${toTitle(names.delivery)}: ${id}`,
    `X-GitHub-Event: ${name}`,
    `X-GitHub-Delivery: ${id}`,
    `${toTitle(names.signature)}: ${signature}`,
    "\r\n",
  ];
  return Buffer.concat([Buffer.from(lines.join("\r\n")), payload]);
}

/** As headers are written over HTTP/1.1. */
function toTitle(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}
