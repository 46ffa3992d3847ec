/** The two builds of signatures: for Node, and for every other platform. */
import { vi } from "vitest";
import * as node from "../../../src/receive/signatures/platform.node.js";
import * as portable from "../../../src/receive/signatures/platform.portable.js";
import type * as signature from "../../../generated/methods.js";

/** The two ways in which a digest is made: `node:crypto`, and where there is none. */
export const hmacs = [
  ["node", node],
  ["portable", portable],
] as const;

/** `signature.ts` over one of them. */
export async function loadSignature(hmac: object): Promise<typeof signature> {
  vi.resetModules();
  vi.doMock("#platform", () => hmac);
  return import("../../../generated/methods.js");
}

/** Each build makes its own keys, and takes no others. */
export function hmacSha256(build: object, key: Uint8Array, data: string | Uint8Array): string {
  const { SHA256, createHmacKey, hmac } = build as typeof portable;
  return hmac(SHA256, createHmacKey(SHA256, key), [data], "hex");
}
