/** Plans of schemes, which a generator writes into a client: each whole, by its description. */
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type {
  AlgorithmName,
  SignatureDescription,
  SignaturePlan,
} from "../../src/catalog/signatures.js";
import { ALGORITHMS } from "../../src/receive/signatures/algorithms.js";
import {
  isAlgorithmName,
  isOfBody,
  planSignature,
} from "../../src/receive/signatures/plan/plan.js";
import { isHeader } from "../../src/receive/signatures/plan/signed-content.js";
import { listSchemeCode, type SchemeCode } from "../../src/receive/signatures/plan/scheme-code.js";

const HEX = "[0-9a-f]{64}";

/** Descriptions: of the body alone, with a timestamp in a header, and with one beside the signature. */
const BODY: SignatureDescription = { header: "X-Sign", algorithm: "hmac-sha256" };
const TIMED: SignatureDescription = {
  ...BODY,
  timestamp: { header: "X-Time" },
  content: "{timestamp}.{body}",
  tolerance: 300,
};
const LISTED: SignatureDescription = {
  ...BODY,
  format: "t={timestamp},v1={signature}",
  content: "{timestamp}.{body}",
  tolerance: 300,
};

/** Their plans. */
const OF_BODY: SignaturePlan = {
  header: "x-sign",
  encoding: "hex",
  item: new RegExp(`^${HEX}$`),
  prefix: "",
};
const OF_TIME: SignaturePlan = {
  ...OF_BODY,
  timestamp: "x-time",
  tolerance: 300_000,
  content: ["", "x-time", "."],
};
const OF_LIST: SignaturePlan = {
  header: "x-sign",
  encoding: "hex",
  item: new RegExp(`(?<=(?:^|,) ?v1=)${HEX}(?= ?(?:,|$))`, "g"),
  prefix: "v1=",
  separator: ",",
  start: "t={timestamp},",
  timestampItem: /(?<=(?:^|,) ?t=)[^\s,]+(?= ?(?:,|$))/g,
  timestamp: "{timestamp}",
  tolerance: 300_000,
  content: ["", "{timestamp}", "."],
};

/** The code of a scheme of the body alone, and parts of that of others. */
const PLAIN: SchemeCode = {
  algorithm: "HMAC_SHA256",
  parts: { readSecret: "readTextSecret", readContent: "readLead", read: "readHeader" },
  placeholders: {},
};

const PIECES = { readContent: "readPieces", read: "readPlaceholder" } as const;
const LISTED_CODE = code({ read: "readPlaceholder" }, { "{timestamp}": "readListedTimestamp" });

