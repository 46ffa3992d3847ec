/** A scheme of any description, with its secrets bound. */
import { findRefusal, signPayload } from "../../src/receive/signatures/scheme.js";
import type { SignatureDescription } from "../../src/catalog/signatures.js";
import { NOW } from "../cases/signatures/deliveries.js";
import { createAnyScheme, createKeys } from "./engine.js";

export const SECRET = "c2VjcmV0";

export function createBoundScheme(description: SignatureDescription, secrets = [SECRET]) {
  const scheme = createAnyScheme(description);
  const keys = createKeys(scheme, secrets);
  return {
    scheme,
    keys,
    sign: (body: string, context = {}) =>
      signPayload(scheme, keys, body, { id: "msg_1", timestamp: NOW, ...context }),
    refuse: (body: string, headers: Record<string, string>, context = {}) =>
      findRefusal(scheme, keys, body, headers, { now: NOW, ...context }),
  };
}
