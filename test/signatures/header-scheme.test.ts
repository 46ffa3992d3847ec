/** The two ways in which a client has a scheme: as a whole, or its `verify` alone. */
import { describe, expect, it } from "vitest";
import { stripe } from "../../src/runtime/signatures.js";
import {
  bindScheme,
  bindSign,
  bindVerify,
  createSignatureKey,
  findRefusal,
  signPayload,
} from "../../src/receive/signatures/scheme.js";
import { NOW } from "../cases/signatures/deliveries.js";

const SECRET = "whsec_test";
const BODY = '{"id":"evt_1"}';

const scheme = bindScheme(stripe, stripe);
const sign = bindSign(stripe, stripe);
const verify = bindVerify(stripe, stripe);

const VERIFIERS: readonly (readonly [name: string, verify: Verify])[] = [
  [
    "a bound scheme",
    (secret, body, headers) =>
      findRefusal(scheme, [createSignatureKey(scheme, secret)], body, headers, { now: NOW }) ===
      undefined,
  ],
  ["`verify` by itself", (secret, body, headers) => verify(secret, body, headers, { now: NOW })],
];

describe.each(VERIFIERS)("%s", (_, isAuthentic) => {
  const headers = sign(SECRET, BODY, { timestamp: NOW });

  it("[E.4] accepts what was signed with the secret", () => {
    expect(isAuthentic(SECRET, BODY, headers)).toBe(true);
    const key = createSignatureKey(scheme, SECRET);
    expect(signPayload(scheme, [key], BODY, { timestamp: NOW })).toEqual(headers);
  });

  it("[E.4] refuses another body, another secret and no signature", () => {
    expect(isAuthentic(SECRET, `${BODY} `, headers)).toBe(false);
    expect(isAuthentic("another", BODY, headers)).toBe(false);
    expect(isAuthentic(SECRET, BODY, {})).toBe(false);
  });

  it("[E.6] refuses what is too old", () => {
    expect(isAuthentic(SECRET, BODY, sign(SECRET, BODY, { timestamp: NOW - 301_000 }))).toBe(false);
  });
});

type Verify = (secret: string, body: string, headers: Record<string, string>) => boolean;