const cases: readonly (readonly [
  title: string,
  description: SignatureDescription,
  plan: SignaturePlan,
  code: SchemeCode,
])[] = [
  ["the body alone", BODY, OF_BODY, PLAIN],
  ["the body by its name", { ...BODY, content: "{body}" }, OF_BODY, PLAIN],
  ["text after the body", { ...BODY, content: "{body}." }, { ...OF_BODY, content: ["", "{body}", "."] }, code({ readContent: "readPieces", read: "readPlaceholder" })], // prettier-ignore
  [
    "text before the body",
    { ...BODY, content: "v0:{body}" },
    { ...OF_BODY, content: ["v0:"] },
    PLAIN,
  ],
  ["the body twice", { ...BODY, content: "{body}{body}" }, { ...OF_BODY, content: ["", "{body}", "", "{body}", ""] }, code(PIECES)], // prettier-ignore
  ["a prefix", { ...BODY, format: "v1={signature}" }, { ...OF_BODY, prefix: "v1=", item: new RegExp(`(?<=^v1=)${HEX}$`) }, PLAIN], // prettier-ignore
  [
    "a prefix of signs",
    { ...BODY, format: "v.1+[{signature}" },
    { ...OF_BODY, prefix: "v.1+[", item: new RegExp(`(?<=^v\\.1\\+\\[)${HEX}$`) },
    PLAIN,
  ],
  [
    "several signatures between spaces",
    { ...BODY, format: "v1,{signature}", separator: " " },
    {
      ...OF_BODY,
      prefix: "v1,",
      separator: " ",
      item: new RegExp(`(?<=(?:^| )v1,)${HEX}(?= |$)`, "g"),
    },
    PLAIN,
  ],
  [
    "several signatures between other signs",
    { ...BODY, separator: "|" },
    {
      ...OF_BODY,
      separator: "|",
      item: new RegExp(`(?<=(?:^|\\|) ?)${HEX}(?= ?(?:\\||$))`, "g"),
    },
    PLAIN,
  ],
  ["a timestamp in a header", TIMED, OF_TIME, PLAIN],
  [
    "a timestamp of milliseconds",
    { ...TIMED, timestamp: { header: "X-Time", unit: "milliseconds" } },
    { ...OF_TIME, unit: 1 },
    PLAIN,
  ],
  [
    "a timestamp of seconds, by its unit, and no tolerance at all",
    { ...TIMED, timestamp: { header: "X-Time", unit: "seconds" }, tolerance: 0 },
    { ...OF_TIME, tolerance: 0 },
    PLAIN,
  ],
  [
    "a timestamp in the body",
    { ...BODY, timestamp: { body: "sent.at" }, tolerance: 1.5 },
    { ...OF_BODY, timestamp: "{timestamp}", timestampPath: "sent.at", tolerance: 1_500 },
    code({ read: "readPlaceholder" }, { "{timestamp}": "readJsonTimestamp" }),
  ],
  ["a timestamp beside the signature", LISTED, OF_LIST, LISTED_CODE],
  [
    "a timestamp beside the signature, with a header that is ignored",
    { ...LISTED, timestamp: { header: "X-Time" } },
    OF_LIST,
    LISTED_CODE,
  ],
  [
    "spaces around what separates timestamp and signature",
    { ...LISTED, format: "t={timestamp} ; v1={signature}" },
    {
      ...OF_LIST,
      item: new RegExp(`(?<=(?:^|;) ?v1=)${HEX}(?= ?(?:;|$))`, "g"),
      timestampItem: /(?<=(?:^|;) ?t=)[^\s;]+(?= ?(?:;|$))/g,
      separator: ";",
      start: "t={timestamp} ; ",
    },
    LISTED_CODE,
  ],
  [
    "a separator of its own between timestamp and signature",
    { ...LISTED, format: "t={timestamp}_v1={signature}", separator: "_" },
    {
      ...OF_LIST,
      item: new RegExp(`(?<=(?:^|_) ?v1=)${HEX}(?= ?(?:_|$))`, "g"),
      timestampItem: /(?<=(?:^|_) ?t=)[^\s_]+(?= ?(?:_|$))/g,
      separator: "_",
      start: "t={timestamp}_",
    },
    LISTED_CODE,
  ],
  [
    "an id",
    { ...BODY, id: { header: "X-Id" }, content: "{id}{body}" },
    { ...OF_BODY, id: "x-id", content: ["", "x-id", ""] },
    PLAIN,
  ],
  [
    "an id that is sent, and not signed",
    { ...BODY, id: { header: "X-Id" } },
    { ...OF_BODY, id: "x-id" },
    PLAIN,
  ],
  [
    "a header",
    { ...BODY, content: "{header:X-Topic}{body}" },
    { ...OF_BODY, content: ["", "x-topic", ""] },
    PLAIN,
  ],
  [
    "a header after the body",
    { ...BODY, content: "{body}{header:X-Topic}" },
    { ...OF_BODY, content: ["", "{body}", "", "x-topic", ""] },
    code(PIECES),
  ],
  [
    "the method and the URL",
    { ...BODY, content: "{method}{url}{body}" },
    { ...OF_BODY, content: ["", "{method}", "", "{url}", "", "{body}", ""] },
    code(PIECES, { "{method}": "readMethod", "{url}": "readUrl" }),
  ],
  [
    "the URL with some characters decoded",
    { ...BODY, content: "{decodedUrl}{body}" },
    { ...OF_BODY, content: ["", "{decodedUrl}", "", "{body}", ""] },
    code(PIECES, { "{decodedUrl}": "readDecodedUrl" }),
  ],
  [
    "a form",
    { ...BODY, content: "{form}" },
    { ...OF_BODY, content: ["", "{form}", ""] },
    code(PIECES, { "{form}": "readForm" }),
  ],
  [
    "a URL with any port, and a form",
    { ...BODY, algorithm: "hmac-sha1", content: "{anyPortUrl}{form}", encoding: "base64" },
    {
      ...OF_BODY,
      encoding: "base64",
      item: /^[A-Za-z0-9+/]{27}=$/,
      content: ["", "{anyPortUrl}", "", "{form}", ""],
    },
    {
      algorithm: "HMAC_SHA1",
      adapt: "acceptAnyPort",
      parts: {
        readSecret: "readTextSecret",
        readContent: "readUrlPieces",
        read: "readPlaceholder",
      },
      placeholders: { "{anyPortUrl}": "readUrl", "{form}": "readForm" },
    },
  ],
  ["a secret in base64", { ...BODY, secret: { encoding: "base64" } }, OF_BODY, code({ readSecret: "readBase64Secret" })], // prettier-ignore
  [
    "a secret in hex, and text before it",
    { ...BODY, secret: { prefix: "s_", encoding: "hex" } },
    { ...OF_BODY, secretPrefix: "s_" },
    code({ readSecret: "readHexSecret" }),
  ],
  [
    "a secret of text after other text",
    { ...BODY, secret: { prefix: "s_" } },
    { ...OF_BODY, secretPrefix: "s_" },
    code({ readSecret: "readPrefixedSecret" }),
  ],
  ...(["ed25519", "ecdsa-p256-sha256"] as const).flatMap((algorithm) =>
    (["text", "hex", "base64"] as const).map((encoding) => {
      const name = algorithm === "ed25519" ? "ED25519" : "ECDSA_P256_SHA256";
      const readers = {
        text: "readTextSecret",
        hex: "readHexKey",
        base64: "readBase64Key",
      } as const;
      const item = algorithm === "ed25519" ? /^[0-9a-f]{128}$/ : /^(?:[0-9a-f]{2}){8,72}$/;
      return [
        `${algorithm} and a key in ${encoding}`,
        { ...BODY, algorithm, secret: { encoding } },
        { ...OF_BODY, item },
        { ...code({ readSecret: readers[encoding] }), algorithm: name },
      ] as const;
    }),
  ),
  [
    "the longest hash",
    { ...BODY, algorithm: "hmac-sha512" },
    { ...OF_BODY, item: /^[0-9a-f]{128}$/ },
    { ...PLAIN, algorithm: "HMAC_SHA512" },
  ],
  [
    "a token",
    { ...BODY, algorithm: "token" },
    { ...OF_BODY, item: /^.+$/ },
    { ...PLAIN, algorithm: "TOKEN" },
  ],
];

