/** Signatures in each build: official vectors, forgeries, and equal answers. */
import { beforeAll, describe, expect, it } from "vitest";
import type * as methods from "../../../generated/methods.js";
import { rfc4231 } from "../../cases/webhooks/hmac-vectors.js";
import { malformedSignatures, signatureVectors } from "../../cases/webhooks/signatures.js";
import { builds, hmacSha256, loadMethods } from "./builds.js";

/** RFC 4231, section 4.6, publishes the first 128 bits alone. */
const TRUNCATED = {
  key: "0c".repeat(20),
  data: Buffer.from("Test With Truncation").toString("hex"),
  digest: "a3b6167473100ee06e0c796c2955552b",
};

const [{ secret, payload, signature: good }] = signatureVectors;
const digits = good.slice("sha256=".length);

const moreMalformed: readonly (readonly [form: string, signature: string])[] = [
  ["quotes around it", `"${good}"`],
  ["a tab after it", `${good}\t`],
  ["a vertical tab after it", `${good}\v`],
  ["a line separator after it", `${good}\u2028`],
  ["a byte order mark before it", `\ufeff${good}`],
  ["a no-break space before it", `\u00a0${good}`],
  ["a zero-width space in it", `sha256=\u200b${digits}`],
  ["one capital digit", `sha256=${digits.replace("f", "F")}`],
  ["a hexadecimal prefix", `sha256=0x${digits.slice(2)}`],
  ["sha-256", `sha-256=${digits}`],
  ["sha512", `sha512=${digits}`],
  ["sha256:", `sha256:${digits}`],
  ["sha256==", `sha256==${digits}`],
  ["a Cyrillic a", `sha256=${digits.replace("a", "а")}`],
  ["spaces among the digits", `sha256=${digits.replace(/(..)/g, "$1 ")}`],
  ["dashes among the digits", `sha256=${digits.slice(0, 32)}-${digits.slice(33)}`],
  ["the digits reversed", `sha256=${Array.from(digits).reverse().join("")}`],
  ["bytes in place of digits", `sha256=${Buffer.from(digits, "hex").toString("latin1")}`],
  ["zeros", `sha256=${"0".repeat(64)}`],
  ["an escape", `sha256=%31${digits.slice(1)}`],
];

describe.each(builds)("signature: RFC 4231 in the %s build", (_, build) => {
  const digestOf = (key: string, data: string): string =>
    hmacSha256(build, Buffer.from(key, "hex"), Buffer.from(data, "hex"));

  it.each(rfc4231)("section $section", ({ key, data, digest }) => {
    expect(digestOf(key, data)).toBe(digest);
  });

  it("section 4.6, truncated to 128 bits", () => {
    const digest = digestOf(TRUNCATED.key, TRUNCATED.data);
    expect(digest).toHaveLength(64);
    expect(digest.slice(0, 32)).toBe(TRUNCATED.digest);
  });
});

describe.each(builds)("signature: wrong signatures in the %s build", (_, build) => {
  let verify: typeof methods.verify;
  beforeAll(async () => ({ verify } = await loadMethods(build)));

  it("a right one is accepted", () => {
    expect(verify(secret, payload, good)).toBe(true);
  });

  it.each([...malformedSignatures, ...moreMalformed])("%s", (_form, malformed) => {
    expect(verify(secret, payload, malformed)).toBe(false);
  });

  it.each(Array.from({ length: 64 }, (_, index) => index))(
    "a wrong digit at position %i",
    (index) => {
      const wrong = digits[index] === "0" ? "1" : "0";
      const changed = `sha256=${digits.slice(0, index)}${wrong}${digits.slice(index + 1)}`;
      expect(verify(secret, payload, changed)).toBe(false);
    },
  );

  it.each([
    [""],
    [undefined],
    [null],
    [7],
    [{}],
    [[]],
    [Symbol("s")],
    [() => good],
    [new String(good)],
    [Buffer.from(good)],
  ])("%o is no text, and an error", (value) => {
    expect(() => verify(secret, payload, value as string)).toThrow(TypeError);
  });
});

describe("signature: the same answers in every build", () => {
  const secrets = [
    "s",
    "x".repeat(63),
    "x".repeat(64),
    "x".repeat(65),
    "x".repeat(1000),
    "пароль",
    "\0",
    "🎉",
  ];
  const payloads = [
    "x",
    "{}",
    "\ufeff{}",
    "a\0b",
    "é",
    "e\u0301",
    "🎉",
    "y".repeat(63),
    "y".repeat(64),
    "y".repeat(100_000),
  ];
  const bytes = [
    new Uint8Array([0xff, 0xfe, 0]),
    new Uint8Array(64),
    new Uint8Array([1, 2, 3]).buffer,
  ];
  const cases = secrets.flatMap((key) =>
    [...payloads, ...bytes].map((data) => [key, data] as const),
  );

  it.each(cases.map(([key, data], index) => [index, key, data] as const))(
    "case %i",
    async (_, key, data) => {
      const [node, portable] = [await loadMethods(builds[0][1]), await loadMethods(builds[1][1])];
      const signed = node.sign(key, data);
      expect(portable.sign(key, data)).toBe(signed);
      expect(node.verify(key, data, signed)).toBe(true);
      expect(portable.verify(key, data, signed)).toBe(true);
    },
  );
});
