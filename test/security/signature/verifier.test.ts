/** Verifiers: each secret is compared in constant time, and a header holds a limited number of signatures. */
import crypto from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createVerifier } from "../../../src/runtime/signatures.js";
import { createAnyScheme } from "../../../src/receive/signatures/define.js";
import { bindHmacHeaderVerify, type SignedHeaders } from "../../../src/receive/signatures/hmac.js";
import { SHA256 } from "../../../src/receive/signatures/platform.node.js";
import { NOW, SAMPLES, URL } from "../../cases/signatures/deliveries.js";

const now = () => NOW;
const context = { url: URL, method: "POST", id: "msg_1" };

/** Without asymmetric schemes: a public key is no secret, so the first key that fits may decide. */
const secretSamples = SAMPLES.filter(({ description }) => /hmac|token/.test(description.algorithm));

describe.each(secretSamples)("signature: comparisons of $name", (sample) => {
  const scheme = createAnyScheme(sample.description);
  const { body, secret, otherSecret } = sample;
  const headers = createVerifier(scheme, { secrets: [secret], now }).sign(body, context);

  const verify = (secrets: readonly string[]) =>
    observeComparisons(() =>
      createVerifier(scheme, { secrets, now }).findRefusal(body, headers, context),
    );

  afterEach(() => void vi.restoreAllMocks());

  it.each([
    ["the first secret", [secret, otherSecret, otherSecret]],
    ["the second", [otherSecret, secret, otherSecret]],
    ["the last", [otherSecret, otherSecret, secret]],
    ["all", [secret, secret, secret]],
  ])("every secret is compared in constant time: %s matches", (_, secrets) => {
    const { refusal, lengths } = verify(secrets);
    expect(refusal).toBeUndefined();
    expect(lengths.length).toBeGreaterThanOrEqual(3);
    for (const [left, right] of lengths) expect(left).toBe(right);
    const none = verify([otherSecret, otherSecret, otherSecret]);
    expect(none).toEqual({ refusal: "SIGNATURE_MISMATCH", lengths });
  });
});

describe("signature: limits of the header", () => {
  const sample = SAMPLES.find(({ name }) => name === "standard-webhooks");
  if (sample === undefined) throw new Error("There is no sample of Standard Webhooks.");
  const { body, secret, description } = sample;
  const scheme = createAnyScheme(description);
  const verifier = createVerifier(scheme, { secrets: [secret], now });
  const sent = verifier.sign(body, context);
  const good = sent[scheme.header] ?? "";
  const bad = `v1,${"A".repeat(43)}=`;
  const { readSecret, secretPrefix, ...plan } = scheme;
  const verifyAlone = bindHmacHeaderVerify(SHA256, plan as SignedHeaders, (secret) =>
    readSecret(secret, secretPrefix),
  );

  it.each<[title: string, signature: string, refusal: string | undefined]>([
    ["4,096 characters", good.padStart(4_096), undefined],
    ["4,097 characters", good.padStart(4_097), "SIGNATURE_MALFORMED"],
    ["4,097 characters, the last of them spaces", good.padEnd(4_097), "SIGNATURE_MALFORMED"],
    ["16 signatures", [...Array<string>(15).fill(bad), good].join(" "), undefined],
    ["17 signatures", [...Array<string>(16).fill(bad), good].join(" "), "SIGNATURE_MALFORMED"],
    ["17 right signatures", Array<string>(17).fill(good).join(" "), "SIGNATURE_MALFORMED"],
  ])("%s", (_, signature, refusal) => {
    const headers = { ...sent, [scheme.header]: signature };
    expect(verifier.findRefusal(body, headers)).toBe(refusal);
    expect(verifyAlone(secret, body, headers, { now: NOW })).toBe(refusal === undefined);
  });
});

/** Returns the refusal, and the lengths of the pairs that the platform compared in constant time. */
function observeComparisons(findRefusal: () => string | undefined) {
  const compare = vi.spyOn(crypto, "timingSafeEqual");
  const refusal = findRefusal();
  const lengths = compare.mock.calls.map((pair) => pair.map(({ byteLength }) => byteLength));
  compare.mockRestore();
  return { refusal, lengths };
}