describe("[E.2] the plan of a scheme", () => {
  it.each(cases)("with %s", (_title, description, plan, schemeCode) => {
    const made = planSignature(description);
    expect(made).toEqual(plan);
    expect(listSchemeCode(description, made)).toEqual(schemeCode);
  });

  it("reads what the caller has readers for", () => {
    const description = { ...BODY, content: "{own}" };
    expect(planSignature(description, ["own"]).content).toEqual(["", "{own}", ""]);
    expect(() => planSignature(description)).toThrow(
      new TypeError(
        "The placeholder `{own}` in `content` is unknown; expected one of " +
          "`{body}`, `{url}`, `{method}`, `{form}`, `{decodedUrl}`, `{anyPortUrl}`, `{header:<name>}`.",
      ),
    );
    expect(() => planSignature({ ...TIMED, id: { header: "a" }, content: "{x}" }, ["y"])).toThrow(
      "expected one of `{body}`, `{id}`, `{timestamp}`, `{url}`, `{method}`, `{form}`, `{decodedUrl}`, `{anyPortUrl}`, `{y}`, `{header:<name>}`.",
    );
  });

  it.each<[Partial<SignatureDescription>, string]>([
    [{ content: "{url}{anyPortUrl}{body}" }, "The scheme's `content` is {url}{anyPortUrl}{body}; expected `{anyPortUrl}` at its beginning alone."], // prettier-ignore
    [{ content: "/{anyPortUrl}{body}" }, "`{anyPortUrl}` at its beginning alone."],
    [{ content: "{anyPortUrl}{anyPortUrl}{body}" }, "`{anyPortUrl}` at its beginning alone."],
    [{ format: "{signature}." }, "The scheme's `format` is {signature}.; expected `{timestamp}` at most once"], // prettier-ignore
    [{ ...LISTED, format: "{timestamp},v1={signature}" }, "; expected such as `t={timestamp},v1={signature}`."], // prettier-ignore
    [{ ...LISTED, format: "t={timestamp},{signature}" }, "; expected such as `t={timestamp},v1={signature}`."], // prettier-ignore
    [{ ...LISTED, format: "t={timestamp}v1={signature}" }, "; expected such as `t={timestamp},v1={signature}`."], // prettier-ignore
    [{ ...LISTED, timestamp: { body: "a" } }, "The scheme's `timestamp` is twice there; expected either in headers or in the body."], // prettier-ignore
    [
      { ...TIMED, timestamp: { header: "t", body: "a" } },
      "The scheme's `timestamp` is twice there",
    ],
    [{ ...TIMED, content: "{body}" }, "The scheme's timestamp is not signed"],
    [{ ...LISTED, content: "{body}" }, "The scheme's timestamp is not signed"],
    [{ timestamp: { body: "a" } }, "The scheme's `tolerance` is undefined; expected a number of seconds with a timestamp, and none without."], // prettier-ignore
    [{ tolerance: 0 }, "The scheme's `tolerance` is 0; expected a number of seconds"],
  ])("is refused: %j", (changes, message) => {
    const plan = () => planSignature({ ...BODY, ...changes });
    expect(plan).toThrow(TypeError);
    expect(plan).toThrow(message);
  });

  it.each([
    [BODY, true],
    [{ ...BODY, separator: "," }, false],
    [{ ...BODY, timestamp: { body: "a" }, tolerance: 0 }, false],
    [{ ...BODY, content: "v0:{body}" }, false],
  ] as const)("%j is of the body alone: %s", (description, expected) => {
    expect(isOfBody(planSignature(description))).toBe(expected);
  });

  it.each([
    ["x-topic", true],
    ["{timestamp}", true],
    ["{body}", false],
    ["{url}", false],
  ])("its piece %s is a header: %s", (name, expected) => {
    expect(isHeader(name)).toBe(expected);
  });
});

