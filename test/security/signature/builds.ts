/** The two builds of signatures: for Node, and for every other platform. */
import { vi } from "vitest";
import * as node from "../../../src/receive/signatures/platform.node.js";
import * as portable from "../../../src/receive/signatures/platform.portable.js";
import type * as methods from "../../../generated/methods.js";

export const builds = [
  ["node", node],
  ["portable", portable],
] as const;

/** Loads `sign` and `verify` of the generated client anew, over one of the builds. */
export async function loadMethods(build: object): Promise<typeof methods> {
  vi.resetModules();
  vi.doMock("#platform", () => build);
  return import("../../../generated/methods.js");
}

/** A digest by the functions of one build, whose keys another build cannot read. */
export function hmacSha256(build: object, key: Uint8Array, data: string | Uint8Array): string {
  const { SHA256, createHmacKey, hmac } = build as typeof portable;
  return hmac(SHA256, createHmacKey(SHA256, key), [data], "hex");
}
