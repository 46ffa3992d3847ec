/** The messages of an explanation, word by word. */
import { describe, expect, it } from "vitest";
import type { SignatureDescription } from "../../../src/catalog/signatures.js";
import { createAnyScheme } from "../../../src/receive/signatures/define.js";
import { explainRefusal } from "../../../src/receive/signatures/explain/explain-refusal.js";
import { createVerifier } from "../../../src/receive/signatures/verifier.js";
import { NOW, URL } from "../../cases/signatures/deliveries.js";
import { createParts, deliver, findSample, type Parts, toBytes } from "./samples.js";

const SECRET = "It's a secret";
/** Descriptions of schemes, and messages that several cases have. */
const HEX: SignatureDescription = { header: "X-Sign", algorithm: "hmac-sha256" };
const TIMED: SignatureDescription = {
  ...HEX,
  timestamp: { header: "X-Time" },
  content: "{timestamp}.{body}",
  tolerance: 300,
};

const IN_BASE64: SignatureDescription = { ...HEX, encoding: "base64" };
const PREFIXED: SignatureDescription = { ...HEX, format: "v1={signature}" };
const NONCED: SignatureDescription = {
  ...HEX,
  content: "{header:X-A}{header:X-B}{header:X-A}{body}",
};
const IN_MILLISECONDS: SignatureDescription = {
  ...TIMED,
  timestamp: { header: "X-Time", unit: "milliseconds" },
};
const OTHER_TEXT = "The signature in `x-sign` is right, but there is other text around it.";
const UNKNOWN = "The secret is another one, or the body is not the one that was sent.";
const NO_NUMBER = "The timestamp is not a whole number of seconds or milliseconds.";

