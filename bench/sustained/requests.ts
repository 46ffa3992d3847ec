import { Buffer } from "node:buffer";
import { webhookHeaders } from "../../generated/constants.js";
import { recordings, type Recording } from "../webhooks/recordings.js";
import type { PayloadKind } from "./trial.js";

export const path = "/hooks";

/** The names under which deliveries of the catalog's hosting service are sent. */
export const names = webhookHeaders;

const sizes: Readonly<Record<PayloadKind, number | undefined>> = {
  "8 KB": 8_000,
  "27 KB": 27_000,
  "329 in turn": undefined,
};

export function readRecordings(kind: PayloadKind): readonly Recording[] {
  const size = sizes[kind];
  return size === undefined ? recordings : [findNearest(size)];
}

/** The recording whose payload is nearest to a size, in bytes. */
function findNearest(size: number): Recording {
  const distance = ({ payload }: Recording): number => Math.abs(payload.length - size);
  return recordings.reduce((best, other) => (distance(other) < distance(best) ? other : best));
}

/** The headers of a delivery: the service's, and the peer's names for the same. */
export function headersOf({ id, name, signature }: Recording): Record<string, string> {
  return {
    "content-type": "application/json",
    [names.event]: name,
    [names.delivery]: id,
    "x-github-event": name,
    "x-github-delivery": id,
    [names.signature]: signature,
  };
}

/** A delivery byte for byte as a hosting service sends it on a kept connection. */
export function toHttpRequest(recording: Recording): Buffer {
  const fields = Object.entries({
    host: "127.0.0.1",
    "user-agent": "Deliveries/1.0",
    accept: "*/*",
    ...headersOf(recording),
    "content-length": String(recording.payload.length),
  });
  const lines = [
    `POST ${path} HTTP/1.1`,
    ...fields.map(([name, value]) => `${toTitle(name)}: ${value}`),
    "\r\n",
  ];
  return Buffer.concat([Buffer.from(lines.join("\r\n")), recording.payload]);
}

/** As headers are written over HTTP/1.1. */
function toTitle(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
}
