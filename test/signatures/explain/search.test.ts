/** The search for an explanation: its order, its limits, and what it leaves out. */
import { describe, expect, it, vi } from "vitest";
import {
  explainRefusal,
  type FindingCode,
} from "../../../src/receive/signatures/explain/explain-refusal.js";
import { NOW, URL } from "../../cases/signatures/deliveries.js";
import { createParts, deliver, explain, findSample, type Parts } from "./samples.js";

const MIB = 1024 * 1024;

const sample = findSample("square");
const stripe = findSample("stripe");
const standard = findSample("standard-webhooks");
const discord = findSample("discord");
const { description } = stripe;

/** Each a change that an explanation finds alone. */
const body = `${sample.body}\n`;
const secrets = [` ${sample.secret}`];
const url = URL.replace("https:", "http:");

describe("a search", () => {
  it.each<readonly [what: string, Partial<Parts>, codes: readonly FindingCode[]]>([
    ["a body and a secret", { body, secrets }, ["BODY_END", "SECRET_END"]],
    ["a body and a URL", { body, url }, ["BODY_END", "URL_SCHEME"]],
    ["a secret and a URL", { secrets, url }, ["SECRET_END", "URL_SCHEME"]],
  ])("[E.11] names both of two causes: %s", (_, changes, codes) => {
    expect(explain({ ...createParts(sample), ...changes }).toSorted()).toEqual(codes);
  });

  it.each<readonly [name: string, changes: Partial<Parts>, codes: readonly FindingCode[]]>([
    [
      "a body and a hash",
      {
        description: { ...description, algorithm: "hmac-sha1" },
        expected: description,
        body: `${stripe.body}\n`,
      },
      ["ALGORITHM", "BODY_END"],
    ],
    [
      "a hash, though a preset has it",
      { expected: { ...description, algorithm: "hmac-sha512" } },
      ["ALGORITHM"],
    ],
    [
      "a time, though a preset tolerates it",
      { expected: { ...description, tolerance: 60 }, now: NOW + 90_000 },
      ["TIMESTAMP_OUT_OF_TOLERANCE"],
    ],
    [
      "a preset beside a header that it does not need",
      { expected: { ...description, content: "{header:x-nonce}.{timestamp}.{body}" } },
      ["OTHER_SCHEME", "SIGNED_HEADER_MISSING"],
    ],
    [
      // Everybody could sign with a public key as the secret of an HMAC.
      "no HMAC in place of a key pair",
      {
        description: { ...discord.description, algorithm: "hmac-sha512", secret: {} },
        expected: discord.description,
        sentSecret: discord.secret,
        secrets: [discord.secret],
      },
      ["UNKNOWN"],
    ],
    [
      "a secret that is not of the form of its scheme",
      { ...createParts(standard), secrets: ["whsec_!"], sentSecret: standard.otherSecret },
      ["SECRET_MALFORMED"],
    ],
    ["the end of a secret of one byte", { sentSecret: "a", secrets: [" a"] }, ["SECRET_END"]],
  ])("[E.11] finds %s", (_, changes, codes) => {
    expect(explain({ ...createParts(stripe), ...changes }).toSorted()).toEqual(codes);
  });

  it("[E.11] finds another hash on platforms whose keys are made for one hash", async () => {
    vi.resetModules();
    vi.doMock("#platform", () => import("../../../src/receive/signatures/platform.portable.js"));
    const { createAnyScheme: create } = await import("../../../src/receive/signatures/define.js");
    const search = await import("../../../src/receive/signatures/explain/explain-refusal.js");
    vi.doUnmock("#platform");
    const sha1 = { ...description, algorithm: "hmac-sha1" } as const;
    const delivery = deliver({ ...createParts(stripe), description: sha1 });
    const findings = search.explainRefusal({ ...delivery, scheme: create(description) });
    expect(findings.map(({ code }) => code)).toEqual(["ALGORITHM"]);
  });

  it.each([
    ["the last of 16", 15, "BODY_END"],
    ["no more than 16", 16, "UNKNOWN"],
  ])("[E.11] tries of the signatures in a header %s", (_, wrongCount, code) => {
    const wrong = `,v1=${"0".repeat(64)}`.repeat(wrongCount);
    const changeHeaders = (headers: Record<string, string>) => ({
      "stripe-signature": headers["stripe-signature"]?.replace(",", `${wrong},`) ?? "",
    });
    const parts = { ...createParts(stripe), body: `${stripe.body}\n`, changeHeaders };
    expect(explain(parts)).toEqual([code]);
  });

  it("[E.11] says every difference of the URL", () => {
    const urls = { sentUrl: "https://a.example:8443/hooks", url: "http://localhost/hooks/?b" };
    const changeHeaders = (headers: Record<string, string>) => ({
      ...headers,
      "x-forwarded-host": "a.example",
      "x-forwarded-port": "8443",
    });
    const findings = explainRefusal(deliver({ ...createParts(sample), ...urls, changeHeaders }));
    expect(findings.map(({ message }) => message)).toEqual([
      'The URL was signed with https as its scheme and with "a.example" as its host ' +
        "and with the port 8443 and without a slash at the end of its path and without its query.",
    ]);
  });

  it("[E.11] asks for no header that is not signed", () => {
    const expected = { ...description, id: { header: "x-id" } };
    const parts = { ...createParts(stripe), expected, sentBody: `${stripe.body}\n` };
    expect(explain(parts)).toEqual(["BODY_END"]);
  });

  it.each([
    [7_500_000, "is 2 hours old"],
    [7_200_000, "is 2 hours old"],
    [7_199_000, "is 120 minutes old"],
    [301_000, "is 5 minutes old"],
    [2 * 86_400_000, "is 2 days old"],
    [-7_200_000, "is 2 hours in the future"],
  ])("[E.11] says by how much a timestamp is out of tolerance: %d ms", (age, text) => {
    const [finding] = explainRefusal(deliver({ ...createParts(stripe), now: NOW + age }));
    expect(finding?.message).toBe(`The timestamp ${text}; the tolerance is 5 minutes.`);
  });

  it("[E.11] finds Standard Webhooks under the headers of another vendor", () => {
    const rename = (headers: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.replace("webhook-", "svix-"), value]),
      );
    const findings = explainRefusal(deliver({ ...createParts(standard), changeHeaders: rename }));
    expect(findings.map(({ message }) => message).join()).toContain("standard-webhooks of svix");
  });

  it("[E.11] ends on a large body, and says so", () => {
    const largeBody = JSON.stringify({ text: "x".repeat(25 * MIB) });
    const parts = { ...createParts(sample), sentBody: "other", body: largeBody };
    expect(explainRefusal(deliver(parts))).toMatchObject([
      { code: "SEARCH_ENDED", advice: expect.stringMatching(/smaller delivery/) },
      { code: "UNKNOWN", advice: expect.stringMatching(/settings of the service/) },
    ]);
  });

  it.each([
    ["2,000 changes", 2_000, 1],
    ["256 MiB", 256, MIB],
  ])("[E.11] ends before it has tried %s", (_, trials, size) => {
    const [right, content] = [sample.otherSecret, new Uint8Array(size)];
    const find = (secretCount: number) => {
      const names = Array.from({ length: secretCount }, (_, index) => [`SECRET_${index}`, "wrong"]);
      const otherSecrets = { ...Object.fromEntries(names), RIGHT: right };
      const changes = { sentSecret: right, sentBody: content, body: content, otherSecrets };
      return explain({ ...createParts(sample), ...changes })[0];
    };
    // Before the secrets, the search has tried the delivery as it is, and in any form.
    expect(find(trials - 4)).toBe("SECRET_OTHER");
    expect(find(trials - 3)).toBe("SEARCH_ENDED");
  });

  it.each([
    ["a header without an end", { "x-square-hmacsha256-signature": "a".repeat(1_000_000) }],
    ["bytes that are no text", {}],
  ])("[E.11] ends on %s", (_, headers) => {
    const parts = { ...createParts(sample), body: new Uint8Array(1_000).fill(0xff) };
    const changeHeaders = (sent: Record<string, string>) => ({ ...sent, ...headers });
    expect(explain({ ...parts, changeHeaders }).length).toBeGreaterThan(0);
  });
});
