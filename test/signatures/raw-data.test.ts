/** Payloads and secrets as callers pass them: text, bytes, and the encodings of keys. */
import { describe, expect, it } from "vitest";
import {
  expectData,
  isHashable,
  isRawPayload,
  readRawPayload,
} from "../../src/receive/signatures/readers.js";
import {
  readBase64Key,
  readBase64Secret,
  readHexKey,
  readHexSecret,
  readPrefixedSecret,
  readTextSecret,
} from "../../src/receive/signatures/secrets.js";

describe("[E.7] [E.8] a payload and a secret", () => {
  it.each<[value: unknown, data: unknown]>([
    ["", ""],
    ["a", "a"],
    [Uint8Array.of(1), Uint8Array.of(1)],
    [Uint8Array.of(1).buffer, Uint8Array.of(1)],
    [undefined, undefined],
    [{ a: 1 }, undefined],
  ])("is text or bytes: %o", (value, data) => {
    expect(readRawPayload(value as string)).toEqual(data);
    expect(isRawPayload(value)).toBe(data !== undefined);
  });

  it("can be hashed, unless it is text without a UTF-8", () => {
    expect(isHashable("é🎉")).toBe(true);
    expect(isHashable("\udc00")).toBe(false);
    expect(isHashable(Uint8Array.of(0xff))).toBe(true);
  });

  it.each<[value: unknown, got: string]>([
    ["", "an empty string"],
    [new Uint8Array(), "an object"],
    ["\ud800", "a string"],
    [undefined, "undefined"],
  ])("is not %j", (value, got) => {
    const message = (what: string) =>
      new TypeError(`${what} is ${got}; expected non-empty text (well-formed Unicode) or bytes.`);
    expect(() => expectData(value, "The payload")).toThrow(message("The payload"));
    expect(() => readTextSecret(value)).toThrow(message("The secret"));
    expect(() => readPrefixedSecret(value)).toThrow(message("The secret"));
  });

  it("may have a prefix", () => {
    const bytes = new TextEncoder().encode("s_a");
    expect(readPrefixedSecret("s_a", "s_")).toBe("a");
    expect(readPrefixedSecret("a", "s_")).toBe("a");
    expect(readPrefixedSecret("a_s_", "s_")).toBe("a_s_");
    expect(readPrefixedSecret("s_a")).toBe("s_a");
    expect(readPrefixedSecret(bytes, "s_")).toBe(bytes);
    expect(readTextSecret("s_a")).toBe("s_a");
    expect([...readHexSecret("s_0a", "s_")]).toEqual([10]);
    expect([...readHexSecret("0a", "s_")]).toEqual([10]);
    expect(readHexKey("k_0a", "k_")).toEqual(Buffer.of(10));
    expect(readBase64Key("k_AQI=", "k_")).toEqual(Buffer.of(1, 2));
  });

  it.each([readBase64Secret, readHexSecret, readBase64Key, readHexKey])(
    "is not read from text that encodes no bytes: %o",
    (read) => {
      for (const value of ["", "!", new Uint8Array(), undefined, 1]) {
        expect(() => read(value)).toThrow(
          new TypeError(`The secret is of type ${typeof value}; expected encoded bytes.`),
        );
      }
      expect(read(Uint8Array.of(1))).toEqual(Uint8Array.of(1));
    },
  );

  it("in PEM is returned as it is by the readers of keys, and refused by the others", () => {
    const pem = "\n-----BEGIN PUBLIC KEY-----\nAQI=\n";
    expect(readBase64Key(pem, "x")).toBe(pem);
    expect(readHexKey(pem, "x")).toBe(pem);
    expect(() => readBase64Secret(pem)).toThrow(TypeError);
    expect(() => readHexSecret(pem)).toThrow(TypeError);
  });
});