describe("[E.3] a well-formed signature", () => {
  /** Numbers of characters, and the padding of base64. */
  const sizes: readonly (readonly [AlgorithmName, hex: number, base64: number, padding: string])[] =
    [
      ["hmac-sha256", 64, 43, "="],
      ["hmac-sha1", 40, 27, "="],
      ["hmac-sha512", 128, 86, "=="],
      ["ed25519", 128, 86, "=="],
    ];

  it.each(sizes)("of %s has %i digits in hex, and %i in base64", (algorithm, hex, base64, pad) => {
    const isMatch = (encoding: "hex" | "base64", text: string) =>
      planSignature({ ...BODY, algorithm, encoding }).item.test(text);
    for (const count of [hex - 1, hex, hex + 1])
      expect(isMatch("hex", "0f".repeat(hex).slice(0, count))).toBe(count === hex);
    for (const count of [base64 - 1, base64, base64 + 1])
      expect(isMatch("base64", "aZ9+/".repeat(base64).slice(0, count) + pad)).toBe(
        count === base64,
      );
    expect(isMatch("hex", `${"0".repeat(hex - 1)}g`)).toBe(false);
    expect(isMatch("base64", `${"A".repeat(base64 - 1)}-${pad}`)).toBe(false);
    expect(isMatch("base64", "A".repeat(base64))).toBe(false);
  });

  it.each([
    ["hex", "00".repeat(7), false],
    ["hex", "00".repeat(8), true],
    ["hex", "00".repeat(72), true],
    ["hex", "00".repeat(73), false],
    ["hex", `${"00".repeat(8)}0`, false],
    ["base64", "AAAA", false],
    ["base64", "AAAAAAAA", true],
    ["base64", "AAAAAAAAA", false],
    ["base64", "AAAAAAAAAA==", true],
    ["base64", "AAAAAAAAAAA=", true],
    ["base64", "AAAAAAAAAA=", false],
    ["base64", "AAAA".repeat(24), true],
    ["base64", "AAAA".repeat(25), false],
    ["base64", `${"AAAA".repeat(24)}AAA=`, true],
  ] as const)("of ECDSA in %s is whole bytes of DER: %s, %s", (encoding, text, expected) => {
    const { item } = planSignature({ ...BODY, algorithm: "ecdsa-p256-sha256", encoding });
    expect(item.test(text)).toBe(expected);
  });

  it("of a token is any text, in either encoding", () => {
    for (const encoding of ["hex", "base64"] as const) {
      const { item } = planSignature({ ...BODY, algorithm: "token", encoding });
      expect(["it's", "", "a\nb"].map((text) => item.test(text))).toEqual([true, false, false]);
    }
  });
});

describe("[E.2] an algorithm", () => {
  it.each(Object.entries(ALGORITHMS))("%s has its own name", (name, algorithm) => {
    expect(algorithm.name).toBe(name);
    expect(isAlgorithmName(name)).toBe(true);
  });

  it.each(["md5", "toString", "", undefined, 1])("is not named %j", (name) => {
    expect(isAlgorithmName(name)).toBe(false);
  });

  it.each(["sha1", "sha256", "sha512"] as const)("of HMAC hashes by its own %s", (hash) => {
    const { createKey, sign } = ALGORITHMS[`hmac-${hash}`];
    const expected = createHmac(hash, "key").update("text").digest("hex");
    expect(sign(createKey("key"), ["te", "xt"], "hex")).toBe(expected);
  });
});

/** The code of a plan whose parts differ from those of a scheme of the body alone. */
function code(parts: Partial<SchemeCode["parts"]>, placeholders: object = {}): SchemeCode {
  return {
    ...PLAIN,
    parts: { ...PLAIN.parts, ...parts },
    placeholders: { ...placeholders },
  };
}