describe("what a search says", () => {
  it.each<readonly [what: string, changes: Partial<Parts>, messages: readonly string[]]>([
    ["nothing of what is right", {}, []],
    ["nothing of a time that is just tolerated", { description: TIMED, now: NOW + 300_000 }, []],
    [
      "the missing URL",
      { description: { ...HEX, content: "{url}{body}" }, url: undefined },
      ["The service signs the URL, and it is not known here."],
    ],
    [
      "the missing URL with some characters decoded",
      { description: { ...HEX, content: "{decodedUrl}{body}" }, url: undefined },
      ["The service signs the URL, and it is not known here."],
    ],
    ["nothing of a URL that is not signed", { url: undefined, body: "{}\n" }, ["The end of the body was changed: it has extra white space."]], // prettier-ignore
    ["the missing header", { changeHeaders: () => ({}) }, ["The delivery has no header `x-sign`."]],
    [
      "the header that has the signature",
      { changeHeaders: rename("x-sign", "x-other") },
      ["The signature is in the header `x-other`, not in `x-sign`."],
    ],
    [
      "the preset whose header has the signature",
      {
        changeHeaders: rename("x-sign", "linear-signature"),
        sentBody: `{"webhookTimestamp":${NOW}}`,
        body: `{"webhookTimestamp":${NOW}}`,
      },
      ["The preset `linear` accepts the signature."],
    ],
    [
      "each signed header that is missing, once",
      { expected: NONCED },
      ["The service signs `x-a` and `x-b`, and the delivery has no such header."],
    ],
    [
      "the one signed header that is missing",
      { expected: NONCED, changeHeaders: (headers) => ({ ...headers, "x-a": "" }) },
      ["The service signs `x-b`, and the delivery has no such header."],
    ],
    [
      "the other algorithm",
      { description: { ...HEX, algorithm: "hmac-sha512" }, expected: HEX },
      ["The delivery is signed with HMAC-SHA-512, not with HMAC-SHA-256."],
    ],
    [
      "base64 for hex",
      { changeHeaders: rewrite(toBase64) },
      ["The signature in `x-sign` is right, but it is sent as base64."],
    ],
    [
      "hex for base64",
      { description: HEX, expected: IN_BASE64 },
      ["The signature in `x-sign` is right, but it is sent as hexadecimal digits."],
    ],
    [
      "other text around base64",
      { description: IN_BASE64, changeHeaders: rewrite((text) => `x ${text}`) },
      [OTHER_TEXT],
    ],
    [
      "upper case",
      { changeHeaders: rewrite((text) => text.toUpperCase()) },
      ["The signature in `x-sign` is right, but it is sent in upper case."],
    ],
    [
      "the missing prefix",
      { description: HEX, expected: PREFIXED },
      ["The signature in `x-sign` is right, but `v1=` is missing before it."],
    ],
    ["other text around it", { changeHeaders: rewrite((text) => `x ${text}`) }, [OTHER_TEXT]],
    [
      "other text around it and its prefix",
      { description: PREFIXED, changeHeaders: rewrite((text) => `${text};`) },
      [OTHER_TEXT],
    ],
    [
      "that there is no signature",
      { changeHeaders: () => ({ "x-sign": "nonsense" }) },
      ["The header `x-sign` holds nothing of the form of a signature."],
    ],
    [
      "the name of the other secret",
      { sentSecret: "old", otherSecrets: { NEW: "new", OLD: "old" } },
      ["The delivery is signed with another secret: OLD."],
    ],
    [
      "the name of the other secret, and the change of the body",
      { sentSecret: "old", otherSecrets: { OLD: "old" }, body: "{}\n" },
      [
        "The end of the body was changed: it has extra white space.",
        "The delivery is signed with another secret: OLD.",
      ],
    ],
    [
      "a time that is no number",
      { description: TIMED, changeHeaders: (headers) => ({ ...headers, "x-time": "1e9" }) },
      [NO_NUMBER, UNKNOWN],
    ],
    [
      "a time of 17 digits",
      {
        description: TIMED,
        changeHeaders: (headers) => ({ ...headers, "x-time": "1".repeat(17) }),
      },
      [NO_NUMBER, UNKNOWN],
    ],
    [
      "seconds for milliseconds",
      { description: TIMED, expected: IN_MILLISECONDS },
      ["The timestamp is in seconds, and the scheme expects another unit."],
    ],
    [
      "milliseconds for seconds",
      { description: IN_MILLISECONDS, expected: TIMED },
      ["The timestamp is in milliseconds, and the scheme expects another unit."],
    ],
    [
      "milliseconds for seconds, a day ago",
      { description: IN_MILLISECONDS, expected: TIMED, now: NOW + 86_400_000 },
      ["The timestamp is in milliseconds, and the scheme expects another unit."],
    ],
    [
      "seconds of a delivery that is a day and a millisecond old",
      { description: TIMED, expected: IN_MILLISECONDS, now: NOW + 86_400_001 },
      [`The timestamp is ${Math.round((NOW + 86_400_001 - NOW / 1000) / 86_400_000)} days old; the tolerance is 5 minutes.`], // prettier-ignore
    ],
    [
      "a time that is a second too old, for a tolerance of one",
      { description: { ...TIMED, tolerance: 1 }, now: NOW + 2_000 },
      ["The timestamp is 2 seconds old; the tolerance is 1 second."],
    ],
    [
      "a time that is too old for no tolerance",
      { description: { ...TIMED, tolerance: 0 }, now: NOW + 1_000 },
      ["The timestamp is 1 second old; the tolerance is 0 seconds."],
    ],
    [
      "a time of the future, and another body",
      { description: TIMED, body: "[]", now: NOW - 400_000 },
      ["The timestamp is 7 minutes in the future; the tolerance is 5 minutes.", UNKNOWN],
    ],
    ["nothing of a time that is just tolerated, beside another body", { description: TIMED, body: "[]", now: NOW + 300_000 }, [UNKNOWN]], // prettier-ignore
    [
      "a secret that cannot be one",
      { expected: { ...HEX, secret: { encoding: "base64" } }, sentBody: "[]" },
      ["A secret is not of the form that the scheme expects."],
    ],
    [
      "a secret that cannot be one, and a body that is empty",
      { expected: { ...HEX, secret: { encoding: "base64" } }, sentBody: "[]", body: "" },
      [
        "A secret is not of the form that the scheme expects.",
        "The body is empty: something else may have read it before.",
      ],
    ],
    ["that it does not know", { body: "[]" }, [UNKNOWN]],
  ])("[E.11] is %s", (_, changes, messages) => {
    expect(say(changes)).toEqual(messages);
  });

  it.each([
    [1_499, "1 second"],
    [1_500, "2 seconds"],
    [119_499, "119 seconds"],
    [119_999, "120 seconds"],
    [120_000, "2 minutes"],
    [150_000, "3 minutes"],
    [7_199_999, "120 minutes"],
    [7_200_000, "2 hours"],
    [172_799_999, "48 hours"],
    [172_800_000, "2 days"],
  ])("[E.11] is in whole units, of which there are two at least: %i ms", (age, words) => {
    const description = { ...TIMED, tolerance: 0 };
    expect(say({ description, now: NOW + age })).toEqual([
      `The timestamp is ${words} old; the tolerance is 0 seconds.`,
    ]);
    expect(say({ description, now: NOW - age })).toEqual([
      `The timestamp is ${words} in the future; the tolerance is 0 seconds.`,
    ]);
  });

  it("[E.11] is that of the tolerance and the time in force", () => {
    const delivery = deliver({ ...createParts(findSample("stripe")), now: NOW + 60_000 });
    expect(explainRefusal({ ...delivery, tolerance: 60_000 })).toEqual([]);
    expect(
      explainRefusal({ ...delivery, tolerance: 59_000 }).map(({ message }) => message),
    ).toEqual(["The timestamp is 60 seconds old; the tolerance is 59 seconds."]);
    const { now: _, ...undated } = delivery;
    expect(explainRefusal(undated).map(({ code }) => code)).toEqual(["TIMESTAMP_OUT_OF_TOLERANCE"]);
  });

  it("[E.11] takes POST for a method that is not known", () => {
    const description: SignatureDescription = { ...HEX, content: "{method}{body}" };
    const scheme = createAnyScheme(description);
    const { sign } = createVerifier(scheme, { secrets: [SECRET] });
    for (const [method, codes] of [
      ["POST", []],
      ["PUT", ["UNKNOWN"]],
    ] as const) {
      const headers = sign("{}", { method });
      const delivery = { scheme, secrets: [SECRET], body: toBytes("{}"), headers };
      expect(explainRefusal(delivery).map(({ code }) => code)).toEqual(codes);
      expect(explainRefusal({ ...delivery, method })).toEqual([]);
    }
  });
});

/** The messages about a delivery of `{}` after changes: verified by `expected`, and signed by `description`. */
function say(changes: Partial<Parts>): readonly string[] {
  const parts: Parts = {
    description: HEX,
    sentBody: "{}",
    sentUrl: URL,
    sentSecret: SECRET,
    sentAt: NOW,
    body: "{}",
    url: URL,
    secrets: [SECRET],
    otherSecrets: {},
    now: NOW,
    changeHeaders: (headers) => headers,
    expected: undefined,
    ...changes,
  };
  return explainRefusal(deliver(parts)).map(({ message, advice }) => {
    expect(advice).toMatch(/^[A-Z].+\.$/);
    return message;
  });
}

function rename(from: string, to: string): Parts["changeHeaders"] {
  return (headers) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, text]) => [name === from ? to : name, text]),
    );
}

/** Changes the text of the header with the signature. */
function rewrite(change: (text: string) => string): Parts["changeHeaders"] {
  return ({ "x-sign": text = "", ...others }) => ({ ...others, "x-sign": change(text) });
}

function toBase64(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64");
}
