import { vi } from "vitest";
import * as node from "../../../src/webhooks/platform.node.js";
import * as portable from "../../../src/webhooks/platform.portable.js";
import type * as signature from "../../../src/webhooks/signature.js";

/** The two ways in which a digest is made: `node:crypto`, and where there is none. */
export const hmacs = [
  ["node", node],
  ["portable", portable],
] as const;

/** `signature.ts` over one of them. */
export async function loadSignature(hmac: object): Promise<typeof signature> {
  vi.resetModules();
  vi.doMock("#platform", () => hmac);
  return import("../../../src/webhooks/signature.js");
}
